/**
 * One labelled, masked field: typing, paste, reveal. The digits stay in the native field, and
 * nothing assigns its value.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { digitsOf, digitsOfWhole, type EditProblem } from '../pin/digits.js';
import type { PinPlatform } from '../shield/platform.js';
import { measureBullets } from './bullets.js';
import { FieldSelection, type SelectionHost } from './field-selection.js';

/** The entry, as its field sees it. */
export interface FieldHost {
  /** Digits in a PIN. */
  readonly length: number;
  platform(): PinPlatform;
  /** Returns how many digits the field held after its last edit. */
  countOf(field: Field): number;
  /** Reports that the digits changed. */
  handleEdit(field: Field): void;
  /** Reports that a digit was typed into a full field. */
  handleFull(): void;
  /** Reports that a paste was refused as a whole. */
  handleRefusal(field: Field, problem: EditProblem): void;
  /**
   * Returns whether the field is full and has an error, so that typing has to replace its digits.
   */
  isWrong(field: Field): boolean;
  /** Reports that the focus has left the field. */
  handleLeave(field: Field): void;
}

/** The values that a field's markup depends on. */
export interface FieldView {
  readonly label: string;
  /** Empty if there is no error. */
  readonly error: string;
  /** Shown in place of an error: a warning that the PIN is easy to guess. */
  readonly advice?: string;
  readonly revealed: boolean;
  readonly disabled: boolean;
  /** Not shown, although its digits stay. */
  readonly hidden: boolean;
  /** Visible and focusable, but read-only. */
  readonly locked: boolean;
  /** The id of a text that describes the field, besides its error. */
  readonly describedBy?: string;
  /** Shown at the end of the label's row. */
  readonly aside?: TemplateResult | undefined;
  readonly enterKeyHint: 'next' | 'done';
}

/** Input types that insert text written elsewhere. It is accepted or refused as a whole. */
const WHOLE_TEXT = /^insertFrom(Paste|Drop|Yank)|^insertReplacementText$/;

/**
 * Input types that are not handled. A composition can't be cancelled, and a line break precedes
 * implicit submission.
 */
const IGNORED = /^insertCompositionText$|^insertLineBreak$|^insertParagraph$/;

/** One field, found in its root by its id. */
export class Field implements SelectionHost {
  readonly #root: ShadowRoot;
  readonly #id: string;
  readonly #host: FieldHost;
  /** `true` while a script inserts text. WebKit raises `beforeinput` for that too. */
  #inserting = false;
  #composing = false;
  readonly #selection = new FieldSelection(this);

  /**
   * @param root - Where the form renders {@link template}.
   * @param id - Contains `card-pin`: Chromium does not offer to save the value of such a field.
   */
  constructor(root: ShadowRoot, id: `card-pin-${string}`, host: FieldHost) {
    this.#root = root;
    this.#id = id;
    this.#host = host;
  }

  /**
   * Reads the digits. Normalises them again, because undo can restore text from before
   * normalisation.
   */
  read(): string {
    return digitsOf(this.#text);
  }

  focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  /** Selects all digits, so that typing replaces them. */
  selectAll(): void {
    this.#selection.selectAll();
  }

  get length(): number {
    return this.#host.length;
  }

  get count(): number {
    return this.#host.countOf(this);
  }

  get isWrong(): boolean {
    return this.#host.isWrong(this);
  }

  get hasFocus(): boolean {
    return this.#root.activeElement?.id === this.#id;
  }

  /** Handles an event that the keystroke guard received while this field had the focus. */
  receive(event: Event): void {
    switch (event.type) {
      case 'keydown':
        return this.#handleKey(event as KeyboardEvent);
      case 'beforeinput':
        return this.#handleBeforeInput(event as InputEvent);
      case 'input':
        return this.#inserting ? undefined : this.#handleInput(event);
      case 'compositionstart':
        this.#composing = true;
        return;
      case 'compositionend':
        this.#composing = false;
        // The engine is still composing, and text inserted now would be part of the composition. By
        // the time it has finished, another composition may have begun, or the focus may have left
        // the field. Then nothing is edited here, and {@link read} normalises the digits.
        setTimeout(() => {
          if (this.hasFocus && !this.#composing) this.#normalise();
        });
        return;
      // A revealed field is a text field, so its text can be copied. If nothing in it is selected,
      // the event copies other text of the page.
      case 'copy':
      case 'cut':
      case 'dragstart':
        if (this.#selection.size > 0) event.preventDefault();
    }
  }

  #handleBeforeInput(event: InputEvent): void {
    const { inputType } = event;
    if (this.#inserting) return;
    const isAllSelected = this.#selection.isAll;
    if (isAllSelected && inputType.startsWith('delete')) {
      event.preventDefault();
      return this.#replace('');
    }
    if (!inputType.startsWith('insert') || IGNORED.test(inputType)) return;
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    // Keys insert one character at a time; dictation, autofill and keyboards that complete words
    // insert more.
    const whole = WHOLE_TEXT.test(inputType) || /^..+$/su.test(text);
    const digits = digitsOf(text);
    const { length } = this;
    const problem = whole ? problemOf(text, length) : undefined;
    const fits = digits.length <= length - this.count + this.#selection.size;
    const replaces = isAllSelected || (whole && !fits);
    if (problem !== undefined || !(fits || replaces)) {
      event.preventDefault();
      return problem === undefined
        ? this.#host.handleFull()
        : this.#host.handleRefusal(this, problem);
    }
    if (digits === text && !replaces) return;
    event.preventDefault();
    if (digits === '') return;
    if (replaces) this.#replace(digits);
    else this.#insert(digits);
  }

  /**
   * Handles autofill, which raises no `beforeinput`, and an `input` event without a type.
   * Autofilled text is accepted or refused as a whole too.
   */
  #handleInput(event: Event): void {
    if (!('inputType' in event)) {
      const text = this.#text;
      const problem = text === '' ? undefined : problemOf(text, this.length);
      if (problem !== undefined) {
        this.#replace('');
        return this.#host.handleRefusal(this, problem);
      }
      this.#normalise();
    }
    this.#selection.forget();
    this.#host.handleEdit(this);
  }

  #normalise(): void {
    const text = this.#text;
    const digits = digitsOf(text);
    if (text === digits) return;
    const caret = digitsOf(text.slice(0, this.input?.selectionEnd ?? 0)).length;
    this.#replace(digits);
    this.input?.setSelectionRange(caret, caret);
  }

  #replace(digits: string): void {
    this.input?.select();
    this.#insert(digits);
  }

