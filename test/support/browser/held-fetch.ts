/**
 * Stands between the element and the service: keeps each request of the element's until the test lets it go. It hands itself out as the
 * `fetch` of every frame, where the element takes its own from. Import it before the element.
 */
/** A request that is kept. */
export interface Held {
  readonly url: string;
  readonly init: RequestInit;
  readonly answer: (response: Promise<Response>) => void;
  /** Ends once the element has read the answer, or has given the request up. */
  readonly over: AbortController;
}

const held: Held[] = [];

const original = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!;
Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  configurable: true,
  get(this: HTMLIFrameElement) {
    return Object.create(original.get!.call(this) as object, {
      fetch: {
        value: (url: string, init: RequestInit) =>
          new Promise<Response>((resolve, reject) => {
            const over = new AbortController();
            init.signal?.addEventListener('abort', () => {
              reject(new DOMException('', 'AbortError'));
              over.abort();
            });
            held.push({ url, init, answer: resolve, over });
          }),
      },
    }) as unknown;
  },
});

/** The requests to an address that are out: neither answered nor given up. */
export function requestsOut(endpoint: string): readonly Held[] {
  return held.filter(({ url, over }) => url === endpoint && !over.signal.aborted);
}

/** Lets a request go to the service, and waits until the element has done with the answer. */
export function letGo(request: Held): Promise<void> {
  return finish(
    request,
    fetch(request.url, request.init).then((response) => watched(response, request)),
  );
}

/** Loses a request, or its answer alone. */
export function lose(request: Held, executed: boolean): Promise<void> {
  const answer = executed ? fetch(request.url, request.init) : Promise.resolve();
  return finish(
    request,
    answer.then(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
}

/** The same response, which tells when its body has been read to its end. */
function watched(response: Response, { over }: Held): Response {
  const end = new TransformStream<Uint8Array, Uint8Array>({ flush: () => over.abort() });
  if (response.body !== null) return new Response(response.body.pipeThrough(end), response);
  over.abort();
  return response;
}

async function finish({ answer, over }: Held, response: Promise<Response>): Promise<void> {
  const ended = new Promise((resolve) => over.signal.addEventListener('abort', resolve));
  answer(response);
  await ended;
}
