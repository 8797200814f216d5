/**
 * The two fields as one entry: what stands in them, what is wrong with it, and when the cardholder is told.
 */
import type { Sentence } from '../messages/catalogue.js';
import type { EditProblem } from '../pin/digits.js';
import { PinField, type PinFieldOwner } from './field.js';
import type { PinPlatform } from '../shield/platform.js';
import { confirmationProblem, pinProblem, type PinProblem } from '../pin/rules.js';
import type { Invalid } from '../set-pin/outcome.js';
import type { FormSettings } from './settings.js';

/** What an entry tells the element, and asks it. */
export interface PinEntryOwner {
  readonly platform: () => PinPlatform;
  readonly settings: () => FormSettings;
  /** Whether the cardholder may edit. */
  readonly isOpen: () => boolean;
  /** The digits changed. */
  readonly edited: () => void;
  /** Other errors have to be shown. */
  readonly judged: () => void;
  /** Something has to be spoken; `unseen` or, politely, `quiet` where it is seen at its field. */
  readonly say: (sentence: Sentence, tone: 'polite' | 'quiet' | 'unseen') => void;
}

/** What is wrong with each field, where anything is. */
export interface FieldErrors {
  readonly new?: Sentence | undefined;
  readonly confirm?: Sentence | undefined;
}

const MISMATCH: Sentence = (words) => words.confirmationProblems.mismatch;

/** The entry in the root of an element. */
export class PinEntry {
  readonly newPin: PinField;
  readonly confirmation: PinField;
  readonly #owner: PinEntryOwner;
  #errors: FieldErrors = {};

  /** @param root - Where the owner renders the templates of both fields. */
  constructor(root: ShadowRoot, owner: PinEntryOwner) {
    const fieldOwner: PinFieldOwner = {
      platform: owner.platform,
      length: () => owner.settings().length,
      edited: (field) => this.#handleEdit(field),
      full: () => owner.say((words) => words.full, 'polite'),
      refused: (field, problem) => this.#handleRefusal(field, problem),
      left: (field) => this.#handleLeft(field),
    };
    this.newPin = new PinField(root, 'card-pin-new', fieldOwner);
    this.confirmation = new PinField(root, 'card-pin-confirm', fieldOwner);
    this.#owner = owner;
  }

  get errors(): FieldErrors {
    return this.#errors;
  }

  get hasErrors(): boolean {
    return this.#errors.new !== undefined || this.#errors.confirm !== undefined;
  }

  /** The field that has the focus. */
  get focused(): PinField | undefined {
    return [this.newPin, this.confirmation].find((field) => field.hasFocus);
  }

  /** Whether every field holds as many digits as a PIN has. */
  get isComplete(): boolean {
    const fields = this.#settings.confirms ? [this.newPin, this.confirmation] : [this.newPin];
    return fields.every((field) => field.read().length === this.#settings.length);
  }

  /** Whether the first field is complete, and the second one waits for its digits. */
  get isHalfway(): boolean {
    return (
      this.#settings.confirms &&
      this.newPin.read().length === this.#settings.length &&
      this.confirmation.read() === ''
    );
  }

  /** Finds what is wrong; the first problem, in the order of the fields. */
  check(newPin: string): Invalid | undefined {
    const length = this.#settings.length;
    const problem = this.#problemOf(newPin);
    if (problem !== undefined) return { kind: 'invalid', field: 'new', problem };
    if (!this.#settings.confirms) return undefined;
    const mistake = confirmationProblem(this.confirmation.read(), newPin, length);
    return mistake && { kind: 'invalid', field: 'confirm', problem: mistake };
  }

  /** Says that a new PIN which is complete can be guessed, before that is an error. */
  get advice(): Sentence | undefined {
    const newPin = this.newPin.read();
    if (newPin.length !== this.#settings.length || this.#errors.new !== undefined) return undefined;
    const problem = this.#problemOf(newPin);
    return problem && ((words) => words.newPinProblems[problem]);
  }

  /** Shows one error in place of all others. */
  blame(field: keyof FieldErrors, sentence: Sentence): void {
    this.#judge({ [field]: sentence });
  }

  /** Takes all errors back. */
  forgive(): void {
    this.#judge({});
  }

  /** Moves the focus to the first field with an error, or else to the first field. */
  focus(options?: FocusOptions): void {
    const { new: first, confirm: second } = this.#errors;
    const field = first === undefined && second !== undefined ? this.confirmation : this.newPin;
    field.focus(options);
  }

  /** What was wrong with the field may be right by now, and whether the PINs differ depends on both. */
  #handleEdit(field: PinField): void {
    const { new: first, confirm: second } = this.#errors;
    if (field === this.confirmation) this.#judge({ new: first });
    else this.#judge({ confirm: second === MISMATCH && !this.#differs ? undefined : second });
    this.#owner.edited();
    const { advice } = this;
    if (field === this.newPin && advice !== undefined) this.#owner.say(advice, 'quiet');
  }

  #handleRefusal(field: PinField, problem: EditProblem): void {
    this.#owner.say(this.#find(field, problem), 'unseen');
  }

  /** A field that was left half done says so; one that was never touched does not. */
  #handleLeft(field: PinField): void {
    const digits = field.read();
    if (digits === '' || !this.#owner.isOpen()) return;
    if (digits.length < this.#settings.length) this.#find(field, 'too-short');
    else if (this.#differs) this.#judge({ ...this.#errors, confirm: MISMATCH });
  }

  #problemOf(newPin: string): PinProblem | undefined {
    const { length, rules, denied } = this.#settings;
    return pinProblem(newPin, length, rules, denied);
  }

  /** Adds an error to what is shown. */
  #find(field: PinField, problem: EditProblem | 'too-short'): Sentence {
    const confirms = field === this.confirmation;
    const sentence: Sentence = (words) =>
      (confirms ? words.confirmationProblems : words.newPinProblems)[problem];
    this.#judge({ ...this.#errors, [confirms ? 'confirm' : 'new']: sentence });
    return sentence;
  }

  get #settings(): FormSettings {
    return this.#owner.settings();
  }

  #judge(errors: FieldErrors): void {
    this.#errors = errors;
    this.#owner.judged();
  }

  /** Whether two complete entries differ. */
  get #differs(): boolean {
    return (
      this.#settings.confirms && this.isComplete && this.newPin.read() !== this.confirmation.read()
    );
  }
}
