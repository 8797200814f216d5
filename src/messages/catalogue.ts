/**
 * The type of a catalogue: every word that a cardholder reads, one object for each language. `{name}` stands for a value.
 */
import type { ConfirmationProblem, PinProblem } from '../pin-rules.js';
import type { Outcome } from '../set-pin/outcome.js';

/** Codes of `UserError` that have a sentence. The service publishes no list: these are the ones that the project's sandbox uses. */
export type KnownCode =
  'INVALID_PIN' | 'PIN_TOO_SIMPLE' | 'PIN_PREVIOUSLY_USED' | 'CARD_NOT_ACTIVE' | 'CARD_NOT_FOUND';

/** Why an edit was refused as a whole, with what stood in the field kept. */
export type EditProblem = 'paste-too-long' | 'paste-not-digits';

/** Every word of one language. `{length}` is the number of digits in a PIN. */
export interface Catalogue {
  readonly newPin: string;
  readonly confirmPin: string;
  readonly hint: string;
  /** What the reveal button shows. */
  readonly showPin: string;
  /** Its name where there are two fields; begins with the same words. */
  readonly showPinName: string;
  /** Answers a digit typed into a full field. */
  readonly full: string;

  readonly submit: string;
  readonly submitting: string;
  readonly waiting: string;
  /** Said while the browser has no network, before anything is sent. */
  readonly offline: string;
  /** Said while a failed attempt is followed by another: what happens, and for how long at most. */
  readonly again: string;
  readonly cancel: string;
  /** Said when the cardholder has cancelled, and nothing was executed. */
  readonly cancelled: string;
  /** The same where the PIN may or may not be set. */
  readonly cancelledUnconfirmed: string;
  readonly tryAgain: string;
  readonly startOver: string;

  /** `{last4}`: the last four digits of the card's number. */
  readonly set: string;
  /** The same, of a card whose last four digits are not known. */
  readonly setWithoutLast4: string;
  readonly setNext: string;

  readonly newPinProblems: Readonly<Record<PinProblem | EditProblem, string>>;
  readonly confirmationProblems: Readonly<Record<ConfirmationProblem | EditProblem, string>>;
  readonly codes: Readonly<Record<KnownCode, string>>;
  /** How a submit ended, where no field is to blame. */
  readonly outcomes: Readonly<
    Record<Exclude<Outcome['kind'], 'set' | 'invalid' | 'aborted'>, string>
  >;
  /** Said when an unconfirmed PIN was wiped because its time was up. */
  readonly holdEnded: string;
  /** `{requestId}`: the service's id of the request. */
  readonly quote: string;
}

/** What is to be said, in whichever language it comes to be shown. */
export type Sentence = (words: Catalogue) => string;

/** Puts values into the places that a sentence keeps for them. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
