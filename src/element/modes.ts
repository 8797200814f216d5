/**
 * The modes of the element. Isolated mode is in every file of the package. The entries with inline
 * mode add it, so that the other files don't contain it.
 */
import { unsafeCSS, type CSSResult } from 'lit';
import base from '../contract/base.css?inline';
import { THEME, themeStyle } from '../contract/theme.js';
import type { OpenForm } from '../contract/wire.js';
import framed from '../isolated/host/framed-form.css?inline';
import { FramedForm } from '../isolated/host/framed-form.js';

/** A place for the form: the page, or a frame. */
export interface Mode {
  readonly open: OpenForm;
  /** The slots that are shown. */
  readonly slots: readonly string[];
  /** Returns a problem of the page that endangers a submit, in English, for the developer. */
  readonly obstacle?: () => string | undefined;
}

/** Returns the mode of an element with `frame-src`. */
export function isolated(frameSrc: string): Mode {
  return { open: (...args) => new FramedForm(frameSrc, ...args), slots: [] };
}

/**
 * The mode of an element without `frame-src`. Without {@link addInlineMode}, every submit ends as
 * `misconfigured`.
 */
export let inline = isolated('');

/** Transitions for every style that the frame page needs. Their ends report changes. */
const watched = `iframe{transition-property:color,font-size,order,${THEME.join()}}`;

/** The style sheets of all modes. */
export const styles: CSSResult[] = [themeStyle, base, framed, watched].map(unsafeCSS);

/** Adds inline mode to the element. */
export function addInlineMode(mode: Mode, style: string): void {
  inline = mode;
  styles.push(unsafeCSS(style));
}
