/**
 * Checks the shape of what `postMessage` brings: copies, without getters and prototypes of their own.
 */

/** Returns whether a value has one shape. */
export type Shape = (value: unknown) => boolean;

/** The longest string or list that is accepted. */
const LONGEST = 256 * 1024;

export const text: Shape = (value) => typeof value === 'string' && value.length <= LONGEST;

export const flag: Shape = (value) => typeof value === 'boolean';

export const number: Shape = Number.isFinite;

export function optional(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

/** One of the names of the members. */
export function nameIn(members: Readonly<Record<string, unknown>>): Shape {
  return (value) => typeof value === 'string' && Object.hasOwn(members, value);
}

export function list(shape: Shape, longest = LONGEST): Shape {
  return (value) => Array.isArray(value) && value.length <= longest && value.every(shape);
}

/** An object whose members are texts, whatever their names. */
export function texts(value: unknown): boolean {
  return isObject(value) && list(text)(Object.values(value));
}

/** An object with these members, and no other. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isObject(value) &&
    Object.keys({ ...members, ...value }).every(
      (name) => Object.hasOwn(members, name) && members[name]!(value[name]),
    );
}

/** An object without members. */
export const bare = object({});

/** An object whose `kind` names the shape of the rest of it. */
export function kinds(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return false;
    const { kind, ...rest } = value;
    return nameIn(shapes)(kind) && shapes[kind as string]!(rest);
  };
}

/** No list, map or date. */
function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
