/** A labelled, masked field. The digits stay in the native input, whose value is never set. */
import { html, nothing, type TemplateResult } from 'lit';
import { digitsOf, digitsOfWhole, type TextProblem } from '../pin/digits.js';
import type { Action } from './form-state.js';
import type { FieldName } from './judgement.js';

// Read when the element's script runs, because a tool that is installed later may wrap these
// methods. A server doesn't have these classes.
const { value, setRangeText } = Object.getOwnPropertyDescriptors(
  globalThis.HTMLInputElement?.prototype ?? {},
);
// eslint-disable-next-line @typescript-eslint/unbound-method -- the method is copied on purpose
const { execCommand } = globalThis.Document?.prototype ?? {};

/** The distance in CSS pixels that a mouse or finger can move during a click or tap. */
const LONGEST_WAY = 10;

export interface FieldState {
  /** The number of digits in a PIN. */
  readonly length: number;
  /** The number of digits in the field after its last edit. */
  readonly count: number;
  /** `true` if the field is full and has an error, so that typing has to replace its digits. */
  readonly isWrong: boolean;
}

export interface FieldView {
  readonly label: string;
  /** Empty if there is no error. */
  readonly error: string;
  /** A warning that the PIN is easy to guess, shown if there is no error. */
  readonly advice?: string;
  /** Shown if there is neither an error nor advice. */
  readonly hint: string;
  readonly revealed: boolean;
  readonly disabled: boolean;
  /** `true` if the field is hidden but keeps its digits. */
  readonly hidden: boolean;
  /** `true` if no other field is visible. */
  readonly isSingle: boolean;
  /** `true` if the field is read-only, but visible and focusable. */
  readonly locked: boolean;
  /** Shown below the field, at the end of the text's first line. */
  readonly aside?: TemplateResult | undefined;
  readonly enterKeyHint: 'next' | 'done';
}

/** Input types that insert existing text, which is accepted or rejected as a whole. */
const WHOLE_TEXT = /^insertFrom(Paste|Yank)|^insertReplacementText$/;

/** Ignored input types. A composition can't be cancelled, and an input has no line breaks. */
const IGNORED = /^insertCompositionText$|^insertLineBreak$|^insertParagraph$/;

export class Field {
  readonly #root: ShadowRoot;
  readonly #name: FieldName;
  readonly #state: () => FieldState;
  readonly #report: (action: Action) => void;
  /** `true` while `#insert` runs, because WebKit then raises `beforeinput` too. */
  #inserting = false;
  #composing = false;
  /** The last press's position. A stored event would keep the node alive. */
  #pressed: Readonly<Record<'clientX' | 'clientY', number>> | undefined;

  constructor(
    root: ShadowRoot,
    name: FieldName,
    state: () => FieldState,
    report: (action: Action) => void,
  ) {
    this.#root = root;
    this.#name = name;
    this.#state = state;
    this.#report = report;
  }

  /** Returns the digits, or `undefined` if the field holds anything but digits and separators. */
  read(): string | undefined {
    const text = this.#text;
    return text === '' ? '' : digitsOfWhole(text);
  }

  focus(options?: FocusOptions): void {
    this.input?.focus(options);
  }

  selectAll(): void {
    this.input?.select();
  }

  /** Empties the field without an event or the `value` setter, which session replay tools watch. */
  empty(): void {
    // A script may have assigned a string of any length.
    if (this.input !== null) setRangeText.value!.call(this.input, '', 0, 1e9);
  }

  get hasFocus(): boolean {
    return this.#root.activeElement?.id === this.#id;
  }

