import { parseOrigin } from './token-request.js';

/** The members of Node's `IncomingMessage` that are used. A project might not have Node's types. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly readableDidRead: boolean;
  removeAllListeners(event: string): unknown;
  resume(): unknown;
}

/** The members of Node's `ServerResponse` that are used. */
export interface NodeResponse {
  statusCode: number;
  setHeader(name: string, value: string): unknown;
  appendHeader(name: string, value: string): unknown;
  end(body: Uint8Array): unknown;
  destroy(): unknown;
}

export interface NodeListenerOptions {
  /**
   * The page's origin, such as `https://cards.example.com`. The origin is not read from the
   * request, because anybody can set its `Host` header.
   */
  readonly origin: string;
}

/**
 * Responds to a request from `node:http` or Express. Never throws or rejects. An error from the
 * handler is passed to `next` if there is one, as in Express. Otherwise, the response is a 500.
 */
export type NodeListener<Incoming extends NodeRequest = NodeRequest> = (
  request: Incoming,
  response: NodeResponse,
  next?: (error: unknown) => void,
) => void;

/**
 * Lets `node:http`, Express or Connect call a handler that accepts a `Request` and returns a
 * `Response`, such as one from `clientTokenHandler`. The handler also receives Node's request, with
 * everything that middleware has added to it.
 *
 * @throws {TypeError} if the origin can't be used
 */
export function nodeListener<Incoming extends NodeRequest = NodeRequest>(
  handler: (request: Request, incoming: Incoming) => Response | Promise<Response>,
  options: NodeListenerOptions,
): NodeListener<Incoming> {
  // A JavaScript caller might omit the options.
  const origin = parseOrigin((Object(options) as NodeListenerOptions).origin, 'origin');

  const answer = async (incoming: Incoming): Promise<Response> => {
    if (incoming.readableDidRead)
      return failure(
        500,
        'The body was read before this route, for example by express.json(). Put the route first.',
      );
    const request = readRequest(incoming, origin);
    return request === undefined
      ? failure(400, 'The request is malformed.')
      : handler(request, incoming);
  };

  return (incoming, outgoing, next) => {
    answer(incoming)
      .then((response) => send(response, outgoing))
      .catch((error: unknown) =>
        next === undefined ? send(failure(500, 'Something went wrong.'), outgoing) : next(error),
      )
      .then(() => {
        // The iterator's listener would keep the rest of a body that was too long from draining.
        incoming.removeAllListeners('readable');
        incoming.resume();
      })
      .catch(() => outgoing.destroy());
  };
}

/** Returns `undefined` for a request that a `Request` can't represent, such as `TRACE`. */
function readRequest(incoming: NodeRequest, origin: string): Request | undefined {
  const { method = 'GET', url = '' } = incoming;
  if (!url.startsWith('/')) return undefined;
  try {
    const headers = new Headers();
    // Not `rawHeaders`, because middleware may have replaced the headers that the client sent.
    for (const [name, value] of Object.entries(incoming.headers))
      // HTTP/2 has pseudo-headers, such as `:path`.
      if (value !== undefined && !name.startsWith(':')) headers.set(name, String(value));
    const body = /^(GET|HEAD)$/.test(method) ? null : readBody(incoming);
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, duplex: 'half' };
    return new Request(origin + url, init);
  } catch {
    return undefined;
  }
}

function readBody(incoming: NodeRequest): ReadableStream<Uint8Array> {
  const chunks = incoming[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
  return new ReadableStream({
    async pull(controller) {
      const { value } = await chunks.next();
      if (value === undefined) controller.close();
      else controller.enqueue(value);
    },
  });
}

async function send(response: Response, outgoing: NodeResponse): Promise<void> {
  const body = new Uint8Array(await response.arrayBuffer());
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers)
    if (/^(set-cookie|vary)$/.test(name)) outgoing.appendHeader(name, value);
    // Replaces any header that middleware has set. The length may be that of a different body.
    else if (name !== 'content-length') outgoing.setHeader(name, value);
  outgoing.end(body);
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } });
}
