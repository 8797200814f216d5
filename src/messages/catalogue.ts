/** The types of every text that a cardholder reads. `{name}` is a placeholder for a value. */
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import type { Outcome } from '../set-pin/outcome.js';

/** `UserError` codes with a sentence: those of the sandbox. The service publishes no list. */
export type KnownCode =
  'INVALID_PIN' | 'PIN_TOO_SIMPLE' | 'PIN_PREVIOUSLY_USED' | 'CARD_NOT_ACTIVE' | 'CARD_NOT_FOUND';

/** A sentence's plural forms, by CLDR category. The number of digits in a PIN selects one. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  /** Used for every category without a form of its own. */
  readonly other: string;
};

/** A sentence in a catalogue. */
export type Text = string | Plural;

/** Every text of one language. `{length}` is the number of digits in a PIN. */
export interface Catalogue<T extends Text = Text> {
  /** The label of the new PIN. */
  readonly newPin: T;
  /** The label of the confirmation. */
  readonly confirmPin: T;
  /** Describes a valid PIN, below its field. */
  readonly hint: T;
  /** The text of the reveal button. */
  readonly showPin: T;
  /** The reveal button's accessible name for two fields. Begins with the words of `showPin`. */
  readonly showPinName: T;
  /** The text of the same button while the PIN is revealed. */
  readonly hidePin: T;
  /** Its accessible name then. Begins with the words of `hidePin`. */
  readonly hidePinName: T;
  /** Shown below a full field when another digit is typed. */
  readonly full: T;

  /** The text of the button that goes on to the confirmation, if `flow` is `steps`. */
  readonly next: T;
  /** The text of the button that submits the PIN. */
  readonly submit: T;
  /** The same button while a submit is in progress. */
  readonly submitting: T;
  /** Shown while a submit waits for its first client token. */
  readonly connecting: T;
  /** Shown while a submit waits for a client token in place of another. */
  readonly waiting: T;
  /** Shown while the browser has no network, before anything is sent. */
  readonly offline: T;
  /** Shown while a failed attempt is retried. Says so, and for how long at most. */
  readonly again: T;
  /** The text of the button that cancels a submit. */
  readonly cancel: T;
  /** Shown when the cardholder has cancelled before anything was sent. */
  readonly cancelled: T;
  /** Shown when the cardholder or the page ended a submit, and the PIN may or may not be set. */
  readonly cancelledUnconfirmed: T;
  /** The text of the button that submits an unconfirmed PIN again. */
  readonly tryAgain: T;
  /** The text of the button that starts over with another PIN. */
  readonly chooseAnother: T;
  /** Shown when the frame of isolated mode takes longer than a second to load. */
  readonly loading: T;
  /** Shown when the frame of isolated mode could not be loaded. */
  readonly notLoaded: T;
  /** The text of the button that loads the frame of isolated mode again. */
  readonly reload: T;

  /** The headline when the PIN is set. */
  readonly set: T;
  /** Shown below `set` if the service named the card. `{last4}`: its number's last four digits. */
  readonly setFor: T;
  /** Shown after `setFor`. */
  readonly setNext: T;

  /** Problems of the new PIN, shown at its field. */
  readonly newPinProblems: Readonly<Record<PinProblem, T>>;
  /** Problems of the confirmation, shown at its field. */
  readonly confirmationProblems: Readonly<Record<ConfirmationProblem, T>>;
  /** `UserError` codes. */
  readonly codes: Readonly<Record<KnownCode, T>>;
  /** Outcomes that concern no field. */
  readonly outcomes: Readonly<Record<Exclude<Outcome['kind'], 'set' | 'invalid' | 'aborted'>, T>>;
  /** Used for `rate-limited` if the wait is unknown or longer than two minutes. */
  readonly rateLimitedLonger: T;
  /**
   * Shown in isolated mode when the page took the focus while a digit key was down, so that the
   * entry was emptied.
   */
  readonly interrupted: T;
  /** Shown below an error that has a request id. `{requestId}`: the service's id of the request. */
  readonly quote: T;
}

/**
 * Sentences that replace those of a language, and sentences for the issuer's own codes of
 * `UserError`. Sentences that are left out stay as they are.
 */
export type Messages = {
  readonly [Name in keyof Catalogue]?: Catalogue[Name] extends Text
    ? Text
    : Readonly<Partial<Catalogue[Name]>>;
} & { readonly codes?: Readonly<Record<string, Text>> };

/** The texts of one element, for one number of digits, with the page's own sentences. */
export interface Words extends Catalogue<string> {
  /** A BCP 47 tag. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** A sentence that is not tied to one language: it is looked up each time it is shown. */
export type Sentence = (words: Words) => string;

/** Replaces the placeholders of a sentence with values. A placeholder without a value stays. */
export function fill(sentence = '', values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
