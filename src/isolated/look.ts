/**
 * How the form looks, as the page has styled the element, read by the host.
 */

/** The custom properties that the element knows, without their common beginning, and the property by whose grammar each is checked. */
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

/** Their common beginning. */
export const PREFIX = '--set-card-pin-';

/** The custom properties' names. */
export const THEME = /* @__PURE__ */ Object.keys(TOKENS).map((name) => PREFIX + name);

/** All that the page's style says of the form. */
export interface Look {
  readonly appearance: string;
  /** By {@link THEME}; empty where the page sets none. */
  readonly theme: Readonly<Record<string, string>>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  /** What 1rem is, in CSS pixels: the reader's own size of text is in it. */
  readonly textSize: number;
}

/** @param probe - An element inside, whose colour is black in a light scheme and white in a dark one, and whose font is of 1rem. */
export function readLook(appearance: string, probe: Element): Look {
  const style = getComputedStyle(probe);
  return {
    appearance: `${appearance}`,
    theme: Object.fromEntries(
      THEME.map((name) => [name, style.getPropertyValue(name).trim()] as const),
    ),
    scheme: style.color === 'rgb(255, 255, 255)' ? 'dark' : 'light',
    direction: style.direction === 'rtl' ? 'rtl' : 'ltr',
    textSize: parseFloat(style.fontSize),
  };
}
