/**
 * Holds each request of an inline form until the test answers it. Replaces the `fetch` of frames
 * without an address, from which the element takes its own. Import it before the element.
 */
/** A request that is held. */
export interface HeldRequest {
  readonly settle: (response: Promise<Response>) => void;
  /** Aborts when the element has read the answer or has aborted the request. */
  readonly ended: AbortController;
}

const held: HeldRequest[] = [];

/** What the element gets for each window. It expects the same window each time. */
const windows = new WeakMap<object, object>();

const original = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  configurable: true,
  get(this: HTMLIFrameElement) {
    const own = original.get!.call(this) as object | null;
    // The frame page of isolated mode has its own window.
    if (own === null || this.src !== '') return own;
    const known = windows.get(own);
    if (known !== undefined) return known;
    const replacement = Object.create(own, {
      fetch: {
        value: (_: string, init: RequestInit) =>
          new Promise<Response>((resolve, reject) => {
            const ended = new AbortController();
            init.signal?.addEventListener('abort', () => {
              reject(new DOMException('', 'AbortError'));
              ended.abort();
            });
            held.push({ settle: resolve, ended });
          }),
      },
    }) as object;
    windows.set(own, replacement);
    return replacement;
  },
});

/** Returns the requests that are neither answered nor aborted. */
export function pendingRequests(): readonly HeldRequest[] {
  return held.filter(({ ended }) => !ended.signal.aborted);
}

/**
 * Answers a request, and waits until the element has read the answer.
 *
 * @param response - `undefined` if the request is lost.
 */
export async function answer(request: HeldRequest, response?: Response): Promise<void> {
  const { ended, settle } = request;
  const done = new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  if (response?.body) {
    const observer = new TransformStream<Uint8Array, Uint8Array>({ flush: () => ended.abort() });
    settle(Promise.resolve(new Response(response.body.pipeThrough(observer), response)));
  } else {
    settle(response ? Promise.resolve(response) : Promise.reject(new TypeError('Failed to fetch')));
    ended.abort();
  }
  await done;
}
