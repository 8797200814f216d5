/**
 * Receives key, input and clipboard events from inside an element before anything else in the page,
 * and passes them to the element. Later listeners, in the page or in the element's own template,
 * never receive them.
 */
import { digitsOf } from '../pin/digits.js';

const GUARDED = [
  'keydown',
  'keypress',
  'keyup',
  'beforeinput',
  'input',
  'textInput',
  'compositionstart',
  'compositionupdate',
  'compositionend',
  'paste',
  'copy',
  'cut',
  'drop',
  'dragstart',
] as const;

/**
 * A function that handles an event if it came from one of its own elements, and returns whether it
 * did.
 */
export type Receiver = (target: EventTarget, event: Event) => boolean;

/**
 * Installs the guard, permanently. Call it once, as early as possible: a listener that was added
 * before it receives every key.
 *
 * The default action (typing, implicit submission, undo) still happens unless the receiver prevents
 * it.
 */
export function guardKeystrokes(receive: Receiver): void {
  // On a server there is no window.
  if (typeof window === 'undefined') return;
  for (const type of GUARDED) window.addEventListener(type, (event) => guard(event, receive), true);
}

/**
 * Guards one root too. If the element is inside another component's closed root, a listener at the
 * window sees only that component as the target. The events still pass through the element's root.
 */
export function guardRoot(root: ShadowRoot, receive: (event: Event) => void): void {
  for (const type of GUARDED)
    root.addEventListener(
      type,
      (event) =>
        guard(event, (target) => {
          // Events from slotted content pass through the root too, but belong to the page.
          const inside = (target as Node).getRootNode() === root;
          if (inside) receive(event);
          return inside;
        }),
      true,
    );
}

function guard(event: Event, receive: Receiver): void {
  if (belongsToPage(event)) return;
  const [target] = event.composedPath();
  if (target !== undefined && receive(target, event)) event.stopImmediatePropagation();
}

/**
 * Returns whether the page receives the event. Tab, Escape and shortcuts work as everywhere in the
 * page. The page never receives a digit key, even in a shortcut, because it may be released after
 * the modifier.
 */
function belongsToPage(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || digitsOf(event.key) !== '') return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey;
}
