import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
// In your own project: 'set-card-pin/server'.
import { clientTokenHandler } from '../../src/node/server/client-token-handler.js';
import { Sessions } from './sessions.js';

/** A cardholder who may sign in. */
export interface Cardholder {
  readonly name: string;
  /** The `paymentCardId`s of the cardholder's own cards. */
  readonly cardIds: readonly string[];
}

export interface PortalOptions {
  /** The origin of the portal's pages, such as `https://cards.example`. Others are refused. */
  readonly origin: string;
  /** The service's GraphQL endpoint. */
  readonly serviceEndpoint: string;
  /** The service's API key. It is never in a response or a log. */
  readonly apiKey: string;
  readonly cardholders: readonly Cardholder[];
}

/** A handler for Connect, Express or Vite. It calls `next` for paths outside `/portal/`. */
export type PortalHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

const PREFIX = '/portal/';

/**
 * Creates a portal's server half.
 *
 * - `POST /portal/session` with `{ "cardholder": name }` signs a cardholder in. It asks for no
 *   password, because this is a demo.
 * - `POST /portal/client-token` with `{ "cardId": id }` returns `{ value, expirationDate }` for a
 *   card of the signed-in cardholder.
 *
 * Every other response is `{ "error": text }`.
 *
 * @throws {TypeError} if `origin` or `serviceEndpoint` is not a URL, or `apiKey` is missing.
 */
export function createPortal(options: PortalOptions): PortalHandler {
  const { origin, protocol } = new URL(options.origin);
  const sessions = new Sessions<Cardholder>(protocol === 'https:');

  const mint = clientTokenHandler({
    endpoint: options.serviceEndpoint,
    apiKey: options.apiKey,
    authorize: ({ headers }, cardId) => {
      const cardholder = sessions.find(headers.get('Cookie') ?? undefined);
      if (!cardholder) return refusal(401, 'Not signed in.');
      // An unknown card gets the same response, so that nobody can search for cards.
      return cardholder.cardIds.includes(cardId);
    },
  });

  const signIn = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return refusal(405, 'The method must be POST.', 'POST');
    // Browsers send Origin with every POST, so a request without it is refused too.
    if (request.headers.get('Origin') !== origin) return refusal(403, 'Unknown origin.');
    const body = (await request.json().catch(() => null)) as { cardholder?: unknown } | null;
    const cardholder = options.cardholders.find(({ name }) => name === body?.cardholder);
    if (!cardholder) return refusal(403, 'Unknown cardholder.');
    const cookie = sessions.start(cardholder, request.headers.get('Cookie') ?? undefined);
    return Response.json({ cardholder: cardholder.name }, { headers: { 'Set-Cookie': cookie } });
  };

  const routes = new Map([
    [`${PREFIX}session`, signIn],
    [`${PREFIX}client-token`, mint],
  ]);

  return (incoming, response, next) => {
    const path = (incoming.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) {
      next();
      return;
    }
    const route = routes.get(path) ?? (() => refusal(404, 'Not found.'));
    respond(route, incoming, origin, response).catch(next);
  };
}

/** Converts a request of `node:http`. Throws for the method `TRACE`. */
function toRequest(incoming: IncomingMessage, origin: string): Request {
  const { method = '', headers, url = '' } = incoming;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(new URL(url, origin), {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' }),
  });
}

/** Sends the response of a route with `node:http`. */
async function respond(
  route: (request: Request) => Response | Promise<Response>,
  incoming: IncomingMessage,
  origin: string,
  response: ServerResponse,
): Promise<void> {
  const { status, headers, body } = await route(toRequest(incoming, origin));
  response.writeHead(status, { ...Object.fromEntries(headers), 'cache-control': 'no-store' });
  response.end(body === null ? undefined : await new Response(body).text());
}

function refusal(status: number, error: string, allow?: string): Response {
  return Response.json({ error }, { status, ...(allow && { headers: { Allow: allow } }) });
}
