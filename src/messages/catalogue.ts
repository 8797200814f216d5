/**
 * The type of a catalogue: every word that a cardholder reads, one object for each language. Data only. `{name}` stands for a value.
 */
import type { EditProblem } from '../pin/digits.js';
import type { ConfirmationProblem, PinProblem } from '../pin/rules.js';
import type { Outcome } from '../set-pin/outcome.js';

/** Codes of `UserError` that have a sentence. The service publishes no list: these are the ones that the project's sandbox uses. */
export type KnownCode =
  'INVALID_PIN' | 'PIN_TOO_SIMPLE' | 'PIN_PREVIOUSLY_USED' | 'CARD_NOT_ACTIVE' | 'CARD_NOT_FOUND';

/** A sentence in the plural forms of its language, by the categories of CLDR; the number of digits in a PIN chooses. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  /** For each category that has no form of its own here. */
  readonly other: string;
};

/** A sentence as a catalogue has it. */
export type Text = string | Plural;

/** Every word of one language. `{length}` is the number of digits in a PIN. */
export interface Catalogue<T extends Text = Text> {
  readonly newPin: T;
  readonly confirmPin: T;
  readonly hint: T;
  /** What the reveal button shows. */
  readonly showPin: T;
  /** Its name where there are two fields; begins with the same words. */
  readonly showPinName: T;
  /** Answers a digit typed into a full field. */
  readonly full: T;

  readonly submit: T;
  readonly submitting: T;
  readonly waiting: T;
  /** Said while the browser has no network, before anything is sent. */
  readonly offline: T;
  /** Said while a failed attempt is followed by another: what happens, and for how long at most. */
  readonly again: T;
  readonly cancel: T;
  /** Said when the cardholder has cancelled, and nothing was executed. */
  readonly cancelled: T;
  /** The same where the PIN may or may not be set. */
  readonly cancelledUnconfirmed: T;
  readonly tryAgain: T;
  readonly startOver: T;
  /** Loads the frame of isolated mode again. */
  readonly reload: T;

  /** `{last4}`: the last four digits of the card's number. */
  readonly set: T;
  /** The same, of a card whose last four digits are not known. */
  readonly setWithoutLast4: T;
  readonly setNext: T;

  readonly newPinProblems: Readonly<Record<PinProblem | EditProblem, T>>;
  readonly confirmationProblems: Readonly<Record<ConfirmationProblem | EditProblem, T>>;
  readonly codes: Readonly<Record<KnownCode, T>>;
  /** How a submit ended, where no field is to blame. */
  readonly outcomes: Readonly<Record<Exclude<Outcome['kind'], 'set' | 'invalid' | 'aborted'>, T>>;
  /** Said when an unconfirmed PIN was wiped because its time was up. */
  readonly holdEnded: T;
  /** `{requestId}`: the service's id of the request. */
  readonly quote: T;
}

/** Sentences in place of those of a language, and for the issuer's own codes of `UserError`: whatever is left out stays. */
export type Messages = {
  readonly [Name in keyof Catalogue]?: Catalogue[Name] extends Text
    ? Text
    : Readonly<Partial<Catalogue[Name]>>;
} & { readonly codes?: Readonly<Record<string, Text>> };

/** What an element says: the sentences of one language for one number of digits, with the page's own among them. */
export interface Words extends Catalogue<string> {
  /** BCP 47. */
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
}

/** What is to be said, in whichever language it comes to be shown. */
export type Sentence = (words: Words) => string;

/** Puts values into the places that a sentence keeps for them. */
export function fill(sentence = '', values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