  #insert(digits: string): void {
    this.#inserting = true;
    this.#host.platform().insertText(this.#root.ownerDocument, digits);
    this.#inserting = false;
    this.#selection.forget();
    this.#host.handleEdit(this);
  }

  get #text(): string {
    const input = this.input;
    return input === null ? '' : this.#host.platform().valueOf(input);
  }

  /**
   * Looked up each time: each entry has a new node, and a node that nothing references can't leak.
   */
  get input(): HTMLInputElement | null {
    return this.#host.platform().find(this.#root, this.#id) as HTMLInputElement | null;
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    // At the end of a text, WebKit raises no `beforeinput` for this key.
    if (event.key !== 'Delete' || !this.#selection.isAll) return this.#selection.handleKey(event);
    event.preventDefault();
    this.#replace('');
  };

  readonly #handleFocus = (): void => {
    const { input } = this;
    // Not before, because only a field that can be seen has a width.
    if (input !== null) measureBullets(input, this.#host.platform());
    this.#selection.handleFocus();
  };

  readonly #handleBlur = (): void => {
    this.#selection.forget();
    this.#host.handleLeave(this);
  };

  /** Returns the markup. It has listeners only for events that the keystroke guard lets through. */
  template(view: FieldView): TemplateResult {
    const id = this.#id;
    const { error, advice = '' } = view;
    const describedBy = [(error || advice) && `${id}-error`, view.describedBy]
      .filter(Boolean)
      .join(' ');
    const tone = advice === '' ? 'error' : 'advice';
    return html`<div class="pin" ?hidden=${view.hidden}>
      <label part="label" for=${id}>${view.label}</label>
      <div
        part="field${error === '' ? '' : ' field-invalid'}"
        class="field"
        ?data-invalid=${error !== ''}
      >
        <input
          id=${id}
          type=${view.revealed ? 'text' : 'password'}
          dir="ltr"
          translate="no"
          inputmode="numeric"
          enterkeyhint=${view.enterKeyHint}
          autocomplete="off"
          autocorrect="off"
          autocapitalize="off"
          spellcheck="false"
          data-1p-ignore
          data-lpignore="true"
          data-bwignore
          data-form-type="other"
          data-protonpass-ignore
          aria-required="true"
          aria-invalid=${error === '' ? nothing : 'true'}
          aria-describedby=${describedBy === '' ? nothing : describedBy}
          ?disabled=${view.disabled}
          ?readonly=${view.locked}
          @focus=${this.#handleFocus}
          @blur=${this.#handleBlur}
          @keydown=${this.#handleKey}
          @pointerdown=${this.#selection.handlePointer}
          @mousedown=${this.#selection.handlePress}
          @pointermove=${this.#selection.handleDrag}
          @pointerup=${this.#selection.handleDrag}
          @click=${this.#selection.handleClick}
        />
      </div>
      ${view.aside ?? nothing}
      <p part=${tone} class=${tone} id="${id}-error">${error || advice}</p>
    </div>`;
  }
}

/** Returns the problem of a text that is inserted as a whole. `length`: digits in a PIN. */
function problemOf(text: string, length: number): EditProblem | undefined {
  const digits = digitsOfWhole(text);
  if (digits === undefined) return 'paste-not-digits';
  return digits.length > length ? 'paste-too-long' : undefined;
}
