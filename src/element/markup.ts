/** Types of the tag in templates and in JSX, where attributes use their HTML names. */
import type { SetCardPinProperties } from './properties.js';

/** Numbers may be written as text, as attributes are: `pin-length="6"`. */
type Written<Value> = Extract<Value, number> extends never ? Value : Value | `${number}`;

type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

export type WrittenProperties = {
  [Name in keyof SetCardPinProperties]: Written<SetCardPinProperties[Name]>;
};

/** The element's properties, by their names and by the names of their attributes. */
export type SetCardPinMarkup = WrittenProperties & {
  [Name in keyof SetCardPinProperties as KebabCase<Name>]?: Written<SetCardPinProperties[Name]>;
};

type SetCardPinEventMap = Pick<
  GlobalEventHandlersEventMap,
  'pin-ready' | 'pin-change' | 'pin-set' | 'pin-error' | 'token-expired'
>;

/** Listeners for the element's events, with a prefix: `onpin-set`, `on:pin-set`. */
export type SetCardPinHandlers<Prefix extends string> = {
  [Type in keyof SetCardPinEventMap as `${Prefix}${Type}`]?:
    ((event: SetCardPinEventMap[Type]) => void) | undefined;
};
