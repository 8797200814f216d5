/**
 * Holds each request of the element until the test releases it. Replaces the `fetch` of every
 * frame, from which the element takes its own. Import it before the element.
 */
/** A request that is held. */
export interface HeldRequest {
  readonly url: string;
  readonly init: RequestInit;
  readonly answer: (response: Promise<Response>) => void;
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
    if (own === null) return null;
    const known = windows.get(own);
    if (known !== undefined) return known;
    const replacement = Object.create(own, {
      fetch: {
        value: (url: string, init: RequestInit) =>
          new Promise<Response>((resolve, reject) => {
            const ended = new AbortController();
            init.signal?.addEventListener('abort', () => {
              reject(new DOMException('', 'AbortError'));
              ended.abort();
            });
            held.push({ url, init, answer: resolve, ended });
          }),
      },
    }) as object;
    windows.set(own, replacement);
    return replacement;
  },
});

/** Returns the requests to an address that are neither answered nor aborted. */
export function pendingRequests(endpoint: string): readonly HeldRequest[] {
  return held.filter(({ url, ended }) => url === endpoint && !ended.signal.aborted);
}

/** Sends a request to the service, and waits until the element has read the answer. */
export function deliver(request: HeldRequest): Promise<void> {
  return end(
    request,
    fetch(request.url, request.init).then((response) => endWithBody(response, request)),
  );
}

/**
 * Loses a request.
 *
 * @param executed - True if the service gets the request, so that only the answer is lost.
 */
export function lose(request: HeldRequest, executed: boolean): Promise<void> {
  const answer = executed ? fetch(request.url, request.init) : Promise.resolve();
  return end(
    request,
    answer.then(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
}

/** Returns the same response, which ends its request when the body has been read. */
function endWithBody(response: Response, { ended }: HeldRequest): Response {
  const observer = new TransformStream<Uint8Array, Uint8Array>({ flush: () => ended.abort() });
  if (response.body !== null) return new Response(response.body.pipeThrough(observer), response);
  ended.abort();
  return response;
}

async function end({ answer, ended }: HeldRequest, response: Promise<Response>): Promise<void> {
  const done = new Promise((resolve) => ended.signal.addEventListener('abort', resolve));
  answer(response);
  await done;
}
