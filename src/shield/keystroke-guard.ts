/**
 * Receives key, input and clipboard events from inside an element before anything else in the page,
 * and passes them to the element. Later listeners, in the page or in the element's own template,
 * never receive them.
 */
import { digitsOfWhole } from '../pin/digits.js';
import { followKey, releaseKeys } from './digit-keys.js';
import { ownRoots, rootAround, rootOf, type Receiver } from './own-roots.js';
import { belongsToBrowser } from './tab-stops.js';

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
  'dragstart',
] as const;

/**
 * Typing events. The guard ignores those that a script made: the page could type digits of its
 * choice.
 */
const TYPING = /^key|^beforeinput/;

/**
 * The codes of the keys that went down inside an element and have not come up yet. The page may
 * move the focus meanwhile, and would receive the `keyup`.
 */
const down = new Set<string>();

/** Guards a root, and passes events from inside it to a receiver. */
export function guardRoot(root: ShadowRoot, receive: Receiver): void {
  ownRoots.set(root, receive);
  // The window's listener can't tell where an event comes from if the element is in a closed root
  // of the page and has no focus, as when undo changes its field.
  guard(root);
}

/**
 * Guards a window or a root, permanently. Doing so again has no effect. Call it as early as
 * possible: a listener that was added before it receives every key. The default action (typing,
 * undo) still happens unless the receiver prevents it.
 */
export function guard(target: EventTarget): void {
  for (const type of GUARDED) target.addEventListener(type, handle, true);
  // Not captured, because the window is meant.
  target.addEventListener('blur', releaseKeys);
}

function handle(event: Event): void {
  const { type, code, key, repeat } = event as KeyboardEvent;
  if (!event.isTrusted && TYPING.test(type)) return;
  // A link in a slot may be between two stops. SweetAlert2 and React Aria would move the focus past
  // the second one, and focus-trap and Radix if nothing in the dialog follows the link.
  const isTab = type === 'keydown' && key === 'Tab';
  const root = rootOf(event) ?? (isTab ? rootAround(event) : undefined);
  const receive = root && !belongsToPage(event, root) ? ownRoots.get(root) : undefined;
  const isNewKey = type === 'keydown' && !repeat;
  const isOurs = receive !== undefined || (!isNewKey && down.has(code));
  if (isNewKey || type === 'keyup') down.delete(code);
  if (!isOurs) return;
  event.stopImmediatePropagation();
  // Not Tab, which must leave the element in the end if it is held down.
  if (type === 'keydown' && receive !== undefined && !isTab) down.add(code);
  if (receive !== undefined) receive(event);
  // It would be typed into a field of the page.
  else if (repeat) event.preventDefault();
  followKey(event as KeyboardEvent);
}

/**
 * Returns whether the page receives the event. Tab, Escape and shortcuts work as everywhere in the
 * page. The page never receives a digit key, even in a shortcut, because it may be released after
 * the modifier.
 */
function belongsToPage(event: Event, root: ShadowRoot): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const { type, key, shiftKey, ctrlKey, metaKey, altKey } = event;
  // Not `digitsOf`, which finds a digit in F6.
  if (digitsOfWhole(key) !== undefined) return false;
  if (key === 'Escape' || ctrlKey || metaKey || altKey) return true;
  return key === 'Tab' && (type !== 'keydown' || !belongsToBrowser(root, shiftKey ? -1 : 1));
}
