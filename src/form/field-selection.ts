/**
 * The selection of a field: after an error, by keys, and by a mouse or a finger.
 */

/**
 * Attribute of an input whose whole text counts as selected. In a revealed field, the page could
 * read a real selection. src/shield/selection-guard.ts sets it too.
 */
const ALL_SELECTED = 'data-all-selected';

/** Keys that move the caret, and so end a selection. */
const MOVES = /^(Arrow|Home|End|Page)/;

/** CSS pixels that a mouse or finger may move in a click or tap. */
const LONGEST_WAY = 10;

/** A field's state, as the form knows it. */
export interface FieldState {
  /** Digits in a PIN. */
  readonly length: number;
  /** Digits in the field after its last edit. */
  readonly count: number;
  /** `true` if the field is full and has an error, so that typing has to replace its digits. */
  readonly isWrong: boolean;
}

/** The selection of one field. */
export class FieldSelection {
  readonly #input: () => HTMLInputElement | null;
  readonly #state: () => FieldState;
  #isMouse = false;
  /** The last press of a mouse or finger. Not its event, which would keep the node. */
  #pressed: Readonly<Record<'pointerId' | 'clientX' | 'clientY', number>> | undefined;
  /** `true` if the last press of a mouse or finger focused the field. */
  #enters = false;
  /** The edge of a box at which the mouse was pressed. */
  #anchor: number | undefined;

  constructor(input: () => HTMLInputElement | null, state: () => FieldState) {
    this.#input = input;
    this.#state = state;
  }

  /** `true` if all digits only count as selected. */
  get isAll(): boolean {
    return this.#input()?.hasAttribute(ALL_SELECTED) === true;
  }

  /** The number of selected characters. */
  get size(): number {
    const { selectionStart, selectionEnd } = this.#input() ?? {};
    return (selectionEnd ?? 0) - (selectionStart ?? 0);
  }

  /** Selects all digits, so that typing replaces them. */
  selectAll(): void {
    const input = this.#input();
    if (input?.type === 'text') input.toggleAttribute(ALL_SELECTED, true);
    else input?.select();
  }

  /** Ends {@link isAll}. */
  forget(): void {
    this.#input()?.removeAttribute(ALL_SELECTED);
  }

  handleKey({ key }: KeyboardEvent): void {
    if (MOVES.test(key)) this.forget();
  }

  readonly handleFocus = (): void => {
    if (this.#state().isWrong) this.selectAll();
  };

  readonly handlePointer = ({ pointerType, pointerId, clientX, clientY }: PointerEvent): void => {
    this.#pressed = { pointerId, clientX, clientY };
    this.#isMouse = pointerType === 'mouse';
    // A mouse that is dragged may leave the field.
    if (this.#isMouse) this.#input()?.setPointerCapture(pointerId);
  };

  /**
   * Focuses the field after a click or a tap. A drag-and-drop library may have prevented the focus,
   * because it sees only the element and not the field in it.
   */
  readonly handleRelease = (event: PointerEvent): void => {
    this.handleDrag(event);
    const { pointerId, clientX, clientY } = this.#pressed ?? {};
    const way = Math.hypot(event.clientX - clientX!, event.clientY - clientY!);
    // Focusing it again would move its caret in some engines.
    if (pointerId === event.pointerId && way < LONGEST_WAY && !this.#hasFocus)
      this.#input()?.focus();
  };

  /** Handles the press in boxes, where the engine would place the caret one digit off. */
  readonly handlePress = (event: MouseEvent): void => {
    const input = this.#input();
    this.#enters = !this.#hasFocus;
    this.#anchor = undefined;
    this.forget();
    const edge = this.#isMouse && event.button === 0 ? this.#edgeAt(event) : undefined;
    if (input === null || edge === undefined) return;
    event.preventDefault();
    input.focus();
    if (event.detail > 1) return this.selectAll();
    const { selectionStart, selectionEnd, selectionDirection } = input;
    this.#anchor = edge;
    if (event.shiftKey && !this.#enters)
      this.#anchor = (selectionDirection === 'backward' ? selectionEnd : selectionStart) ?? edge;
    this.#select(this.#anchor, edge);
  };

  readonly handleDrag = (event: PointerEvent): void => {
    if (event.type === 'pointermove' && event.buttons !== 1) this.#anchor = undefined;
    const edge = this.#anchor === undefined ? undefined : this.#edgeAt(event);
    if (edge !== undefined) this.#select(this.#anchor!, edge);
  };

  readonly handleClick = (event: MouseEvent): void => {
    if (this.#enters && this.#state().isWrong) return this.selectAll();
    // After a tap the caret is where the engine has placed it.
    const edge = this.#isMouse || this.size > 0 ? undefined : this.#edgeAt(event);
    if (edge !== undefined) this.#select(edge, edge);
  };

  get #hasFocus(): boolean {
    return this.#input()?.matches(':focus') === true;
  }

  #select(anchor: number, edge: number): void {
    const input = this.#input();
    const [from, to] = [Math.min(anchor, edge), Math.max(anchor, edge)];
    // The page could read a selection in a revealed field.
    const isRevealed = input?.type === 'text';
    if (isRevealed && from === 0 && to >= this.#state().count) return this.selectAll();
    if (isRevealed) input.setSelectionRange(edge, edge);
    else input?.setSelectionRange(from, to, edge < anchor ? 'backward' : 'forward');
  }

  /**
   * Returns the number of digits before the nearest edge of a box, or `undefined` if there are no
   * boxes. All of a digit's spacing is behind it, so the engine would find the edge before.
   */
  #edgeAt({ clientX }: MouseEvent): number | undefined {
    const input = this.#input();
    if (input === null) return undefined;
    const { letterSpacing, paddingLeft } = getComputedStyle(input);
    // Only in boxes, half of the spacing is before the first digit.
    if (Math.abs(parseFloat(letterSpacing) - 2 * parseFloat(paddingLeft)) > 1) return undefined;
    const { length } = this.#state();
    const { left, width } = input.parentElement!.getBoundingClientRect();
    return Math.min(Math.max(Math.round(((clientX - left) / width) * length), 0), length);
  }
}
