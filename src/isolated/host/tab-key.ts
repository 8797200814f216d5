/** The Tab key that moves the focus, for a script that then moves it on, as in a modal dialog. */

let direction = 0;
let isPointer = false;

/** Returns `1` if Tab moves the focus, `-1` if Shift+Tab does, and else `0`. */
export const tabDirection = (): number => direction;

function follow({ type, isTrusted, key, shiftKey }: KeyboardEvent): void {
  if (!isTrusted) return;
  direction = type !== 'keydown' || key !== 'Tab' ? 0 : shiftKey ? -1 : 1;
  isPointer = type === 'pointerdown';
}

// On a server there is no window.
if (typeof window !== 'undefined')
  for (const type of ['keydown', 'keyup', 'pointerdown', 'blur'] as const)
    // Captured, `blur` would also be that of every node.
    window.addEventListener(type, follow as (event: Event) => void, type !== 'blur');

/**
 * Follows a Tab key that moves the focus out of a frame, which receives the key. A library may
 * notice only that the focus is elsewhere now.
 */
export function followBlur({ target, relatedTarget }: FocusEvent): void {
  if (isPointer || relatedTarget === null) return;
  const { DOCUMENT_POSITION_PRECEDING } = Node;
  const { host } = (target as Node).getRootNode() as ShadowRoot;
  const position = host.compareDocumentPosition(relatedTarget as Node);
  // Before the next listener, but after a script of the page that has moved the focus by itself.
  queueMicrotask(() => (direction = position & DOCUMENT_POSITION_PRECEDING ? -1 : 1));
  setTimeout(() => (direction = 0));
}
