/**
 * Keeps the text in a revealed field unselected, because every engine exposes the selected text to
 * the page.
 */

/** The root that has the focus. */
let active: ShadowRoot | undefined;

/**
 * Events after which text may be selected. Chromium dispatches `selectionchange` for fields only at
 * the window, and later than the `keyup` or `mouseup` of the selection.
 */
const SELECTED = [
  'selectionchange',
  'keyup',
  'pointermove',
  'mousemove',
  'pointerup',
  'mouseup',
  'contextmenu',
];

/**
 * Installs the guard. Call it once, as early as possible: a listener that was added before it can
 * read the selection.
 */
export function guardSelections(): void {
  // On a server there is no window.
  if (typeof window === 'undefined') return;
  for (const type of SELECTED)
    window.addEventListener(type, () => active && deselect(active), true);
}

/** Guards the fields of one root, permanently. */
export function guardSelectionIn(root: ShadowRoot): void {
  const guard = (): void => deselect(root);
  root.addEventListener('selectionchange', guard);
  root.addEventListener('focusout', () => (active = undefined));
  root.addEventListener('focusin', () => {
    active = root;
    // The Tab key has selected the text of the field. In WebKit it does so after this event.
    guard();
    setTimeout(guard);
  });
}

/** Collapses the selection to its end, if the focused field is revealed. */
export function deselect(root: ShadowRoot): void {
  const field = root.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type !== 'text') return;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start !== end) field.setSelectionRange(end, end);
}
