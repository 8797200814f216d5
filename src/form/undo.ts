/**
 * Undo and redo. Chromium and WebKit keep one undo history for the whole page. If the focused field
 * has nothing left to undo, they continue in another field and focus it.
 */

/** Returns whether an event undoes or redoes an edit. */
export function isUndo(event: Event): boolean {
  return event.type === 'beforeinput' && (event as InputEvent).inputType.startsWith('history');
}
