/**
 * Holds each request of an inline form until the test answers it. Replaces the `fetch` of frames
 * without an address, from which the element takes its own. Import it before the element.
 */
import { responseOf, type Answer } from '../support/response.js';

const held = new Set<(answer: Answer) => void>();

/** What the element gets for each window. It expects the same window each time. */
const windows = new WeakMap<object, object>();

function hold(_: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((resolve, reject) => {
    const settle = (answer: Answer): void => {
      held.delete(settle);
      if (answer === 'lost') reject(new TypeError('Failed to fetch'));
      else resolve(responseOf(answer));
    };
    held.add(settle);
    signal?.addEventListener('abort', () => {
      held.delete(settle);
      reject(new DOMException('', 'AbortError'));
    });
  });
}

const original = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  configurable: true,
  get(this: HTMLIFrameElement) {
    const own = original.get!.call(this) as object | null;
    // The frame page of isolated mode has its own window.
    if (own === null || this.src !== '') return own;
    const replacement =
      windows.get(own) ?? (Object.create(own, { fetch: { value: hold } }) as object);
    windows.set(own, replacement);
    return replacement;
  },
});

/** Returns functions that answer the requests that are neither answered nor aborted. */
export function pendingRequests(): readonly ((answer: Answer) => void)[] {
  return [...held];
}
