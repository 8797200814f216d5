/**
 * Checks the shape of values that `postMessage` delivers. They are copies, without getters or
 * prototypes of their own.
 */

/** A function that returns whether a value has one shape. */
export type Shape = (value: unknown) => boolean;

export const text: Shape = (value) => typeof value === 'string';

export const flag: Shape = (value) => typeof value === 'boolean';

export const number: Shape = Number.isFinite;

export function optional(shape: Shape): Shape {
  return (value) => value === undefined || shape(value);
}

/** Accepts one of the members' names. */
export function nameIn(members: Readonly<Record<string, unknown>>): Shape {
  return (value) => typeof value === 'string' && Object.hasOwn(members, value);
}

export function list(shape: Shape, longest = Infinity): Shape {
  // `every` of the list itself would pass over holes.
  return (value) =>
    Array.isArray(value) && value.length <= longest && Array.from(value).every(shape);
}

/** Accepts an object whose members are all texts. Their names don't matter. */
export function texts(value: unknown): boolean {
  return isObject(value) && list(text)(Object.values(value));
}

/** Accepts an object with exactly these members. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value) =>
    isObject(value) &&
    Object.keys({ ...members, ...value }).every(
      (name) => Object.hasOwn(members, name) && members[name]!(value[name]),
    );
}

/** Accepts an object without members. */
export const bare = object({});

/** Accepts an object whose `kind` selects the shape of its other members. */
export function kinds(shapes: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (!isObject(value)) return false;
    const { kind, ...rest } = value;
    return nameIn(shapes)(kind) && shapes[kind as string]!(rest);
  };
}

/** Returns whether a value is an object, and not a list, map or date. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}
