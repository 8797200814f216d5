/**
 * `set-card-pin/server`: the server half of a page with `<set-card-pin>`. It uses only what all
 * servers with `Request` and `Response` have: Node, Deno, Bun and Workers.
 */
import { mintClientToken, MintingError, type MintingOptions } from './mint-client-token.js';
import { parseOrigin, readCardId, Refusal, RequestOrigin } from './token-request.js';

export type { ClientToken } from '../../service/client-token.js';
export { mintClientToken, MintingError };
export type { MintingFailure, MintingOptions, Setting } from './mint-client-token.js';
export { nodeListener, type NodeListener, type NodeListenerOptions } from './node-listener.js';

export interface ClientTokenHandlerOptions<Context = unknown> extends MintingOptions {
  /**
   * Decides whether the sender of a request may set the PIN of a card: whether somebody is signed
   * in, and the card is theirs. Only `true` allows it; anything else is answered with 403. Return a
   * `Response` with a status of 400 or more to answer otherwise, such as 401 if nobody is signed
   * in. The same response may be returned each time.
   *
   * The context is what the handler was called with: behind `nodeListener`, Node's request.
   */
  readonly authorize: (
    request: Request,
    cardId: string,
    context: Context,
  ) => Authorization | Promise<Authorization>;
  /**
   * Origins of other pages that may ask, such as `https://cards.example.com`. Pages of the handler's
   * own origin always may.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Called with a `MintingError` if the service made no token, with a `TypeError` if the endpoint
   * or the API key can't be used, and with anything that `authorize` threw, for your logs. The
   * handler itself logs nothing.
   */
  readonly onError?: (error: unknown) => unknown;
}

/** The decision of `authorize`. */
export type Authorization = boolean | Response;

/**
 * Answers a request for a client token. Never rejects.
 *
 * @param context - Passed to `authorize`, for example the framework's own request or event.
 */
export type ClientTokenHandler<Context = unknown> = (
  request: Request,
  // Required if `authorize` says what it is.
  ...context: unknown extends Context ? [context?: Context] : [context: Context]
) => Promise<Response>;

/**
 * Creates the handler of the route that supplies client tokens: `POST` with `{ "cardId": id }`. It
 * answers `{ value, expirationDate }`, or `{ "error": text }` and a status. A missing endpoint or
 * API key is reported at a request: a build that only loads the route needs no secret.
 *
 * @throws {TypeError} if `authorize` is missing, or `allowedOrigins` or `onError` can't be used
 */
export function clientTokenHandler<Context = unknown>(
  options: ClientTokenHandlerOptions<Context>,
): ClientTokenHandler<Context> {
  // JavaScript may pass nothing.
  const { authorize, onError, allowedOrigins: listed = [] } = Object(options) as typeof options;
  if (typeof authorize !== 'function')
    throw new TypeError('authorize is required: it decides who may set which card’s PIN.');
  if (onError !== undefined && typeof onError !== 'function')
    throw new TypeError('onError must be a function.');
  if (!Array.isArray(listed))
    throw new TypeError("allowedOrigins must be a list, such as ['https://cards.example.com'].");
  const allowedOrigins = new Set(
    listed.map((origin: string) => parseOrigin(origin, 'allowedOrigins')),
  );

  const answer = async (
    request: Request,
    origin: RequestOrigin,
    context: Context,
  ): Promise<Response> => {
    if (request.method === 'OPTIONS' && allowedOrigins.size > 0) return origin.preflight(request);
    if (request.method !== 'POST') throw new Refusal(405, 'The method must be POST.');
    if (!origin.isAllowed) throw origin.refusal();
    // A copy, because libraries that look for a session may copy the request, with its body.
    const cardId = await readCardId(request.clone());
    const authorized = await authorize(request, cardId, context);
    if (authorized instanceof Response && authorized.status >= 400) return copyOf(authorized);
    if (authorized !== true) throw new Refusal(403, 'You may not set the PIN of this card.');
    return Response.json(await mintClientToken(cardId, options));
  };

  const report = async (error: unknown): Promise<void> => {
    try {
      await onError?.(error);
    } catch {
      // The answer doesn't depend on the logs.
    }
  };

  return async (request, ...[context]) => {
    const origin = new RequestOrigin(request, allowedOrigins);
    const answered = answer(request, origin, context as Context);
    const { status, headers, body } = await answered.catch((error: unknown) => {
      if (!(error instanceof Refusal)) void report(error);
      return errorResponse(error);
    });
    // A copy, because the headers of some responses can't be changed.
    const response = new Response(body, { status, headers });
    response.headers.set('Cache-Control', 'no-store');
    response.headers.set('X-Content-Type-Options', 'nosniff');
    origin.addHeaders(response.headers);
    return response;
  };
}

/** Returns a copy, because the same response may be returned again. */
async function copyOf(response: Response): Promise<Response> {
  // Whole: copies of a body that nobody reads would depend on each other.
  const copy = new Response(await response.clone().arrayBuffer(), response);
  // If it has been fetched, its body is decoded by now.
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'])
    copy.headers.delete(name);
  return copy;
}

/** Returns the answer to an error. It holds nothing of the error except a refusal's text. */
function errorResponse(error: unknown): Response {
  if (error instanceof Refusal) {
    const { status, message } = error;
    const headers = status === 405 ? { Allow: 'POST' } : {};
    return Response.json({ error: message }, { status, headers });
  }
  if (!(error instanceof MintingError))
    return Response.json({ error: 'Something went wrong.' }, { status: 500 });
  const { reason, retryAfter } = error;
  if (reason === 'failed')
    return Response.json({ error: 'The card service made no token.' }, { status: 502 });
  return Response.json(
    { error: 'The card service is not available. Try again later.' },
    {
      status: reason === 'rate-limited' ? 429 : 503,
      headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
    },
  );
}
