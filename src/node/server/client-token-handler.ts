/**
 * `set-card-pin/server`: the backend route for a page with `<set-card-pin>`. Uses only APIs that
 * all runtimes with `Request` and `Response` have: Node, Deno, Bun and Workers.
 */
import { knownOptions } from './known-options.js';
import {
  issueClientToken,
  mintClientToken,
  MINTING_OPTIONS,
  MintingError,
  type MintingOptions,
} from './mint-client-token.js';
import { logFailure, type TokenRequestRecord } from './request-record.js';
import {
  allowOrigin,
  checkOrigin,
  parseOrigin,
  preflightResponse,
  readCardId,
  Refusal,
} from './token-request.js';

export type { ClientToken } from '../../service/client-token.js';
export { mintClientToken, MintingError };
export type { MintingFailure, MintingOptions, Setting } from './mint-client-token.js';
export type { TokenRequestRecord } from './request-record.js';
export { nodeListener, type NodeListener, type NodeListenerOptions } from './node-listener.js';

export interface ClientTokenHandlerOptions<Context = unknown> extends MintingOptions {
  /**
   * Decides whether the sender of a request may set a card's PIN: whether somebody is signed in
   * and the card is theirs. `true` allows the request, and `false` results in a 403. To send a
   * different response, such as a 401 if nobody is signed in, return a `Response` with a status of
   * 400 or more. You may return the same `Response` object each time.
   *
   * The context is the handler's second argument: with `nodeListener`, Node's request.
   */
  readonly authorize: (
    request: Request,
    cardId: string,
    context: Context,
  ) => Authorization | Promise<Authorization>;
  /**
   * Other origins whose pages may request a token, such as `https://cards.example.com`. The
   * handler's own origin is always allowed.
   */
  readonly allowedOrigins?: readonly string[];
  /**
   * Called once for each request. By default, failures go to `console.error`, and nothing else is
   * logged. Errors in this function are ignored.
   */
  readonly log?: (record: TokenRequestRecord) => unknown;
}

/** The decision that `authorize` returns. */
export type Authorization = boolean | Response;

/**
 * Responds to a request for a client token. Never rejects.
 *
 * @param context - Passed to `authorize`, for example the framework's own request or event.
 */
export type ClientTokenHandler<Context = unknown> = (
  request: Request,
  // Required if `authorize` declares the context's type.
  ...context: unknown extends Context ? [context?: Context] : [context: Context]
) => Promise<Response>;

/**
 * Creates the handler for the route that supplies client tokens: `POST` with `{ "cardId": id }`.
 * The handler responds with `{ value, expirationDate }`, or with an error status and
 * `{ "error": text }`. A missing endpoint or API key is reported only when a request arrives, so a
 * build that only loads the route doesn't need the key.
 *
 * @throws {TypeError} if `authorize` is missing, or an option is unknown or can't be used
 */
export function clientTokenHandler<Context = unknown>(
  options: ClientTokenHandlerOptions<Context>,
): ClientTokenHandler<Context> {
  const names = [...MINTING_OPTIONS, 'authorize', 'allowedOrigins', 'log'] as const;
  const given = knownOptions(options, names);
  const { authorize, allowedOrigins: listed = [], log = logFailure, ...minting } = given;
  if (typeof authorize !== 'function')
    throw new TypeError('authorize is required, because it decides who may set which card’s PIN.');
  if (typeof log !== 'function') throw new TypeError('log must be a function.');
  if (!Array.isArray(listed))
    throw new TypeError("allowedOrigins must be a list, such as ['https://cards.example.com'].");
  const allowedOrigins = new Set(
    listed.map((origin: string) => parseOrigin(origin, 'allowedOrigins')),
  );

  return async (request, ...[context]) => {
    const origin = request.headers.get('Origin') ?? undefined;
    const foreign = origin !== undefined && allowedOrigins.has(origin) ? origin : undefined;
    let cardId: string | undefined;
    const report = (result: Omit<TokenRequestRecord, 'origin' | 'cardId'>) => {
      const record = { ...result, origin, cardId };
      // A throw inside a promise executor becomes a rejection. The log can't affect the response.
      new Promise((resolve) => resolve(log(record))).catch(() => undefined);
    };

    const respond = async (): Promise<Response> => {
      const isPreflight = request.method === 'OPTIONS' && allowedOrigins.size > 0;
      if (request.method !== 'POST' && !isPreflight)
        throw new Refusal(405, 'The method must be POST.');
      if (foreign === undefined) checkOrigin(request);
      if (isPreflight) return preflightResponse(request);
      // A copy, because `authorize` may use a session library that clones the request.
      cardId = await readCardId(request.clone());
      const decision = await authorize(request, cardId, context as Context);
      if (decision instanceof Response && decision.status >= 400) {
        const response = await copyOf(decision);
        const cause = 'authorize returned this response.';
        report({ kind: 'rejected', status: response.status, cause });
        return response;
      }
      if (decision === false) throw new Refusal(403, 'You cannot set the PIN for this card.');
      if (decision !== true) throw new TypeError(NO_DECISION);
      const { token, requestId } = await issueClientToken(cardId, minting);
      report({ kind: 'issued', status: 200, requestId });
      return Response.json(token);
    };

    const { status, headers, body } = await respond().catch((error: unknown) => {
      const response = errorResponse(error);
      report({ status: response.status, ...resultOf(error) });
      return response;
    });
    // A copy, because the headers of some responses can't be changed.
    const response = new Response(body, { status, headers });
    response.headers.set('Cache-Control', 'no-store');
    response.headers.set('X-Content-Type-Options', 'nosniff');
    response.headers.append('Vary', 'Origin');
    if (foreign !== undefined) allowOrigin(response.headers, foreign);
    return response;
  };
}

const NO_DECISION =
  'authorize must return true, false, or a Response with a status of 400 or more. Is a return missing?';

function resultOf(error: unknown): Pick<TokenRequestRecord, 'kind' | 'cause' | 'requestId'> {
  if (error instanceof Refusal) return { kind: 'rejected', cause: error.message };
  const requestId = error instanceof MintingError ? error.requestId : undefined;
  return { kind: 'failed', cause: error, requestId };
}

/** Returns a copy, because the same response may be returned again. */
async function copyOf(response: Response): Promise<Response> {
  // Read in full, because unread clones of a body depend on each other.
  const copy = new Response(await response.clone().arrayBuffer(), response);
  // If the response was fetched, its body is already decoded.
  for (const name of ['Content-Encoding', 'Content-Length', 'Transfer-Encoding'])
    copy.headers.delete(name);
  return copy;
}

/** Returns the response to an error, with nothing from the error except a refusal's text. */
function errorResponse(error: unknown): Response {
  const respond = (status: number, text: string, headers: Record<string, string> = {}) =>
    Response.json({ error: text }, { status, headers });
  if (error instanceof Refusal)
    return respond(error.status, error.message, error.status === 405 ? { Allow: 'POST' } : {});
  if (!(error instanceof MintingError)) return respond(500, 'Something went wrong.');
  const { reason, retryAfter } = error;
  if (reason === 'failed') return respond(502, 'The card-issuing API didn’t issue a client token.');
  const status = reason === 'rate-limited' ? 429 : 503;
  const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
  return respond(status, 'The card-issuing API is not available. Try again later.', headers);
}
