/** The commands and reports that an element and its form exchange, through calls or messages. */
import type { Words } from '../messages/catalogue.js';
import type { TokenSource } from '../service/client-tokens.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import type { FormSettings } from './settings.js';

/** The first command, repeated after every change. */
export interface SettingsCommand {
  readonly kind: 'settings';
  readonly settings: FormSettings;
  readonly words: Words;
}

export type Command =
  | SettingsCommand
  /** Checks and sends the PIN, or joins the submit in progress. */
  | { readonly kind: 'submit'; readonly submitId: number }
  /** Empties the form and shows it again. Aborts a submit in progress. */
  | { readonly kind: 'reset' }
  /** Unless a field has focus, focuses the first field with an error, or else the first field. */
  | { readonly kind: 'focus'; readonly preventScroll: boolean }
  /** Shows the first problem at its field, and focuses the field. */
  | { readonly kind: 'report' };

export type Report =
  /** The fields are ready. Sent once. */
  | { readonly kind: 'ready' }
  /** The state. Sent after a change, not after every keystroke. */
  | ({ readonly kind: 'state' } & VisibleState)
  /**
   * A submit ended, or the frame failed. `submitId` comes from the last `submit` command that
   * started or joined the submit. If the frame failed, the id comes from the page's last `submit`
   * command. The id is 0 if the cardholder pressed the button.
   */
  | {
      readonly kind: 'ended';
      readonly submitId: number;
      readonly outcome: Outcome;
      readonly cause?: 'frame' | undefined;
    };

export type Reporter = (report: Report) => void;

/** In `waiting`, a submit needs a client token. In `unconfirmed`, the PIN may or may not be set. */
export type PhaseName = 'editing' | 'submitting' | 'waiting' | 'unconfirmed' | 'set';

/** A form's state. Contains neither digits nor their number. */
export interface VisibleState {
  readonly phase: PhaseName;
  /** `true` if every field has all its digits, or the PIN is set. */
  readonly isComplete: boolean;
  readonly hasErrors: boolean;
  /** The first problem. `undefined` if the digits are valid. */
  readonly problem?: Invalid | undefined;
}

/** A form's state before anything is typed, and after the form has been emptied. */
export const UNTOUCHED: VisibleState = {
  phase: 'editing',
  isComplete: false,
  hasErrors: false,
  problem: { kind: 'invalid', field: 'new', problem: 'missing' },
};

/** A form whose root is in a page. Doesn't report anything before its first command. */
export interface Form {
  execute(command: Command): void;
  /** Handles a move of the element, which reloads any frame inside it. */
  handleMove?(): void;
  /** Stops all activity and empties the root. Later reports are ignored. */
  close(): void;
}

/** Opens a form. Only the form renders into the root. */
export type OpenForm = (root: ShadowRoot, tokens: TokenSource, report: Reporter) => Form;
