/**
 * Stands in for the servers of `npm start` in the pages that `npm run site` builds. It runs before
 * the element's script, which doesn't know of it.
 *
 * The element sends a PIN with the `fetch` of an empty frame, its pristine realm. A service worker
 * doesn't get these requests in Chromium. So this script gives each empty frame another `fetch`. A
 * script that runs before the element's can do that in any page: see docs/evidence/leaks.md.
 */
import type { LoggedRequest } from '../../src/node/sandbox/log.js';
import { clientTokenOperation } from '../../src/node/server/client-token-operation.js';
import type { ServiceAddresses } from '../server-calls/service-addresses.js';
import { answer, environment, log } from './service.js';

/** On a name that no server can have (RFC 2606). */
const SERVICE: ServiceAddresses = {
  endpoint: 'https://sandbox.example/graphql',
  control: 'https://sandbox.example/control',
  // The frame page would need an origin of its own.
  frame: '',
};

type Answerer = (request: Request) => Response | Promise<Response>;

/** Answers by address. */
const answerers: Readonly<Record<string, Answerer>> = {
  [SERVICE.endpoint]: async (request) =>
    answer({
      // A browser adds the origin when it sends a request.
      headers: { ...Object.fromEntries(request.headers), origin: location.origin },
      body: await request.text(),
    }),
  [`${location.origin}/playground/service.json`]: () => Response.json(SERVICE),
  [`${location.origin}/portal/session`]: () => new Response(null, { status: 204 }),
  [`${location.origin}/portal/client-token`]: mintToken,
  // The story of a submit without an answer.
  [`${location.origin}/stories/no-answer`]: () => new Promise(() => undefined),
};

const realFetch = window.fetch.bind(window);

const standInFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  return (answererOf(request.url) ?? realFetch)(request);
};

function answererOf(url: string): Answerer | undefined {
  const cards = `${SERVICE.control}/cards/`;
  return url.startsWith(cards)
    ? () => Response.json(environment.cards.find(url.slice(cards.length))?.state)
    : answerers[url];
}

/** Makes a client token as the server half of a portal does. */
async function mintToken(request: Request): Promise<Response> {
  const { cardId } = (await request.json()) as { cardId: string };
  const { name: operationName, document: query, variables } = clientTokenOperation(cardId);
  const response = await answer({
    headers: { authorization: `Basic ${btoa(environment.credentials.apiKey)}` },
    body: JSON.stringify({ query, operationName, variables }),
  });
  const { data } = (await response.json()) as {
    data: { generatePaymentCardClientToken: { value: string; expirationDate: string } };
  };
  return Response.json(data.generatePaymentCardClientToken);
}

/** The stream of the sandbox's requests. */
class RequestStream {
  onopen?: () => void;
  onmessage?: (event: Pick<MessageEvent<string>, 'data'>) => void;

  constructor() {
    log.subscribe((logged: LoggedRequest) => {
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
