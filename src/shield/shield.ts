/**
 * Keeps what is typed from tools that record by accident. It receives key, input and clipboard
 * events from inside an element at the window, before a listener at the document, passes them to
 * the element, and stops them. A script that sets out to read them can still do so.
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

/** Ignored if a script made them: the page could type digits of its choice. */
const TYPING = /^key|^beforeinput/;

/** Milliseconds after which a digit key counts as up: the system may have swallowed its `keyup`. */
const LONGEST_PRESS = 2_000;

/** The receiver of each root. Holds an element only while it is in a page. */
const receivers = new Map<ShadowRoot, Receiver>();

/** Keys that went down inside an element. If the page moves the focus, it must get no `keyup`. */
const down = new Set<string>();

const digitsDown = new Set<string>();

/** Reports that are held until no digit key is down. */
const held: (() => void)[] = [];

let timer: ReturnType<typeof setTimeout> | undefined;

/** Guards the window permanently. A listener that was added before it receives every key. */
export function guardWindow(): void {
  guard(window);
}

/** Guards a root, and passes events from inside it to a receiver. Returns what ends that. */
export function guardRoot(root: ShadowRoot, receive: Receiver): () => void {
  receivers.set(root, receive);
  // The window's listener can't tell where an event comes from if the element is in a closed root
  // of the page and has no focus, as when undo changes its field.
  guard(root);
  return () => receivers.delete(root);
}

/** Doing so again has no effect. */
function guard(target: EventTarget): void {
  for (const type of TYPES) target.addEventListener(type, stop, true);
}

/**
 * Returns the root of an event; `undefined` if it comes from elsewhere in the page. If the element
 * is in a closed root of the page, a listener at the window sees only the host of that root as the
 * target. Then the event is from inside if our root has the focus.
 */
export function rootOf(event: Event): ShadowRoot | undefined {
  const [target] = event.composedPath();
  for (const root of receivers.keys()) {
    let { host } = root;
    // A listener at the root sees the node itself. Slotted content belongs to the page.
    if (host === target || (event.currentTarget === root && root.contains(target as Node)))
      return root;
    if (root.activeElement !== null)
      while ((host = (host.getRootNode() as ShadowRoot).host)) if (host === target) return root;
  }
  return undefined;
}

/** Returns the root into whose slots the page has put the target of an event. */
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
  // It would be typed into a field of the page.
  else if (repeat) event.preventDefault();
  followKey(event as KeyboardEvent);
}

/**
 * Tab, Escape and shortcuts work as everywhere in the page. The page never receives a digit key,
 * even in a shortcut, because it may be released after the modifier.
 */
function belongsToPage(event: Event): boolean {
  if (!(event instanceof KeyboardEvent)) return false;
  const { key, ctrlKey, metaKey, altKey } = event;
  // Not `digitsOf`, which finds a digit in F6.
  if (digitsOfWhole(key) !== undefined) return false;
  return key === 'Tab' || key === 'Escape' || ctrlKey || metaKey || altKey;
}

/**
 * Calls a function as soon as no digit key is down, in the order of the calls. A page that is told
 * of an entry may move the focus. The `keyup` would follow the focus, and it names the digit.
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
    // Not captured, because the window itself is meant.
    window.addEventListener('blur', releaseKeys);
  } else if (type === 'keyup') {
    digitsDown.delete(idOf(event));
    // While Meta is down, macOS reports no other key that comes up.
    if (digitsDown.size === 0 || key === 'Meta') releaseKeys();
  }
}

/** Returns whether a digit key is down: any, or that of a key event. */
export function isDigitDown(event?: KeyboardEvent): boolean {
  return event === undefined ? digitsDown.size > 0 : digitsDown.has(idOf(event));
}

/** Takes every digit key for up, because no `keyup` comes any more. */
export function releaseKeys(): void {
  clearTimeout(timer);
  window.removeEventListener('blur', releaseKeys);
  digitsDown.clear();
  // One that is added meanwhile has its turn after the others.
  for (let act = held.shift(); act !== undefined; act = held.shift())
    try {
      act();
    } catch (error) {
      reportError(error);
    }
}

/** On-screen keyboards give no code. */
function idOf({ code, key }: KeyboardEvent): string {
  return code || key;
}
