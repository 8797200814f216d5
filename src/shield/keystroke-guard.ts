/**
 * Receives key, input and clipboard events from inside an element before anything else in the page,
 * and passes them to the element. Later listeners, in the page or in the element's own template,
 * never receive them.
 */
import { digitsOfWhole } from '../pin/digits.js';
import { receiverOf } from './own-roots.js';

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

/** Codes of the keys that went down inside an element and have not come up yet. */
const down = new Set<string>();

/**
 * Guards a window or a root, permanently. The default action (typing, implicit submission, undo)
 * still happens unless the receiver prevents it.
 */
export function guardKeystrokes(target: EventTarget): void {
  for (const type of GUARDED) target.addEventListener(type, guard, true);
}

function guard(event: Event): void {
  const receive = belongsToPage(event) ? undefined : receiverOf(event);
  const { type, code, repeat } = event as KeyboardEvent;
  const isNewKey = type === 'keydown' && !repeat;
  // The page may have moved the focus while the key is down.
  const isOurs = receive !== undefined || (!isNewKey && down.has(code));
  if (isNewKey && isOurs) down.add(code);
  else if (isNewKey || type === 'keyup') down.delete(code);
  if (!isOurs) return;
  event.stopImmediatePropagation();
  if (receive !== undefined) receive(event);
  // It would be typed into a field of the page.
  else if (repeat) event.preventDefault();
}

/**
 * Returns whether the page receives the event. Tab, Escape and shortcuts work as everywhere in the
 * page. The page never receives a digit key, even in a shortcut, because it may be released after
 * the modifier.
 */
function belongsToPage(event: Event): boolean {
  // Not `instanceof`: the event may be from the realm of another window.
  if (!('key' in event)) return false;
  const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
  // Not `digitsOf`, which finds a digit in F6.
  if (digitsOfWhole(key) !== undefined) return false;
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey;
}
