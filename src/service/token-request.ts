/**
 * One request for a client token: to the page's provider or, after `respondWith`, to the page.
 */

/**
 * Requests a token. An answer that is not accepted, or comes too late, counts as a failure.
 *
 * @param controller - Abort it to cancel the request. It is aborted at the end.
 * @param ask - Returns the answer, or a promise of it.
 * @param timeout - Milliseconds that the answer may take.
 * @param accept - Takes the answer. Returns `false` if it is not a new token.
 */
export function requestToken(
  controller: AbortController,
  ask: (signal: AbortSignal) => unknown,
  timeout: number,
  accept: (answer: unknown) => boolean,
  onFailure: () => void,
): void {
  const { signal } = controller;
  const fail = () => {
    if (signal.aborted) return;
    controller.abort();
    onFailure();
  };
  const timer = setTimeout(fail, timeout);
  signal.addEventListener('abort', () => clearTimeout(timer));
  Promise.resolve(ask(signal))
    .then((answer) => {
      if (!signal.aborted && !accept(answer)) fail();
    })
    .catch(fail);
}
