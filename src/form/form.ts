/**
 * What the two forms have in common: the one in the page, and the one in a frame.
 */
import type { Words } from '../messages/catalogue.js';
import type { TokenSource } from '../service/client-tokens.js';
import type { Invalid, Misconfigured, Outcome } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { Phase } from './phase.js';
import type { FormSettings } from './settings.js';

/** A form in a shadow root, as its host sees it. */
export interface Form {
  readonly phase: Phase['kind'];
  /** Whether a field shows an error. */
  readonly hasErrors: boolean;
  /** The first problem of the entry; `undefined` if it is valid. */
  readonly problem: Invalid | undefined;
  /** Returns the element that a problem concerns. */
  anchor(problem: Invalid): HTMLElement | null;
  /** Starts: the root is in a page. */
  open(): void;
  /** Ends everything: the root has left the page. */
  close(): void;
  render(): void;
  /** Reads the host's settings. Called at once when one may have changed. */
  adapt(): void;
  /** Reads the host's words. */
  reword(): void;
  /** Focuses the first field with an error, or else the first field. A field that has the focus keeps it. */
  focus(options?: FocusOptions): void;
  /** Shows the first problem at its field, and focuses the field. */
  report(): void;
  /**
   * Checks the entry and sends it. While one submit is out, returns the same promise.
   *
   * @returns How it ended. Never rejects.
   */
  submit(): Promise<Outcome>;
  /** Empties the form and shows it again. A submit that is out ends as `aborted`. */
  reset(): void;
}

/** What a form asks of its host. */
export interface FormHost {
  readonly tokens: TokenSource;
  settings(): FormSettings;
  words(): Words;
  /** Has the form rendered soon. */
  requestUpdate(): void;
  /** Reports that `complete` or `valid` changed. */
  handleChange(complete: boolean, valid: boolean): void;
  /** Reports that a submit ended, or with a cause that the frame failed. An aborted submit is not reported. */
  handleEnd(outcome: Exclude<Outcome, { kind: 'aborted' }>, cause?: 'frame'): void;
}

/** What the form with the fields asks of its host, besides. */
export interface PinFormHost extends FormHost {
  platform(): PinPlatform;
  /** Returns why nothing may be sent from where the form is. */
  objection(): Misconfigured | undefined;
  /** Returns whether the focus can be in the form at all. A root in a frame does not notice that the focus has left the frame. */
  hasFocus(): boolean;
}
