/**
 * The theme tokens: custom properties that change the look. This is the one list: the style sheet,
 * the element's JSDoc, the README and docs/theming.md are checked against it. Pure.
 */

/**
 * Each token's name without the prefix, and the CSS property that its value must be valid for.
 */
export const TOKENS = {
  accent: 'color',
  'on-accent': 'color',
  text: 'color',
  'text-muted': 'color',
  surface: 'color',
  border: 'color',
  'border-focus': 'color',
  error: 'color',
  warning: 'color',
  success: 'color',
  radius: 'border-radius',
  gap: 'gap',
  font: 'font-family',
  'digit-size': 'height',
  'control-height': 'height',
} as const;

export const PREFIX = '--set-card-pin-';

/** Names of the custom properties. */
export const THEME = /* @__PURE__ */ Object.keys(TOKENS).map((name) => PREFIX + name);
