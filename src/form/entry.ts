/**
 * The two fields as one entry: their digits, their errors, and when the errors appear.
 */
import type { Sentence } from '../messages/catalogue.js';
import type { EditProblem } from '../pin/digits.js';
import { confirmationProblem, pinProblem, type PinProblem } from '../pin/rules.js';
import type { Invalid } from '../set-pin/outcome.js';
import type { PinPlatform } from '../shield/platform.js';
import type { Announcer } from './announcer.js';
import { Field, type FieldHost } from './field.js';
import type { FormSettings } from './settings.js';

/** The form, as its entry sees it. */
export interface EntryHost {
  readonly settings: FormSettings;
  readonly announcer: Announcer;
  /** `true` if the cardholder may edit. */
  readonly isEditable: boolean;
  platform(): PinPlatform;
  /** Reports that the digits changed. */
  handleEdit(): void;
  requestUpdate(): void;
}

/** The error of each field. */
export interface FieldErrors {
  readonly new?: Sentence | undefined;
  readonly confirm?: Sentence | undefined;
}

/** The result of validating the digits. Holds the number of digits, but no digit. */
interface Validation {
  /** Digits in each field. */
  readonly newPin: number;
  readonly confirmation: number;
  /** `true` if every field holds as many digits as a PIN has. */
  readonly isComplete: boolean;
  /** The first problem, in the order of the fields. */
  readonly problem: Invalid | undefined;
  /** The problem of the new PIN. */
  readonly pinProblem: PinProblem | undefined;
  /** `true` if both fields are complete and differ. */
  readonly differs: boolean;
}

const MISMATCH: Sentence = (words) => words.confirmationProblems.mismatch;

/** The entry in one root. */
export class Entry implements FieldHost {
  readonly newPin: Field;
  readonly confirmation: Field;
  readonly #host: EntryHost;
  #errors: FieldErrors = {};
  /** Computed once for each edit: each field is read once, and the rules run once. */
  #validation: Validation | undefined;

  /** @param root - Where the form renders the templates of both fields. */
  constructor(root: ShadowRoot, host: EntryHost) {
    this.newPin = new Field(root, 'card-pin-new', this);
    this.confirmation = new Field(root, 'card-pin-confirm', this);
    this.#host = host;
  }

  get errors(): FieldErrors {
    return this.#errors;
  }

  get hasErrors(): boolean {
    return this.#errors.new !== undefined || this.#errors.confirm !== undefined;
  }

  /** The field that has the focus. */
  get focused(): Field | undefined {
    return [this.newPin, this.confirmation].find((field) => field.hasFocus);
  }

  get isEmpty(): boolean {
    return this.#validated.newPin === 0;
  }

  get isComplete(): boolean {
    return this.#validated.isComplete;
  }

  /** The first problem, in the order of the fields. */
  get problem(): Invalid | undefined {
    return this.#validated.problem;
  }

  /** `true` if the new PIN is accepted and the confirmation is empty. */
  get isHalfway(): boolean {
    const { pinProblem: problem, confirmation } = this.#validated;
    return this.#settings.confirms && problem === undefined && confirmation === 0;
  }

  /** A warning that a complete new PIN is easy to guess, before a submit makes it an error. */
  get advice(): Sentence | undefined {
    const { newPin, pinProblem: problem } = this.#validated;
    if (newPin !== this.length || this.#errors.new !== undefined) return undefined;
    return problem && ((words) => words.newPinProblems[problem]);
  }

  /** Reads the new PIN for a submit, and validates both fields again. */
  read(): { readonly newPin: string; readonly problem: Invalid | undefined } {
    const newPin = this.newPin.read();
    const { problem } = (this.#validation = this.#validate(newPin));
    return { newPin, problem };
  }

  /** Drops the validation, because the settings or the fields may have changed. */
  invalidate(): void {
    this.#validation = undefined;
  }

  /** Replaces all errors with one. */
  setError(field: keyof FieldErrors, sentence: Sentence): void {
    this.#show({ [field]: sentence });
  }

  /** Removes all errors. */
  clearErrors(): void {
    this.#show({});
  }

  fieldOf(name: Invalid['field']): Field {
    return name === 'new' ? this.newPin : this.confirmation;
  }

  /** Focuses the first field with an error, or else the first field. */
  focus(options?: FocusOptions): void {
    const { new: first, confirm: second } = this.#errors;
    const field = first === undefined && second !== undefined ? this.confirmation : this.newPin;
    field.focus(options);
  }

  platform(): PinPlatform {
    return this.#host.platform();
  }

  get length(): number {
    return this.#settings.length;
  }

  countOf(field: Field): number {
    return field === this.newPin ? this.#validated.newPin : this.#validated.confirmation;
  }

  isWrong(field: Field): boolean {
    const error = field === this.newPin ? this.#errors.new : this.#errors.confirm;
    return error !== undefined && this.countOf(field) >= this.length;
  }

  /** Removes the errors that the edit has made obsolete. A mismatch depends on both fields. */
  handleEdit(field: Field): void {
    this.invalidate();
    const { new: first, confirm: second } = this.#errors;
    if (field === this.confirmation) this.#show({ new: first });
    else
      this.#show({ confirm: second === MISMATCH && !this.#validated.differs ? undefined : second });
    this.#host.handleEdit();
    const { advice } = this;
    if (field === this.newPin && advice !== undefined)
      this.#host.announcer.say({ tone: 'quiet', text: advice });
  }

  handleFull(): void {
    this.#host.announcer.say({ tone: 'polite', text: (words) => words.full });
  }

  handleRefusal(field: Field, problem: EditProblem): void {
    this.#host.announcer.say({ tone: 'unseen', text: this.#addError(field, problem) });
  }

  /** Shows an error if the field is left incomplete or different. An empty field gets no error. */
  handleLeave(field: Field): void {
    const count = this.countOf(field);
    if (count === 0 || !this.#host.isEditable) return;
    if (count >= this.length && !this.#validated.differs) return;
    let text = MISMATCH;
    if (count < this.length) text = this.#addError(field, 'too-short');
    else this.#show({ ...this.#errors, confirm: text });
    this.#host.announcer.say({ tone: 'quiet', text });
  }

  get #settings(): FormSettings {
    return this.#host.settings;
  }

  get #validated(): Validation {
    return (this.#validation ??= this.#validate(this.newPin.read()));
  }

  #validate(newPin: string): Validation {
    const { length, rules, denied, confirms } = this.#settings;
    const confirmation = confirms ? this.confirmation.read() : '';
    const problem = pinProblem(newPin, length, rules, denied);
    const mistake = confirms ? confirmationProblem(confirmation, newPin, length) : undefined;
    const isComplete = newPin.length === length && (!confirms || confirmation.length === length);
    return {
      newPin: newPin.length,
      confirmation: confirmation.length,
      isComplete,
      problem: problem
        ? { kind: 'invalid', field: 'new', problem }
        : mistake && { kind: 'invalid', field: 'confirm', problem: mistake },
      pinProblem: problem,
      differs: isComplete && mistake === 'mismatch',
    };
  }

  #addError(field: Field, problem: EditProblem | 'too-short'): Sentence {
    const isConfirmation = field === this.confirmation;
    const sentence: Sentence = (words) =>
      (isConfirmation ? words.confirmationProblems : words.newPinProblems)[problem];
    this.#show({ ...this.#errors, [isConfirmation ? 'confirm' : 'new']: sentence });
    return sentence;
  }

  #show(errors: FieldErrors): void {
    this.#errors = errors;
    this.#host.requestUpdate();
  }
}
