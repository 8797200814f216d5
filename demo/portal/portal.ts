import { randomBytes } from 'node:crypto';
// In your own project: 'set-card-pin/server'.
import {
  clientTokenHandler,
  nodeListener,
  type NodeListener,
} from '../../src/node/server/client-token-handler.js';

/** A cardholder who may sign in. */
export interface Cardholder {
  readonly name: string;
  /** The `paymentCardId`s of the cardholder's own cards. */
  readonly cardIds: readonly string[];
}

export interface PortalOptions {
  /** The origin of the portal's pages, such as `https://cards.example`. Other origins are refused. */
  readonly origin: string;
  /** The card-issuing API's GraphQL endpoint. */
  readonly endpoint: string;
  /** The API key. It is never in a response or a log. */
  readonly apiKey: string;
  readonly cardholders: readonly Cardholder[];
}

const COOKIE = 'portal_session';

/** A session's duration, in seconds. */
const LIFETIME = 30 * 60;

const NO_STORE = { 'Cache-Control': 'no-store' };

/**
 * Creates a portal's backend.
 *
 * - `POST /portal/session` with `{ "cardholder": name }` signs a cardholder in. It doesn't ask
 *   for a password, because this is a demo.
 * - `POST /portal/client-token` with `{ "cardId": id }` returns `{ value, expirationDate }` for one
 *   of the signed-in cardholder's cards.
 *
 * Every other response is `{ "error": text }`.
 *
 * @throws {TypeError} if `origin` can't be used.
 */
export function createPortal(options: PortalOptions): NodeListener {
  const { origin, endpoint, apiKey, cardholders } = options;
  /** Sessions by the value of their cookie. `end` is in milliseconds since the Unix epoch. */
  const sessions = new Map<string, { cardholder: Cardholder; end: number }>();
  // Scripts and other sites can't use the cookie, and it is not sent over plain http.
  const flags = `HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

  const mint = clientTokenHandler({
    endpoint,
    apiKey,
    authorize: (request, cardId) => {
      const session = sessions.get(sessionIdOf(request));
      if (session === undefined || session.end <= Date.now()) return refusal(401, 'Not signed in.');
      // An unknown card gets the same response, so that nobody can find out which cards exist.
      return session.cardholder.cardIds.includes(cardId);
    },
  });

  const signIn = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refusal(405, 'The method must be POST.', 'POST');
    // Browsers send Origin with every POST, so a request without it is refused too.
    if (request.headers.get('Origin') !== origin) return refusal(403, 'Unknown origin.');
    const body = (await request.json().catch(() => null)) as { cardholder?: unknown } | null;
    const cardholder = cardholders.find(({ name }) => name === body?.cardholder);
    if (!cardholder) return refusal(403, 'Unknown cardholder.');
    // A new id prevents session fixation.
    sessions.delete(sessionIdOf(request));
    const id = randomBytes(32).toString('base64url');
    sessions.set(id, { cardholder, end: Date.now() + LIFETIME * 1000 });
    const cookie = `${COOKIE}=${id}; Max-Age=${LIFETIME}; Path=/portal; ${flags}`;
    const headers = { ...NO_STORE, 'Set-Cookie': cookie };
    return Response.json({ cardholder: cardholder.name }, { headers });
  };

  return nodeListener(
    (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/portal/session') return signIn(request);
      return pathname === '/portal/client-token' ? mint(request) : refusal(404, 'Not found.');
    },
    { origin },
  );
}

function sessionIdOf({ headers }: Request): string {
  const pairs = (headers.get('Cookie') ?? '').split('; ').map((pair) => pair.split('='));
  return pairs.find(([name]) => name === COOKIE)?.[1] ?? '';
}

function refusal(status: number, error: string, allow?: string): Response {
  const headers = { ...NO_STORE, ...(allow && { Allow: allow }) };
  return Response.json({ error }, { status, headers });
}
