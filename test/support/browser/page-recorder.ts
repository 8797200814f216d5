/**
 * Records what the scripts of a page can see, with wrapped platform functions, listeners and
 * observers. Import it before the element, because such scripts run first.
 *
 * {@link listenForKeys} adds the key listeners after the element is defined. A key listener that is
 * added earlier sees every key, as the documentation says.
 */
const records: { readonly where: string; readonly what: unknown }[] = [];
let recording = false;

function record(where: string, ...what: readonly unknown[]): void {
  if (recording) records.push({ where, what });
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

new MutationObserver((mutations) => {
  for (const { target, oldValue } of mutations)
    record('mutation', oldValue, target instanceof Element ? target.outerHTML : target.nodeValue);
}).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
});

/** Listens for keys and edits at the window and the document, as scripts after the element can. */
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

/** Records while an action runs. */
export async function recordDuring<T>(action: () => Promise<T>): Promise<T> {
  recording = true;
  try {
    return await action();
  } finally {
    recording = false;
  }
}

/** Returns the records so far, and clears them. */
export function takeRecords(): readonly { readonly where: string; readonly what: unknown }[] {
  return records.splice(0);
}

/**
 * Returns every text that can be reached from some values through properties, prototypes and
 * getters, with its path. Visits each object once, on its shortest path. Doesn't descend into the
 * window and the document: the caller reads those itself.
 */
export function textsWithin(
  ...roots: readonly unknown[]
): readonly { readonly path: string; readonly text: string }[] {
  const texts: { path: string; text: string }[] = [];
  const seen = new Set<unknown>();
  const queue: { path: string; value: unknown; depth: number }[] = roots.map((value) => ({
    path: '',
    value,
    depth: 0,
  }));
  // The queue grows in the loop. To remove its first item each time would take quadratic time.
  for (const at of queue) {
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
        // In Firefox this property exposes the target of any event, even in a closed root
        // (SECURITY.md). Only the element's own events hide it.
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
