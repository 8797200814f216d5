/** The types of all texts that a cardholder sees. `{name}` is a placeholder for a value. */
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import type { Outcome } from '../set-pin/outcome.js';

/** `UserError` codes with a message: the sandbox's, because no API publishes a list. */
export type KnownCode =
  'INVALID_PIN' | 'PIN_TOO_SIMPLE' | 'PIN_PREVIOUSLY_USED' | 'CARD_NOT_ACTIVE' | 'CARD_NOT_FOUND';

/** A text's plural forms, by CLDR category. The number of digits in a PIN selects the form. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  /** Used for every category without its own form. */
  readonly other: string;
};

/** A text in a catalogue. */
export type Text = string | Plural;

/** All texts in one language. `{length}` is the number of digits in a PIN. */
export interface Catalogue<T extends Text = Text> {
  /** The new PIN's label. */
  readonly newPin: T;
  /** The confirmation's label. */
  readonly confirmPin: T;
  /** Describes a valid PIN, below its field. */
  readonly hint: T;
  /** The reveal button's text. */
  readonly showPin: T;
  /** The reveal button's accessible name for two fields. Begins with the words of `showPin`. */
  readonly showPinName: T;
  /** The reveal button's text while the PIN is revealed. */
  readonly hidePin: T;
  /** The button's accessible name while the PIN is revealed. Begins with the words of `hidePin`. */
  readonly hidePinName: T;
  /** Shown below a full field when another digit is typed. */
  readonly full: T;

  /** The text of the button that continues to the confirmation, if `flow` is `steps`. */
  readonly next: T;
  /** The submit button's text. */
  readonly submit: T;
  /** The submit button's text while a submit is in progress. */
  readonly submitting: T;
  /** Shown while a submit waits for its first client token. */
  readonly connecting: T;
  /** Shown while a submit waits for a new client token to replace an earlier one. */
  readonly waiting: T;
  /** Shown while the browser is offline, before anything is sent. */
  readonly offline: T;
  /** Shown while a failed attempt is retried. Explains the retry and how long it can take. */
  readonly again: T;
  /** The text of the button that cancels a submit. */
  readonly cancel: T;
  /** Shown when the cardholder has cancelled a submit before anything was sent. */
  readonly cancelled: T;
  /** Shown when the cardholder or the page ended a submit, and the PIN may or may not be set. */
  readonly cancelledUnconfirmed: T;
  /** The text of the button that submits an unconfirmed PIN again. */
  readonly tryAgain: T;
  /** The text of the button that starts over with another PIN. */
  readonly chooseAnother: T;
  /** Shown in isolated mode when the frame takes longer than a second to load. */
  readonly loading: T;
  /** Shown in isolated mode when the frame didn't load. */
  readonly notLoaded: T;
  /** The text of the button that reloads the frame in isolated mode. */
  readonly reload: T;

  /** The headline when the PIN is set. */
  readonly set: T;
  /** Shown below `set` if the API returned the card number's last four digits, `{last4}`. */
  readonly setFor: T;
  /** Shown after `setFor`. */
  readonly setNext: T;

  /** Problems with the new PIN, shown at its field. */
  readonly newPinProblems: Readonly<Record<PinProblem, T>>;
  /** Problems with the confirmation, shown at its field. */
  readonly confirmationProblems: Readonly<Record<ConfirmationProblem, T>>;
  /** Messages for `UserError` codes. */
  readonly codes: Readonly<Record<KnownCode, T>>;
  /** Messages for outcomes that don't concern a field. */
  readonly outcomes: Readonly<Record<Exclude<Outcome['kind'], 'set' | 'invalid' | 'aborted'>, T>>;
  /** Used for `rate-limited` if the wait is unknown or longer than two minutes. */
  readonly rateLimitedLonger: T;
  /** Shown in isolated mode if the page emptied the form by taking the focus during a keystroke. */
  readonly interrupted: T;
  /** Shown below an error that has a request id, `{requestId}`. */
  readonly quote: T;
}

/**
 * Texts that replace a language's own, and messages for the issuer's `UserError` codes. Texts that
 * are left out don't change.
 */
export type Messages = {
  readonly [Name in keyof Catalogue]?: Catalogue[Name] extends Text
    ? Text
    : Readonly<Partial<Catalogue[Name]>>;
} & { readonly codes?: Readonly<Record<string, Text>> };

/** One element's texts, for one PIN length, with the page's own messages. */
export interface Words extends Catalogue<string> {
  /** A BCP 47 tag. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** A text that is looked up in the current language each time it's shown. */
export type Sentence = (words: Words) => string;

/** Replaces a text's placeholders with values. A placeholder without a value is kept. */
export function fill(sentence = '', values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
