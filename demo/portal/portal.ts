import type { IncomingMessage, ServerResponse } from 'node:http';
import { mintClientToken, MintingError } from './client-token-minting.js';
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
  /** Milliseconds that the service has to respond. Default: 15,000. */
  readonly serviceTimeLimit?: number;
}

/** A handler for Connect, Express or Vite. It calls `next` for paths outside `/portal/`. */
export type PortalHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/** A request that is refused. */
class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

interface Success {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

type Route = (
  request: IncomingMessage,
  body: Readonly<Record<string, unknown>>,
) => Success | Promise<Success>;

const PREFIX = '/portal/';

/** Bytes. A body only holds a name or a card's id. */
const MAX_BODY_LENGTH = 4096;

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
  const { serviceTimeLimit: timeLimit = 15_000, apiKey } = options;
  if (!apiKey) throw new TypeError('The portal needs the API key of the service.');
  const { origin, protocol } = new URL(options.origin);
  const serviceEndpoint = new URL(options.serviceEndpoint).href;
  const sessions = new Sessions<Cardholder>(protocol === 'https:');

  const signIn = (request: IncomingMessage, body: Readonly<Record<string, unknown>>): Success => {
    const cardholder = options.cardholders.find(({ name }) => name === body['cardholder']);
    if (!cardholder) throw new Refusal(403, 'Unknown cardholder.');
    const cookie = sessions.start(cardholder, request.headers.cookie);
    return { body: { cardholder: cardholder.name }, headers: { 'Set-Cookie': cookie } };
  };

  const mint = async (
    request: IncomingMessage,
    body: Readonly<Record<string, unknown>>,
  ): Promise<Success> => {
    const cardholder = sessions.find(request.headers.cookie);
    if (!cardholder) throw new Refusal(401, 'Not signed in.');
    const { cardId } = body;
    if (typeof cardId !== 'string') throw new Refusal(400, 'cardId must be a string.');
    // An unknown card gets the same response, so that nobody can search for cards.
    if (!cardholder.cardIds.includes(cardId)) throw new Refusal(403, 'This is not your card.');
    return { body: await mintClientToken(cardId, { serviceEndpoint, apiKey, timeLimit }) };
  };

  const routes = new Map<string, Route>([
    [`${PREFIX}session`, signIn],
    [`${PREFIX}client-token`, mint],
  ]);

  const serve = async (request: IncomingMessage, path: string): Promise<Success> => {
    const route = routes.get(path);
    if (!route) throw new Refusal(404, 'Not found.');
    if (request.method !== 'POST') {
      throw new Refusal(405, 'The method must be POST.', { Allow: 'POST' });
    }
    // Browsers send Origin with every POST, so a request without it is refused too.
    if (request.headers.origin !== origin) throw new Refusal(403, 'This origin is not allowed.');
    const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
    if (type !== 'application/json') {
      throw new Refusal(415, 'The Content-Type must be application/json.');
    }
    return route(request, await readObject(request));
  };

  return (request, response, next) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (!path.startsWith(PREFIX)) {
      next();
      return;
    }
    serve(request, path)
      .catch(errorResponse)
      .then(({ status = 200, headers, body }: Success & { status?: number }) => {
        response
          .writeHead(status, {
            ...headers,
            'Content-Type': 'application/json',
            'Cache-Control': 'no-store',
            'X-Content-Type-Options': 'nosniff',
          })
          .end(JSON.stringify(body));
      })
      .catch(next);
  };
}

/** Returns the response to an error. It holds nothing of the error except a refusal's text. */
function errorResponse(error: unknown): Success & { status: number } {
  if (error instanceof Refusal) {
    return { status: error.status, headers: error.headers, body: { error: error.message } };
  }
  if (error instanceof MintingError) {
    return error.reason === 'unavailable'
      ? { status: 503, body: { error: 'The card service cannot be reached. Try again later.' } }
      : { status: 502, body: { error: 'The card service returned no token.' } };
  }
  return { status: 500, body: { error: 'Something went wrong.' } };
}

/** Reads a request body that must be a JSON object. */
async function readObject(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_BODY_LENGTH) {
      throw new Refusal(413, 'The body is too long.', { Connection: 'close' });
    }
    chunks.push(chunk as Buffer);
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Refusal(400, 'The body must be a JSON object.');
  }
  return body as Record<string, unknown>;
}
