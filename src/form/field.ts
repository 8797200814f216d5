/**
 * One labelled, masked field: typing, paste, reveal. The digits stay in the native field, which nobody assigns to.
 */
import { html, nothing, type TemplateResult } from 'lit';
import { digitsOf, digitsOfWhole, type EditProblem } from '../pin/digits.js';
import type { PinPlatform } from '../shield/platform.js';

/** What a field tells the form it stands in. */
export interface PinFieldOwner {
  readonly platform: () => PinPlatform;
  /** How many digits a PIN has. */
  readonly length: () => number;
  /** The digits changed. */
  readonly edited: (field: PinField) => void;
  /** A digit more was typed into a full field. */
  readonly full: () => void;
  /** A paste was refused as a whole. */
  readonly refused: (field: PinField, problem: EditProblem) => void;
  /** The cardholder left the field. */
  readonly left: (field: PinField) => void;
}

/** How a field is shown. */
export interface PinFieldView {
  readonly label: string;
  /** Empty where nothing is wrong. */
  readonly error: string;
  /** What stands in an error's place where there is none: that the PIN could be better. */
  readonly advice?: string;
  readonly revealed: boolean;
  readonly disabled: boolean;
  /** Shown and focusable, but not to be edited. */
  readonly locked: boolean;
  /** The id of a text that describes the field, beside its error. */
  readonly describedBy?: string;
  /** What stands at the far end of the label's row. */
  readonly aside?: TemplateResult;
  readonly enterKeyHint: 'next' | 'done';
}

/** Edits that bring text which was written elsewhere and is taken or refused as a whole. */
const WHOLE = /^insertFrom(Paste|Drop|Yank)|^insertReplacementText$/;

/** A composition can't be cancelled, and a line break precedes implicit submission. */
const NOT_OURS = /^insertCompositionText$|^insertLineBreak$|^insertParagraph$/;

/** The field with the given id, in its owner's root. */
export class PinField {
  readonly #root: ShadowRoot;
  readonly #id: string;
  readonly #owner: PinFieldOwner;
  /** WebKit raises a `beforeinput` of its own for text that a script inserts. */
  #inserting = false;
  #composing = false;

  /**
   * @param root - Where the owner renders {@link template}.
   * @param id - Contains `card-pin`, by which Chromium knows a field whose content it must not offer to save.
   */
  constructor(root: ShadowRoot, id: `card-pin-${string}`, owner: PinFieldOwner) {
    this.#root = root;
    this.#id = id;
    this.#owner = owner;
  }

  /** Reads the digits. Undo can bring back what normalisation replaced, so that it is done here once more. */
  read(): string {
    return digitsOf(this.#text);
  }

  focus(options?: FocusOptions): void {
    this.#input?.focus(options);
  }

  get hasFocus(): boolean {
    return this.#root.activeElement?.id === this.#id;
  }

  /** Takes an event that the keystroke guard received while this field had the focus. */
  receive(event: Event): void {
    switch (event.type) {
      case 'beforeinput':
        return this.#edit(event as InputEvent);
      case 'input':
        return this.#inserting ? undefined : this.#changed(event);
      case 'compositionstart':
        this.#composing = true;
        return;
      case 'compositionend':
        this.#composing = false;
        // The engine still has to finish: what is inserted before that is composed text too. Meanwhile another composition may have
        // begun, or the focus be gone, which editing would take back: then it is left to reading.
        setTimeout(() => {
          if (this.hasFocus && !this.#composing) this.#normalise();
        });
        return;
      // A revealed field is a text field, which would let the PIN out. Where nothing of it is selected, other text is copied.
      case 'copy':
      case 'cut':
      case 'dragstart':
        if (this.#selected > 0) event.preventDefault();
    }
  }

  #edit(event: InputEvent): void {
    const { inputType } = event;
    if (this.#inserting || !inputType.startsWith('insert') || NOT_OURS.test(inputType)) return;
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    // Keys bring one character at a time: dictation, autofill and keyboards that complete words bring more.
    const whole = WHOLE.test(inputType) || /^..+$/su.test(text);
    const digits = digitsOf(text);
    const problem = whole ? problemOf(text, this.#room()) : undefined;
    if (problem !== undefined || digits.length > this.#room()) {
      event.preventDefault();
      return problem === undefined ? this.#owner.full() : this.#owner.refused(this, problem);
    }
    if (digits === text) return;
    event.preventDefault();
    if (digits !== '') this.#insert(digits);
  }

  /** Autofill asks nobody before it puts a text in, and its event has no kind: that text is taken or refused as a whole, too. */
  #changed(event: Event): void {
    const text = this.#text;
    if (text !== '' && !('inputType' in event)) {
      const problem = problemOf(text, this.#owner.length());
      if (problem !== undefined) {
        this.#replace('');
        return this.#owner.refused(this, problem);
      }
      this.#normalise();
    }
    this.#owner.edited(this);
  }

  #normalise(): void {
    const text = this.#text;
    const digits = digitsOf(text);
    if (text === digits) return;
    const caret = digitsOf(text.slice(0, this.#input?.selectionEnd ?? 0)).length;
    this.#replace(digits);
    this.#input?.setSelectionRange(caret, caret);
  }

  #replace(digits: string): void {
    this.#input?.select();
    this.#insert(digits);
  }

  #insert(digits: string): void {
    this.#inserting = true;
    this.#owner.platform().insertText(digits);
    this.#inserting = false;
    this.#owner.edited(this);
  }

  get #text(): string {
    const input = this.#input;
    return input === null ? '' : this.#owner.platform().valueOf(input);
  }

  /** How many digits may come in at the caret, in place of what is selected. */
  #room(): number {
    return this.#owner.length() - this.read().length + this.#selected;
  }

  /** How many characters are selected. */
  get #selected(): number {
    const { selectionStart, selectionEnd } = this.#input ?? {};
    return (selectionEnd ?? 0) - (selectionStart ?? 0);
  }

  /** Looked up each time: the owner renders a new one for each entry, and a node that is not held can't be leaked. */
  get #input(): HTMLInputElement | null {
    return this.#owner.platform().find(this.#root, this.#id) as HTMLInputElement | null;
  }

  readonly #handleBlur = (): void => this.#owner.left(this);

  /** Its listeners are for events that the keystroke guard leaves alone. */
  template(view: PinFieldView): TemplateResult {
    const id = this.#id;
    const { error, advice = '' } = view;
    const describedBy = [(error || advice) && `${id}-error`, view.describedBy]
      .filter(Boolean)
      .join(' ');
    const tone = advice === '' ? 'error' : 'advice';
    return html`<div class="pin">
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
          @blur=${this.#handleBlur}
        />
      </div>
      ${view.aside ?? nothing}
      <p part=${tone} class=${tone} id="${id}-error">${error || advice}</p>
    </div>`;
  }
}

/** What is wrong with a text that comes in as a whole, where so many digits may come in. */
function problemOf(text: string, room: number): EditProblem | undefined {
  const digits = digitsOfWhole(text);
  if (digits === undefined) return 'paste-not-digits';
  return digits.length > room ? 'paste-too-long' : undefined;
}
