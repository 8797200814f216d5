/** Types for the tag in templates and JSX, where attributes have their HTML names. */
import type { SetCardPinProperties } from './properties.js';

/** A property's type in markup. A number can also be a string, as in `pin-length="6"`. */
type Written<Value> = Extract<Value, number> extends never ? Value : Value | `${number}`;

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

export type WrittenProperties = {
  [Name in keyof SetCardPinProperties]: Written<SetCardPinProperties[Name]>;
};

/** The element's properties, under both their own names and their attribute names. */
export type SetCardPinMarkup = WrittenProperties & {
  [Name in keyof SetCardPinProperties as KebabCase<Name>]?: Written<SetCardPinProperties[Name]>;
};

type SetCardPinEventMap = Pick<
  GlobalEventHandlersEventMap,
  'pin-ready' | 'pin-change' | 'pin-set' | 'pin-error' | 'token-expired'
>;

/** Listeners for the element's events, with a prefix, as in `onpin-set` or `on:pin-set`. */
export type SetCardPinHandlers<Prefix extends string> = {
  [Type in keyof SetCardPinEventMap as `${Prefix}${Type}`]?:
    ((event: SetCardPinEventMap[Type]) => void) | undefined;
};
