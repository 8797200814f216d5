/**
 * Stands in for the servers of `npm start`, so that the playground and the stories need none. It is
 * a classic script, which runs before the modules of a page. The element's code doesn't know of it.
 *
 * The element sends a PIN with the `fetch` of an empty frame, its pristine realm. A service worker
 * doesn't get these requests in Chromium. So this script gives each empty frame another `fetch`. A
 * script that runs before the element's can do that in any page: see docs/evidence/leaks.md.
 */
import { clientTokenOperation } from '../../../src/node/server/client-token-operation.js';
import type { LoggedRequest } from '../../../src/node/sandbox/logged-request.js';
import type { ServiceAddresses } from '../../server-calls/service-addresses.js';
import { PageSandbox } from './page-sandbox.js';

/** Names that no server can have (RFC 2606). */
const SERVICE: ServiceAddresses = {
  endpoint: 'https://sandbox.example/graphql',
  control: 'https://control.sandbox.example',
  // Isolated mode needs a second origin, which a folder of static files doesn't have.
  frame: '',
};

const sandbox = new PageSandbox();

type Answerer = (request: Request) => Response | Promise<Response>;

/** Answers by address. */
const answerers: Readonly<Record<string, Answerer>> = {
  [SERVICE.endpoint]: askService,
  [`${location.origin}/playground/service.json`]: () => Response.json(SERVICE),
  [`${location.origin}/portal/session`]: () => new Response(null, { status: 204 }),
  [`${location.origin}/portal/client-token`]: mintToken,
  // The story of a submit without an answer.
  [`${location.origin}/stories/no-answer`]: () => new Promise(() => undefined),
  [`${SERVICE.control}/clock`]: async (request) => {
    const { advanceSeconds } = (await request.json()) as { advanceSeconds: number };
    sandbox.clock.advance(advanceSeconds);
    return Response.json({});
  },
};

const realFetch = window.fetch.bind(window);

const standInFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  const answer = answererOf(request.url);
  if (answer === undefined) return realFetch(request);
  const { signal } = request;
  const aborted = new Promise<never>((_, reject) => {
    const abort = (): void => reject(new DOMException('The request was aborted.', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
  return Promise.race([answer(request), aborted]);
};

function answererOf(url: string): Answerer | undefined {
  const cards = `${SERVICE.control}/cards/`;
  if (!url.startsWith(cards)) return answerers[url];
  const card = sandbox.environment.cards.state(url.slice(cards.length));
  return () => (card === undefined ? new Response(null, { status: 404 }) : Response.json(card));
}

async function askService(request: Request): Promise<Response> {
  return responseTo(
    {
      ...Object.fromEntries(request.headers),
      // A browser adds it when it sends a request.
      origin: location.origin,
    },
    await request.text(),
    request.method,
  );
}

/** Makes a client token as the server half of a portal does. */
async function mintToken(request: Request): Promise<Response> {
  const { cardId } = (await request.json()) as { cardId: string };
  const { name: operationName, document: query, variables } = clientTokenOperation(cardId);
  const { apiKey } = sandbox.environment.credentials;
  const response = await responseTo(
    { authorization: `Basic ${btoa(apiKey)}`, 'content-type': 'application/json' },
    JSON.stringify({ query, operationName, variables }),
  );
  const { data } = (await response.json()) as {
    data?: { generatePaymentCardClientToken?: { value: string; expirationDate: string } };
  };
  const { value, expirationDate } = data?.generatePaymentCardClientToken ?? {};
  return value === undefined
    ? new Response(null, { status: 502 })
    : Response.json({ value, expirationDate });
}

/** @throws {TypeError} if the answer is lost, as `fetch` does */
async function responseTo(
  headers: Readonly<Record<string, string>>,
  body: string,
  method = 'POST',
): Promise<Response> {
  const wire = await sandbox.answer({ method, path: '/graphql', headers, body });
  if (wire === null) throw new TypeError('Failed to fetch');
  const { status, headers: answered, body: text } = wire;
  return new Response(text, { status, headers: answered });
}

/** The stream of the sandbox's requests. */
class RequestStream {
  onopen?: () => void;
  onmessage?: (event: Pick<MessageEvent<string>, 'data'>) => void;
  onerror?: () => void;
  readonly close: () => void;

  constructor() {
    this.close = sandbox.log.subscribe((logged: LoggedRequest) => {
      // Later, as a message from a server would be.
      queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(logged) }));
    });
    queueMicrotask(() => this.onopen?.());
  }
}

window.fetch = standInFetch;
window.EventSource = RequestStream as unknown as typeof EventSource;

const contentWindow = Object.getOwnPropertyDescriptor(
  HTMLIFrameElement.prototype,
  'contentWindow',
) as { readonly get: (this: HTMLIFrameElement) => (Window & typeof globalThis) | null };

Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
  configurable: true,
  get(this: HTMLIFrameElement) {
    const found = contentWindow.get.call(this);
    if (found !== null && !this.hasAttribute('src')) found.fetch = standInFetch;
    return found;
  },
});
