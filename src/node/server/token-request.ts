/** Checks a page's request for a client token: its origin and its body. */
import { parseJson, readText } from './read-text.js';

/** A request that is refused. The message is for the request's sender. */
export class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The longest body, in bytes. A body holds only a card's id. */
const MAX_BODY_LENGTH = 4096;

/**
 * Reads the card's id from a request's body, `{ "cardId": id }`.
 *
 * @throws {Refusal} if the body is incomplete, too long or not JSON, or lacks a card's id
 */
export async function readCardId(request: Request): Promise<string> {
  // A plain form on another site can't send this type.
  const type = (request.headers.get('Content-Type') ?? '').split(';', 1)[0] ?? '';
  if (type.trim().toLowerCase() !== 'application/json')
    throw new Refusal(415, 'The Content-Type must be application/json.');
  const text = await readText(request, MAX_BODY_LENGTH).catch(() => {
    throw new Refusal(400, 'The body is incomplete.');
  });
  // The server drops the rest of the body once the response is sent.
  if (text === undefined) throw new Refusal(413, 'The body is too long.');
  const body = parseJson(text);
  if (body === undefined) throw new Refusal(400, 'The body is not JSON.');
  const { cardId } = Object(body) as { readonly cardId?: unknown };
  if (typeof cardId === 'string' && cardId !== '') return cardId;
  throw new Refusal(400, 'cardId must be a string.');
}

/**
 * Checks an origin in an option.
 *
 * @throws {TypeError} if it is not written as browsers send it; `*` and `null` aren't allowed
 */
export function parseOrigin(origin: string, option: string): string {
  if (/^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin)
    return origin;
  throw new TypeError(
    `${option} must be an origin as browsers send it, such as https://cards.example.com, without a path, a wildcard, capital letters or the default port.`,
  );
}

/**
 * Checks that a page on the handler's own origin sent a request.
 *
 * @throws {Refusal} otherwise
 */
export function checkOrigin({ headers, url }: Request): void {
  // Browsers send Origin with every POST.
  const origin = headers.get('Origin') ?? '';
  // Behind a proxy, the URL may have a different scheme or host from the page's. This header, which
  // no page can set, still shows whether the two origins are the same.
  const site = headers.get('Sec-Fetch-Site');
  // Some frameworks build the URL from the `Host` header, and the result can't always be parsed.
  const own = URL.canParse(url) ? new URL(url).origin : undefined;
  if (site === null ? origin === own : site === 'same-origin') return;
  throw new Refusal(
    403,
    origin === '' && site === null
      ? 'The request has no Origin header. Browsers send it automatically, but other programs have to set it.'
      : 'This origin is not allowed.',
  );
}

/** Returns the response to a preflight. */
export function preflightResponse({ headers }: Request): Response {
  const asked = headers.get('Access-Control-Request-Headers') ?? 'Content-Type';
  const allowed = {
    'Access-Control-Allow-Methods': 'POST',
    'Access-Control-Allow-Headers': asked,
    'Access-Control-Max-Age': '600',
  };
  return new Response(null, { status: 204, headers: allowed });
}

/** Lets a page on another origin read a response, and send cookies. */
export function allowOrigin(headers: Headers, foreign: string): void {
  headers.set('Access-Control-Allow-Origin', foreign);
  headers.set('Access-Control-Allow-Credentials', 'true');
  headers.set('Access-Control-Expose-Headers', 'Retry-After');
}
