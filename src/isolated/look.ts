/**
 * The look of the form, as the page's styles define it. The host reads it.
 */
import { THEME } from '../form/theme.js';

/** The page's styles that affect the form. */
export interface Look {
  readonly appearance: string;
  /** The value of each token; empty if the page sets none. */
  readonly theme: Readonly<Record<string, string>>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  /** The length of 1rem in CSS pixels, which includes the reader's own text size. */
  readonly textSize: number;
}

/**
 * Reads the look.
 *
 * @param probe - An element in the root. Its colour is black in a light scheme and white in a dark
 * one, and its font size is 1rem.
 */
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
