/**
 * A page full of scripts that record whatever passes by: wrapped platform functions, listeners, observers. Import it before the
 * element, as such scripts come first.
 *
 * Key listeners alone are set by {@link listenForKeys}, after the element: one that is set before it sees every key, and the
 * documentation says so.
 */
const overheard: { readonly where: string; readonly what: unknown }[] = [];
let listening = false;

function record(where: string, ...what: readonly unknown[]): void {
  if (listening) overheard.push({ where, what });
}

function wrap(owner: object, name: string): void {
  const original = Reflect.get(owner, name) as (...args: unknown[]) => unknown;
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
    record(name, ...args);
    return Reflect.apply(original, this, args);
  });
}

function wrapAccessor(owner: object, name: string): void {
  const accessor = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, {
    configurable: true,
    get(this: unknown) {
      const value: unknown = accessor.get!.call(this);
      record(`get ${name}`, value);
      return value;
    },
    set(this: unknown, value: unknown) {
      record(`set ${name}`, value);
      accessor.set!.call(this, value);
    },
  });
}

for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir']) wrap(console, name);
for (const name of ['fetch', 'postMessage', 'dispatchEvent']) wrap(window, name);
wrap(navigator, 'sendBeacon');
wrap(XMLHttpRequest.prototype, 'send');
wrap(XMLHttpRequest.prototype, 'setRequestHeader');
wrap(JSON, 'stringify');
wrap(JSON, 'parse');
wrap(Document.prototype, 'execCommand');
wrap(Storage.prototype, 'setItem');
wrap(history, 'pushState');
wrap(history, 'replaceState');
wrapAccessor(HTMLInputElement.prototype, 'value');
wrapAccessor(HTMLInputElement.prototype, 'defaultValue');

window.addEventListener('error', ({ message, error }) => record('error', message, error));
window.addEventListener('unhandledrejection', ({ reason }) => record('rejection', reason));

new MutationObserver((records) => {
  for (const { target, oldValue } of records)
    record('mutation', oldValue, target instanceof Element ? target.outerHTML : target.nodeValue);
}).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});

/** Listens at the window and the document for what a cardholder types, as scripts do that come after the element. */
export function listenForKeys(): void {
  const types = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'textInput', 'change'];
  for (const target of [window, document])
    for (const type of [...types, 'paste', 'selectionchange', 'select', 'submit', 'formdata'])
      target.addEventListener(
        type,
        (event) => {
          const { key, code, data } = event as KeyboardEvent & InputEvent;
          record(type, key, code, data, event.composedPath()[0]);
        },
        true,
      );
}

/** Keeps what it hears while an action lasts. */
export async function eavesdrop<T>(action: () => Promise<T>): Promise<T> {
  listening = true;
  try {
    return await action();
  } finally {
    listening = false;
  }
}

/** Gives what was overheard, and forgets it. */
export function recall(): readonly { readonly where: string; readonly what: unknown }[] {
  return overheard.splice(0);
}

/**
 * Reads whatever can be reached from a value by property, prototype and getter, and gives every text on the way, with its path.
 * It stops at the page itself, whose texts the caller has otherwise.
 */
export function textsWithin(
  root: unknown,
): readonly { readonly path: string; readonly text: string }[] {
  const texts: { path: string; text: string }[] = [];
  const seen = new Set<unknown>();
  const queue: { path: string; value: unknown; depth: number }[] = [
    { path: '', value: root, depth: 0 },
  ];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    const { path, value, depth } = at;
    if (typeof value === 'string') texts.push({ path, text: value });
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) continue;
    if (seen.has(value) || depth > 6) continue;
    seen.add(value);
    if (value === window || value === document || value === document.body) continue;
    if (value instanceof Map || value instanceof Set)
      for (const entry of value) queue.push({ path: `${path}{}`, value: entry, depth: depth + 1 });
    for (let owner: object | null = value; owner; owner = Reflect.getPrototypeOf(owner)) {
      for (const key of Reflect.ownKeys(owner)) {
        // Firefox tells by it what any event is about, in closed roots too (SECURITY.md). Our own events hide it from who reads them.
        if (owner === Event.prototype && key === 'explicitOriginalTarget') continue;
        let member: unknown;
        try {
          member = Reflect.get(owner, key, value);
        } catch {
          continue;
        }
        queue.push({ path: `${path}.${String(key)}`, value: member, depth: depth + 1 });
      }
    }
  }
  return texts;
}
