/**
 * Holds each request of an inline form until the test answers it. Replaces `fetch` in frames
 * without an address, because the element uses such a frame's `fetch`. Import it before the
 * element.
 */
import { responseOf, type Answer } from '../support/response.js';

const held = new Set<(answer: Answer) => void>();

/** The object that the element receives for each window. It expects the same one each time. */
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
    // In isolated mode, the frame page has its own window.
    if (own === null || this.src !== '') return own;
    const replacement =
      windows.get(own) ?? (Object.create(own, { fetch: { value: hold } }) as object);
    windows.set(own, replacement);
    return replacement;
  },
});

/** Returns a function for each pending request that answers it. */
export function pendingRequests(): readonly ((answer: Answer) => void)[] {
  return [...held];
}
