/** Sets the guards where elements are. Setting them again has no effect. */
import { guardKeystrokes } from './keystroke-guard.js';
import { ownRoots, type Receiver } from './own-roots.js';
import { guardSelections, guardSelectionsIn } from './selection-guard.js';

/**
 * Guards the events of a window, permanently. Call it as early as possible: a listener that was
 * added before it receives every key.
 */
export function guardWindow(window: Window): void {
  // Before the keystroke guard, which stops events.
  guardSelections(window);
  guardKeystrokes(window);
}

/** Guards a root that is in a page, and the window of that page. A page may adopt an element. */
export function guardRoot(root: ShadowRoot, receive: Receiver): void {
  ownRoots.set(root, receive);
  const { defaultView } = root.ownerDocument;
  if (defaultView !== null) guardWindow(defaultView);
  // The window's guard can't tell where an event comes from if the element is in a closed root of
  // the page and has no focus, as when undo changes its field.
  guardKeystrokes(root);
  guardSelectionsIn(root);
}
