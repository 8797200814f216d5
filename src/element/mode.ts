import type { CSSResult } from 'lit';
import type { Form, OpenForm } from '../contract/wire.js';

/** The place of the form, the page or a frame. Each entry of the package has one. */
export interface Mode {
  readonly styles: readonly CSSResult[];
  /** The slots that are shown. */
  readonly slots: readonly string[];
  /** Returns the mistake in `frame-src`, in English, for the developer. */
  readonly mistake: (frameSrc: string | undefined) => string | undefined;
  /** Opens the form, if there is no mistake. */
  readonly open: (frameSrc: string | undefined, ...args: Parameters<OpenForm>) => Form;
  /** Returns a problem of the page that endangers a submit, in English, for the developer. */
  readonly obstacle?: () => string | undefined;
}
