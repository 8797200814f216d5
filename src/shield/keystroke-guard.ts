/**
 * Receives key, input and clipboard events from inside an element before anything else in the page,
 * and passes them to the element. Later listeners, in the page or in the element's own template,
 * never receive them.
 */
import { digitsOfWhole, isDigitKey } from '../pin/digits.js';
import { elementUnderPointer, ownRoots, rootAround, rootOf, type Receiver } from './own-roots.js';
import { focusStop, staysInside } from './tab-stops.js';

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
 * Typing events. The guard ignores those that a script made: the page could type digits of its
 * choice.
 */
const TYPING = /^key|^beforeinput/;

/** Milliseconds after which a `keyup` is awaited no longer: another program may have taken it. */
const LONGEST_PRESS = 2_000;

/** A key that went down inside an element and has not come up yet. */
interface Key {
  readonly receive: Receiver;
  readonly isDigit: boolean;
  /** Runs until the `keyup` of a digit is awaited no longer. */
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/** The keys that are down, by their codes. */
const down = new Map<string, Key>();

/** The codes of the digit keys whose `keyup` is awaited. */
const awaited = new Set<string>();

/** What {@link afterKeys} defers. */
const deferred: (() => void)[] = [];
let isHandling = false;

const { MessageChannel } = globalThis;
let tasks: MessagePort | undefined;

/**
 * Acts once no digit key is down and no event is being handled: at once, or in a task of its own.
 *
 * A page that learned of a digit while its key is down could move the focus and receive the
 * `keyup`, which names the digit. And while an event is handled, it is `window.event` for every
 * script that runs, in microtasks too.
 */
export function afterKeys(act: () => void): void {
  deferred.push(act);
  if (!isHandling) flush();
}

function flush(): void {
  isHandling = awaited.size > 0;
  if (!isHandling) for (const act of deferred.splice(0)) act();
}

/** Calls {@link flush} in a task. */
function flushLater(): void {
  isHandling = true;
  if (tasks === undefined) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = flush;
    tasks = port2;
  }
  tasks.postMessage(undefined);
}

/**
 * Guards a window or a root, permanently. The default action (typing, undo) still happens unless
 * the receiver prevents it.
 */
export function guardKeystrokes(target: EventTarget): void {
  for (const type of GUARDED) target.addEventListener(type, guard, true);
  target.addEventListener('blur', handleBlur);
}

function guard(event: Event): void {
  const { type, code, repeat } = event as KeyboardEvent;
  if (!event.isTrusted && TYPING.test(type)) return;
  // What the page has put into a slot may be between two tab stops of the element.
  const isTab = type === 'keydown' && (event as KeyboardEvent).key === 'Tab';
  const root = rootOf(event) ?? (isTab ? rootAround(event) : undefined);
  const receive = root && !belongsToPage(event, root) ? ownRoots.get(root) : undefined;
  const isNewKey = type === 'keydown' && !repeat;
  // The page may have moved the focus while the key is down.
  const isOurs = receive !== undefined || (!isNewKey && down.has(code));
  if (isNewKey || type === 'keyup') release(code);
  // While Meta is down, macOS reports no other key that comes up.
  if (type === 'keyup' && (event as KeyboardEvent).key === 'Meta') stopCounting();
  if (!isOurs) return;
  event.stopImmediatePropagation();
  flushLater();
  // Focus the field first: Chromium may insert the text before it focuses the field, and then the
  // event can't be matched to a root.
  if (type === 'drop') elementUnderPointer(event as DragEvent, root!)?.focus();
  // Not Tab, which must leave the element in the end if it is held down.
  if (type === 'keydown' && receive !== undefined && !isTab) hold(event as KeyboardEvent, receive);
  if (receive !== undefined) receive(event);
  // It would be typed into a field of the page.
  else if (repeat) event.preventDefault();
}

function hold(event: KeyboardEvent, receive: Receiver): void {
  const { code } = event;
  clearTimeout(down.get(code)?.timer);
  const isDigit = isDigitKey(event);
  if (isDigit) awaited.add(code);
  const timer = isDigit ? setTimeout(() => stopAwaiting(code), LONGEST_PRESS) : undefined;
  down.set(code, { receive, isDigit, timer });
}

function release(code: string): void {
  clearTimeout(down.get(code)?.timer);
  down.delete(code);
  stopAwaiting(code);
}

function stopAwaiting(code: string): void {
  if (awaited.delete(code)) flushLater();
}

/** Passes on that the window lost the focus while a digit key was down, as its `keyup` is lost. */
function handleBlur(event: Event): void {
  const digits = [...down.values()].filter(({ isDigit }) => isDigit);
  for (const receive of new Set(digits.map((key) => key.receive))) receive(event);
  stopCounting();
}

/**
 * Stops counting the keys that are down as digits. The page still doesn't receive their `keyup`.
 */
function stopCounting(): void {
  for (const [code, key] of down) {
    stopAwaiting(code);
    down.set(code, { ...key, isDigit: false });
  }
}

/**
 * Returns whether the page receives the event. Tab, Escape and shortcuts work as everywhere in the
 * page. The page never receives a digit key, even in a shortcut, because it may be released after
 * the modifier.
 */
function belongsToPage(event: Event, root: ShadowRoot): boolean {
  // Not `instanceof`: the event may be from the realm of another window.
  if (!('key' in event)) return false;
  const { type, key, shiftKey, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
  // Not `digitsOf`, which finds a digit in F6.
  if (digitsOfWhole(key) !== undefined) return false;
  if (key === 'Escape' || ctrlKey || metaKey || altKey) return true;
  if (key !== 'Tab') return false;
  if (type !== 'keydown') return true;
  const direction = shiftKey ? -1 : 1;
  if (staysInside(root, direction)) return false;
  keepMoving(event, root, direction);
  return true;
}

/**
 * Wraps round inside the element if the page prevents Tab from leaving it. To a focus trap, the
 * element is a single tab stop that already has the focus.
 */
function keepMoving(event: Event, root: ShadowRoot, direction: number): void {
  const { activeElement } = root;
  setTimeout(() => {
    if (event.defaultPrevented && activeElement !== null && root.activeElement === activeElement)
      focusStop(root, direction);
  });
}
