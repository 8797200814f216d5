/**
 * Keeps the text in a revealed field unselected, because every engine exposes the selected text to
 * the page.
 */

import { ownRoots } from './own-roots.js';

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
 * Guards a window, permanently. Call it as early as possible: a listener that was added before it
 * can read the selection.
 */
export function guardSelections(window: Window): void {
  for (const type of SELECTED) window.addEventListener(type, deselectActive, true);
}

/** Guards the fields of one root, permanently. */
export function guardSelectionsIn(root: ShadowRoot): void {
  root.addEventListener('selectionchange', deselectActive);
}

function deselectActive(): void {
  for (const root of ownRoots.keys()) deselect(root);
}

/**
 * Collapses the selection to its end, if the focused field is revealed. If it was the whole text,
 * an attribute says that the text still counts as selected, so that typing replaces it.
 */
export function deselect(root: ShadowRoot): void {
  const field = root.activeElement as HTMLInputElement | null;
  // Not `instanceof`: the field may be in the document of another window.
  if (field?.type !== 'text') return;
  const { selectionStart: start, selectionEnd: end } = field;
  if (start === end) return;
  // Beyond the end: this finds the length, without the getter of the text.
  field.setSelectionRange(99, 99);
  if (start === 0 && field.selectionEnd === end) field.toggleAttribute('data-all-selected', true);
  field.setSelectionRange(end, end);
}
