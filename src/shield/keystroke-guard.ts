/**
 * Receives key, input and clipboard events from inside an element before anyone else in the page, and hands them to the element.
 * Listeners that come later, in the page or in the element's own template, never see them.
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

/** Takes an event if it came from one of its own elements, and tells whether it did. */
export type Receiver = (target: EventTarget, event: Event) => boolean;

/**
 * Sets the guard, for good: call it once, as early as possible, since a listener set before it sees every key.
 *
 * A default action (typing, implicit submission, undo) is left to happen unless the receiver prevents it.
 */
export function guardKeystrokes(receive: Receiver): void {
  // Importing the component on a server does nothing.
  if (typeof window === 'undefined') return;
  for (const type of GUARDED) window.addEventListener(type, (event) => guard(event, receive), true);
}

/**
 * Guards one root as well: at the window an element inside somebody else's closed root can't be told from that root's host, and its
 * events come by here.
 */
export function guardRoot(root: ShadowRoot, receive: (event: Event) => void): void {
  for (const type of GUARDED)
    root.addEventListener(
      type,
      (event) =>
        guard(event, (target) => {
          // What stands in a slot passes through the root too, and belongs to the page.
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

/** Tab, Escape and shortcuts work as everywhere in the page, but for those with a digit: a key may come up after its modifier. */
function belongsToPage(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || digitsOf(event.key) !== '') return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey;
}
