/**
 * The look of the form as the page has styled the element. The host reads it.
 */
import { THEME } from '../form/tokens.js';

/** What the page's style says of the form. */
export interface Look {
  readonly appearance: string;
  /** The value of each token; empty if the page sets none. */
  readonly theme: Readonly<Record<string, string>>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  /** 1rem in CSS pixels. It includes the reader's own text size. */
  readonly textSize: number;
}

/** @param probe - An element inside, whose colour is black in a light scheme and white in a dark one, and whose font size is 1rem. */
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
