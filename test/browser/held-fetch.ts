/**
 * Stands between the element and the service: keeps each request of the element's until the test lets it go. It hands itself out as the
 * `fetch` of every frame, where the element takes its own from. Import it before the element.
 */
/** A request that is kept. */
export interface Held {
  readonly url: string;
  readonly init: RequestInit;
  readonly answer: (response: Promise<Response>) => void;
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
            init.signal?.addEventListener('abort', () =>
              reject(new DOMException('', 'AbortError')),
            );
            held.push({ url, init, answer: resolve });
          }),
      },
    }) as unknown;
  },
});

/** The requests to an address that are out: neither answered nor given up. */
export function requestsOut(endpoint: string): readonly Held[] {
  return held.filter(({ url, init }) => url === endpoint && init.signal?.aborted === false);
}

/** Lets a request go to the service, and waits until the element has done with the answer. */
export function letGo(request: Held): Promise<void> {
  return finish(request, fetch(request.url, request.init));
}

/** Loses a request, or its answer alone. */
export function lose(request: Held, executed: boolean): Promise<void> {
  const answer = executed ? fetch(request.url, request.init) : Promise.resolve();
  return finish(
    request,
    answer.then(() => Promise.reject(new TypeError('Failed to fetch'))),
  );
}

async function finish({ init, answer }: Held, response: Promise<Response>): Promise<void> {
  const over = new Promise((resolve) => init.signal?.addEventListener('abort', resolve));
  answer(response);
  await over;
}
