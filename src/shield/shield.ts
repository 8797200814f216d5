/**
 * Keeps typed digits from tools that would record them by accident. The shield catches an element's
 * key, input and clipboard events at the window, before any listeners on the document, passes them
 * to the element, and stops them. A script that deliberately tries to read the digits still can.
 */
import { digitsOfWhole, isDigitKey } from '../pin/digits.js';

type Receiver = (event: Event) => void;

const TYPES = [
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

/** Events to ignore if a script created them, because the page could type digits of its choice. */
const TYPING = /^key|^beforeinput/;

/** Milliseconds until a digit key counts as up, in case the system swallows its `keyup`. */
const LONGEST_PRESS = 2_000;

/** Each root's receiver. Keeps an element alive only while it's in a page. */
const receivers = new Map<ShadowRoot, Receiver>();

/** Keys that went down in an element, whose `keyup` events the page must not receive. */
const down = new Set<string>();

const digitsDown = new Set<string>();

/** Reports that are held until no digit key is down. */
const held: (() => void)[] = [];

let timer: ReturnType<typeof setTimeout> | undefined;

/** Guards the window permanently. Listeners that were added earlier still receive every key. */
export function guardWindow(): void {
  guard(window);
}

/** Guards a root, and passes its events to a receiver. Returns a function that stops the guard. */
export function guardRoot(root: ShadowRoot, receive: Receiver): () => void {
  receivers.set(root, receive);
  // The window's listener can't recognise an event's root if the element is in the page's own
  // closed root and doesn't have focus, for example when undo changes its field.
  guard(root);
  return () => receivers.delete(root);
}

/** Adds the guard's listeners, unless the target already has them. */
function guard(target: EventTarget): void {
  for (const type of TYPES) target.addEventListener(type, stop, true);
}

/**
 * Returns an event's root, or `undefined` if the event is from elsewhere on the page. If the
 * element is in the page's own closed root, the window sees only that root's host as the target.
 * The event then belongs to the element if our root has focus.
 */
export function rootOf(event: Event): ShadowRoot | undefined {
  const [target] = event.composedPath();
  for (const root of receivers.keys()) {
    let { host } = root;
    // Listeners on the root see the node itself. Slotted content belongs to the page.
    if (host === target || (event.currentTarget === root && root.contains(target as Node)))
      return root;
    if (root.activeElement !== null)
      while ((host = (host.getRootNode() as ShadowRoot).host)) if (host === target) return root;
  }
  return undefined;
}

/** Returns the root whose slots contain the event's target. */
export function rootAround(event: Event): ShadowRoot | undefined {
  const path = event.composedPath();
  return [...receivers.keys()].find(({ host }) => path.includes(host));
}

function stop(event: Event): void {
  const { type, repeat } = event as KeyboardEvent;
  if (!event.isTrusted && TYPING.test(type)) return;
  const root = belongsToPage(event) ? undefined : rootOf(event);
  const receive = root && receivers.get(root);
  const id = idOf(event as KeyboardEvent);
  const isNewKey = type === 'keydown' && !repeat;
  const isOurs = receive !== undefined || (!isNewKey && down.has(id));
  if (isNewKey || type === 'keyup') down.delete(id);
  if (!isOurs) return;
  event.stopImmediatePropagation();
  if (type === 'keydown' && receive !== undefined) down.add(id);
  if (receive !== undefined) receive(event);
  // Otherwise, the key would type into one of the page's fields.
  else if (repeat) event.preventDefault();
  followKey(event as KeyboardEvent);
}

/**
 * Returns whether the page may receive a key: Tab, Escape or a shortcut. The page never receives a
 * digit key, even in a shortcut, because the digit may be released after the modifier.
 */
function belongsToPage(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  // Not `digitsOf`, which finds a digit in F6.
  if (digitsOfWhole(key) !== undefined) return false;
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey;
}

/**
 * Calls functions in order as soon as no digit key is down. A page that is notified of a change may
 * move the focus, and would then receive the `keyup` event, which contains the digit.
 */
export function whenKeysAreUp(act: () => void): void {
  held.push(act);
  if (digitsDown.size === 0) releaseKeys();
}

export function followKey(event: KeyboardEvent): void {
  const { type, key } = event;
  if (type === 'keydown' && isDigitKey(event)) {
    digitsDown.add(idOf(event));
    clearTimeout(timer);
    timer = setTimeout(releaseKeys, LONGEST_PRESS);
    // Not captured, because only the window's own `blur` matters.
    window.addEventListener('blur', releaseKeys);
  } else if (type === 'keyup') {
    digitsDown.delete(idOf(event));
    // While Meta is down, macOS doesn't report the `keyup` of other keys.
    if (digitsDown.size === 0 || key === 'Meta') releaseKeys();
  }
}

/** Returns whether an event's digit key is down or, without an event, whether any digit key is. */
export function isDigitDown(event?: KeyboardEvent): boolean {
  return event === undefined ? digitsDown.size > 0 : digitsDown.has(idOf(event));
}

/** Treats all digit keys as released, because no more `keyup` events will arrive. */
export function releaseKeys(): void {
  clearTimeout(timer);
  window.removeEventListener('blur', releaseKeys);
  digitsDown.clear();
  // Functions that are added in the meantime run last.
  for (let act = held.shift(); act !== undefined; act = held.shift())
    try {
      act();
    } catch (error) {
      reportError(error);
    }
}

/** Returns a key's id. On-screen keyboards don't set `code`. */
function idOf({ code, key }: KeyboardEvent): string {
  return code || key;
}