  /** Chromium doesn't offer to save the value of a field whose id contains `card-pin`. */
  get #id(): string {
    return `card-pin-${this.#name}`;
  }

  receive(event: Event): void {
    switch (event.type) {
      case 'keydown':
        return this.#handleKey(event as KeyboardEvent);
      case 'beforeinput':
        return this.#handleBeforeInput(event as InputEvent);
      case 'input':
        return this.#inserting ? undefined : this.#handleInput(event as InputEvent);
      case 'compositionstart':
        this.#composing = true;
        return;
      case 'compositionend':
        this.#composing = false;
        // Text inserted now would be part of the composition. If another composition has begun when
        // the timer fires, or the focus has left the field, {@link read} still normalises the
        // digits.
        setTimeout(() => {
          if (this.hasFocus && !this.#composing) this.#normalise();
        });
        return;
      // A revealed field is a text field, so its text can be copied. If none of it is selected, the
      // event copies other text on the page.
      case 'copy':
      case 'cut':
      case 'dragstart':
        if (this.#selectionSize > 0) event.preventDefault();
    }
  }

  #handleBeforeInput(event: InputEvent): void {
    const { inputType, cancelable } = event;
    // Input that can't be cancelled is handled once it's in the field.
    if (this.#inserting || !cancelable) return;
    if (!inputType.startsWith('insert') || IGNORED.test(inputType)) return;
    const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    // Firefox hides pasted text if the cardholder has disabled clipboard events.
    if (text === '') return;
    // Keys insert one character at a time. Dictation, autofill and predictive keyboards insert
    // more.
    const whole = WHOLE_TEXT.test(inputType) || /^..+$/su.test(text);
    const digits = digitsOf(text);
    const { length, count } = this.#state();
    const problem = whole ? problemOf(text, length) : undefined;
    const fits = digits.length <= length - count + this.#selectionSize;
    const replaces = (whole || count > length) && !fits;
    if (problem !== undefined || !(fits || replaces)) {
      event.preventDefault();
      return problem === undefined ? this.#report({ kind: 'full' }) : this.#refuse(problem);
    }
    if (digits === text && !replaces) return;
    event.preventDefault();
    if (digits === '') return;
    if (replaces) this.#replace(digits);
    else this.#insert(digits);
  }

  #handleInput({ inputType }: InputEvent): void {
    // The `beforeinput` listener might not have been able to read the text.
    if (WHOLE_TEXT.test(inputType)) this.receiveFill();
    else this.#reportEdit();
  }

  #reportEdit(): void {
    this.#report({ kind: 'edit', field: this.#name });
  }

  /** Accepts or rejects text that may have been filled in, even if the field isn't focused. */
  receiveFill(): void {
    const text = this.#text;
    if (text === '') return;
    const problem = problemOf(text, this.#state().length);
    // Only the focused field can be edited. A submit rejects text that stays in the other field.
    if (this.hasFocus) {
      if (problem === undefined) this.#normalise();
      else this.#replace('');
    }
    if (problem === undefined) this.#reportEdit();
    else this.#refuse(problem);
  }

  #refuse(problem: TextProblem): void {
    this.#report({ kind: 'refuse', field: this.#name, problem });
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
    // The cardholder can undo the insertion, as if the digits had been typed.
    execCommand.call(document, 'insertText', false, digits);
    this.#inserting = false;
    this.#reportEdit();
  }

  get #selectionSize(): number {
    const { selectionStart, selectionEnd } = this.input ?? {};
    return (selectionEnd ?? 0) - (selectionStart ?? 0);
  }

  get #text(): string {
    return this.input === null ? '' : value.get!.call(this.input);
  }

  /** Looked up each time, because each entry has a new node, and a stored one could leak. */
  get input(): HTMLInputElement | null {
    return this.#root.getElementById(this.#id) as HTMLInputElement | null;
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, altKey, metaKey } = event;
    if (key !== 'Enter') return;
    // The guard leaves shortcuts to the page. WebKit ends a composition before its `keydown`, so
    // only the key code 229 identifies it.
    if (ctrlKey || altKey || metaKey || event.isComposing || event.keyCode === 229) return;
    // The `keypress` event would press a button that now receives focus.
    event.preventDefault();
    if (!event.repeat) this.#report({ kind: 'press' });
  };

  readonly #handleFocus = (): void => {
    if (this.#state().isWrong) this.selectAll();
  };

  readonly #handleClick = (): void => {
    const isBoxes = !this.#root.host.matches('[appearance=line],[appearance=field]');
    // All of a digit's spacing comes after it, so browsers would place the caret one digit off.
    if (isBoxes && this.#selectionSize === 0) this.input?.setSelectionRange(99, 99);
  };

  readonly #handleMouse = (event: MouseEvent): void => {
    if (!this.#state().isWrong) return;
    // Browsers would replace the selection with a caret (in WebKit, even after the click).
    event.preventDefault();
    this.focus();
    this.selectAll();
  };

  readonly #handlePress = ({ clientX, clientY }: PointerEvent): void => {
    this.#pressed = { clientX, clientY };
  };

  /**
   * Focuses a field if a drag-and-drop library, which can't see the field, has stopped the browser
   * from focusing it.
   */
  readonly #handleRelease = ({ clientX, clientY }: PointerEvent): void => {
    const { clientX: x = Infinity, clientY: y = Infinity } = this.#pressed ?? {};
    // In some browsers, focusing a focused field again would move its caret.
    if (Math.hypot(clientX - x, clientY - y) < LONGEST_WAY && !this.hasFocus) this.focus();
  };

  readonly #handleBlur = (): void => {
    // A field also loses focus when the element is moved.
    if (this.#root.isConnected) this.#report({ kind: 'leave', field: this.#name });
  };

  /** In inline mode, `keydown` listeners receive only keys that the shield leaves to the page. */
  template(view: FieldView): TemplateResult {
    const id = this.#id;
    const { error, advice = '', hint } = view;
    const text = error || advice || hint;
    const tone = error ? 'error' : advice ? 'advice' : 'hint';
    return html`<div
      class="pin ${view.isSingle ? 'single' : ''}"
      ?hidden=${view.hidden}
      ?data-disabled=${view.disabled}
    >
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
          aria-describedby=${text === '' ? nothing : `${id}-text`}
          ?disabled=${view.disabled}
          ?readonly=${view.locked}
          @focus=${this.#handleFocus}
          @blur=${this.#handleBlur}
          @keydown=${this.#handleKey}
          @pointerdown=${this.#handlePress}
          @pointerup=${this.#handleRelease}
          @mousedown=${this.#handleMouse}
          @click=${this.#handleClick}
          @dragover=${refuseDrop}
        />
      </div>
      ${view.aside ?? nothing}
      <p part=${tone} class=${tone} id="${id}-text">${text}</p>
    </div>`;
  }
}

/**
 * Returns whether an `input` event reports text that was filled in. Autofill doesn't raise
 * `beforeinput`, except in Firefox's password manager, whose event can't be cancelled.
 */
export function isFill(event: Event): boolean {
  return (
    event.type === 'input' &&
    /^(undefined|insertReplacementText)$/.test((event as InputEvent).inputType)
  );
}

/** Prevents a drop, because the `drop` event would show the text to the page. */
function refuseDrop(event: DragEvent): void {
  event.preventDefault();
  event.dataTransfer!.dropEffect = 'none';
}

/** Returns the problem with text that is inserted as a whole. `length` is the PIN's length. */
function problemOf(text: string, length: number): TextProblem | undefined {
  const digits = digitsOfWhole(text);
  if (digits === undefined) return 'not-digits';
  return digits.length > length ? 'too-long' : undefined;
}
