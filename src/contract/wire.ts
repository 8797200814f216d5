/** What an element and its form tell each other, by calls or, in isolated mode, by messages. */
import type { Words } from '../messages/catalogue.js';
import type { TokenSource } from '../service/client-tokens.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import type { FormSettings } from './settings.js';

/** Comes first, and again after every change. */
export interface SettingsCommand {
  readonly kind: 'settings';
  readonly settings: FormSettings;
  readonly words: Words;
}

/** What an element tells its form. */
export type Command =
  | SettingsCommand
  /** Checks the entry and sends it, or joins the submit in progress. */
  | { readonly kind: 'submit'; readonly submitId: number }
  /** Empties the form and shows it again. A submit in progress ends as `aborted`. */
  | { readonly kind: 'reset' }
  /** Focuses the first field with an error, or else the first, unless a field has the focus. */
  | { readonly kind: 'focus'; readonly preventScroll: boolean }
  /** Shows the first problem at its field, and focuses the field. */
  | { readonly kind: 'report' };

/** What a form tells its element. */
export type Report =
  /** The fields can be used. Sent once. */
  | { readonly kind: 'ready' }
  /** The state, whenever it has changed. Not for each key. */
  | ({ readonly kind: 'state' } & VisibleState)
  /**
   * A submit ended, or the frame failed. `submitId` is that of the last `submit` which started or
   * joined it, or of the page's last one if the frame failed. It is 0 if the cardholder pressed the
   * button.
   */
  | {
      readonly kind: 'ended';
      readonly submitId: number;
      readonly outcome: Outcome;
      readonly cause?: 'frame' | undefined;
    };

export type Reporter = (report: Report) => void;

/** `waiting`: for a client token. `unconfirmed`: the PIN may or may not be set, and is kept. */
export type PhaseName = 'editing' | 'submitting' | 'waiting' | 'unconfirmed' | 'set';

/** The state of a form. Holds no digit, and no number of digits. */
export interface VisibleState {
  readonly phase: PhaseName;
  /** `true` if every field holds as many digits as a PIN has, or the PIN is set. */
  readonly isComplete: boolean;
  /** `true` if a field shows an error. */
  readonly hasErrors: boolean;
  /** The first problem of the entry; `undefined` if it is valid. */
  readonly problem?: Invalid | undefined;
}

/** The state of a form before anything is typed, and after everything was emptied. */
export const UNTOUCHED: VisibleState = {
  phase: 'editing',
  isComplete: false,
  hasErrors: false,
  problem: { kind: 'invalid', field: 'new', problem: 'missing' },
};

/** A form in a root that is in a page. Reports nothing before its first command. */
export interface Form {
  execute(command: Command): void;
  /** Call it after the element was moved, because that reloads a frame in it. */
  handleMove?(): void;
  /** Ends everything and empties the root. No report is heard any more. */
  close(): void;
}

/** Opens a form. Only the form renders into the root. */
export type OpenForm = (root: ShadowRoot, tokens: TokenSource, report: Reporter) => Form;
