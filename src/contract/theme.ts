/** Custom properties that change the look. Tests compare the documentation with this file. Pure. */

/** Names (without the prefix) and defaults. The page's `color-scheme` selects light or dark. */
export const TOKENS = {
  accent: 'light-dark(#1f5eff, #8fb0ff)',
  'on-accent': 'light-dark(#fff, #0a1530)',
  text: 'light-dark(#161a23, #f1f3f8)',
  'text-muted': 'light-dark(#566072, #a8b2c6)',
  surface: 'light-dark(#fff, #171c27)',
  border: 'light-dark(#848ea1, #71809b)',
  'border-focus': 'var(--_accent)',
  error: 'light-dark(#b3202c, #ff9a9a)',
  warning: 'light-dark(#7a4b00, #f4c36a)',
  success: 'light-dark(#0b6b43, #6fdca6)',
  radius: '10px',
  gap: '16px',
  font: 'system-ui, sans-serif',
  'digit-size': '1.375rem',
  'control-height': '3.25rem',
} as const;

export const PREFIX = '--set-card-pin-';

export const THEME = /* @__PURE__ */ Object.keys(TOKENS).map((name) => PREFIX + name);

/**
 * Reads each token with a fallback. Doesn't declare tokens, so that a page can set them on any
 * ancestor. Private names begin with `--_`, because the page's slotted content inherits them.
 */
const read = Object.entries(TOKENS)
  .map(([name, value]) => `--_${name}:var(${PREFIX}${name},${value});`)
  .join('');

/** Chrome before 123, Firefox before 120 and Safari before 17.5 always use the light colours. */
export const themeStyle = `:host{${read}}@supports not (color:light-dark(#000,#000)){:host{${read.replace(/light-dark\((#\w+)[^)]+\)/g, '$1')}}}`;
