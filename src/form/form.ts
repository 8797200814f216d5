/**
 * The interface of both forms: the one in the page, and the one in a frame.
 */
import type { Words } from '../messages/catalogue.js';
import type { TokenSource } from '../service/client-tokens.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { Phase } from './phase.js';
import type { FormSettings } from './settings.js';

/** A form in a shadow root, as its host sees it. */
export interface Form {
  readonly phase: Phase['kind'];
  /** `true` if a field shows an error. */
  readonly hasErrors: boolean;
  /** The first problem of the entry; `undefined` if it is valid. */
  readonly problem: Invalid | undefined;
  /** `true` if the fields can be used as soon as they are rendered. */
  readonly isReadyAtOnce?: boolean;
  /** The slots that are shown. Defaults to none. */
  readonly slots?: readonly string[];
  /** What of the page is in the way of the PIN, in English, for the developer. */
  readonly obstacle?: string | undefined;
  /** Returns the element that a problem concerns. */
  anchor(problem: Invalid): HTMLElement | null;
  /** Starts the form, once its root is in a page. */
  open(): void;
  /** Called when the root has been moved, perhaps to another document, while the form is open. */
  handleMove?(): void;
  /** Ends everything and empties the root: it has left the page, or another form follows in it. */
  close(): void;
  render(): void;
  /** Reads the host's settings. Called at once when one may have changed. */
  adapt(): void;
  /** Reads the host's words. */
  reword(): void;
  /**
   * Focuses the first field with an error, or else the first field. A field that has the focus
   * keeps it.
   */
  focus(options?: FocusOptions): void;
  /** Shows the first problem at its field, and focuses the field. */
  report(): void;
  /**
   * Checks the entry and sends it. While a submit is in progress, returns the same promise.
   *
   * @returns The outcome. Never rejects.
   */
  submit(): Promise<Outcome>;
  /** Empties the form and shows it again. A submit in progress ends as `aborted`. */
  reset(): void;
}

/** The host of a form, as the form sees it. */
export interface FormHost {
  readonly tokens: TokenSource;
  settings(): FormSettings;
  words(): Words;
  /** Schedules a render of the form. */
  requestUpdate(): void;
  /** Reports that `complete` or `valid` changed. */
  handleChange(complete: boolean, valid: boolean): void;
  /** Reports the end of a submit that was not aborted. With a cause, reports a failed frame. */
  handleEnd(outcome: Exclude<Outcome, { kind: 'aborted' }>, cause?: 'frame'): void;
}

/** The host, as the form with the fields sees it. */
export interface PinFormHost extends FormHost {
  platform(): PinPlatform;
  /**
   * Returns `false` if the focus can't be in the form. A root in a frame doesn't notice when the
   * focus leaves the frame.
   */
  hasFocus(): boolean;
  /** Scrolls as little as possible, so that a part of the form is visible. */
  bringIntoView(part: HTMLElement): void;
}
