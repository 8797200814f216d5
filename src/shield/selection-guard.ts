/**
 * Sees to it that nothing is selected in a field that shows its digits, as every engine gives a page the text that is selected.
 */

/** The root in which the focus is. */
let active: ShadowRoot | undefined;

/** Chromium tells of selections in fields at the window alone, and of what a key or the mouse has selected later than that it was let go. */
const SELECTED = [
  'selectionchange',
  'keyup',
  'pointermove',
  'mousemove',
  'pointerup',
  'mouseup',
  'contextmenu',
];

/** Call it once, and as early as possible: who listens first reads first. */
export function guardSelections(): void {
  // Importing the component on a server does nothing.
  if (typeof window === 'undefined') return;
  for (const type of SELECTED)
    window.addEventListener(type, () => active && deselect(active), true);
}

/** Guards the fields of one root, for good. */
export function guardSelectionIn(root: ShadowRoot): void {
  const guard = (): void => deselect(root);
  root.addEventListener('selectionchange', guard);
  root.addEventListener('focusout', () => (active = undefined));
  root.addEventListener('focusin', () => {
    active = root;
    // The Tab key has selected what is in the field, or in WebKit is about to.
    guard();
    setTimeout(guard);
  });
}

/** Leaves the caret where the selection ended, if the field that has the focus shows its digits. */
export function deselect(root: ShadowRoot): void {
  const field = root.activeElement;
  if (!(field instanceof HTMLInputElement) || field.type !== 'text') return;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start !== end) field.setSelectionRange(end, end);
}
