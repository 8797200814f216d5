/**
 * Tells what has a shape from what has not. For what `postMessage` brings: copies, without getters and prototypes of their own.
 */

/** Tells whether a value has one shape. */
export type Shape = (value: unknown) => boolean;

/** What is longer is none of ours: texts and lists are from a page's own words, or from an answer of the service's, which is read up to so many bytes. */
const LONGEST = 256 * 1024;

export const text: Shape = (value) => typeof value === 'string' && value.length <= LONGEST;

export const flag: Shape = (value) => typeof value === 'boolean';

export const number: Shape = Number.isFinite;

export function optional(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

export function oneOf(values: readonly unknown[]): Shape {
  return (value) => values.includes(value);
}

export function list(shape: Shape, longest = LONGEST): Shape {
  return (value) => Array.isArray(value) && value.length <= longest && value.every(shape);
}

/** An object whose members are texts, whatever their names. */
export function texts(value: unknown): boolean {
  return isObject(value) && list(text)(Object.values(value));
}

/** An object with members of given shapes, and no other. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isObject(value) &&
    Object.keys({ ...members, ...value }).every(
      (name) => Object.hasOwn(members, name) && members[name]!(value[name]),
    );
}

/** An object with nothing in it. */
export const bare = object({});

/** An object whose `kind` says which of the shapes the rest of it has. */
export function kinds(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return false;
    const { kind, ...rest } = value;
    return typeof kind === 'string' && Object.hasOwn(shapes, kind) && shapes[kind]!(rest);
  };
}

/** No list, map or date, which may have no members that count. */
function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
