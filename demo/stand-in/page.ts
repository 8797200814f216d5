/**
 * Stands in for the servers of `npm start` in the pages that `npm run site` builds. It runs before
 * the element's script, which doesn't know about it.
 *
 * The element sends a PIN with the `fetch` of an empty frame, its pristine realm. A service worker
 * doesn't receive these requests in Chromium, so this script replaces each empty frame's `fetch`.
 * A script that runs before the element's can do that in any page (see docs/evidence/leaks.md).
 */
import type { FrameConfig } from '../../src/isolated/config.js';
import type { LoggedRequest } from '../../src/node/sandbox/log.js';
import { clientTokenOperation } from '../../src/node/server/client-token-operation.js';
import type { ServiceAddresses } from '../server-calls/service-addresses.js';
import { answer, environment, log, type ServiceRequest } from './service.js';

/** The frame page's configuration. */
declare const FRAME_CONFIG: FrameConfig;

const { parents, endpoints } = FRAME_CONFIG;

const endpoint = endpoints[0]!;

/** The other of the two origins. Undefined if this page is on neither. */
const frameOrigin = parents.includes(location.origin)
  ? parents.find((origin) => origin !== location.origin)
  : undefined;

const SERVICE: ServiceAddresses = {
  endpoint,
  control: new URL('/control', endpoint).href,
  frame: frameOrigin
    ? new URL('frame/', location.href).href.replace(location.origin, frameOrigin)
    : '',
};

type Answerer = (request: Request) => Response | Promise<Response>;

/** Functions that respond to requests, by address. */
const answerers: Readonly<Record<string, Answerer>> = {
  [endpoint]: async (request) =>
    responseTo({
      // A browser adds the origin when it sends a request.
      headers: { ...Object.fromEntries(request.headers), origin: location.origin },
      body: await request.text(),
    }),
  [`${location.origin}/playground/service.json`]: () => Response.json(SERVICE),
  [`${location.origin}/portal/session`]: () => new Response(null, { status: 204 }),
  [`${location.origin}/portal/client-token`]: mintToken,
  // The story of a submit without a response.
  [`${location.origin}/stories/no-answer`]: () => new Promise(() => undefined),
};

const realFetch = window.fetch.bind(window);

const standInFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const request = new Request(input, init);
  return (answerers[request.url] ?? realFetch)(request);
};

/** Issues a client token as a portal's backend does. */
async function mintToken(request: Request): Promise<Response> {
  const { cardId } = (await request.json()) as { cardId: string };
  const { name: operationName, document: query, variables } = clientTokenOperation(cardId);
  const response = await responseTo({
    headers: { authorization: `Basic ${btoa(environment.credentials.apiKey)}` },
    body: JSON.stringify({ query, operationName, variables }),
  });
  const { data } = (await response.json()) as {
    data: { generatePaymentCardClientToken: { value: string; expirationDate: string } };
  };
  return Response.json(data.generatePaymentCardClientToken);
}

/** @throws {TypeError} if the response is lost, as `fetch` does */
async function responseTo(request: ServiceRequest): Promise<Response> {
  const wire = await answer(request);
  if (wire === null) throw new TypeError('Failed to fetch');
  return new Response(wire.body, wire);
}

/** The stream of the sandbox's requests. */
class RequestStream {
  onopen?: () => void;
  onmessage?: (event: Pick<MessageEvent<string>, 'data'>) => void;

  constructor() {
    log.subscribe((logged: LoggedRequest) => {
      // Dispatched later, as a message from a server would be.
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

// The frame page's script sends its requests here (see frame.ts).
window.addEventListener('message', ({ data, origin, ports: [port] }) => {
  if (origin !== frameOrigin || port === undefined) return;
  const { headers, body } = data as ServiceRequest;
  void answer({ headers: { ...headers, origin }, body }).then((wire) => port.postMessage(wire));
});
