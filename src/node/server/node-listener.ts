import { parseOrigin } from './token-request.js';

/** The part of Node's `IncomingMessage` that is used. A project may lack Node's types. */
export interface NodeRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly rawHeaders: readonly string[];
  readonly readableDidRead: boolean;
  resume(): unknown;
}

/** The part of Node's `ServerResponse` that is used. */
export interface NodeResponse {
  statusCode: number;
  appendHeader(name: string, value: string): unknown;
  end(body: Uint8Array): unknown;
  destroy(): unknown;
}

export interface NodeListenerOptions {
  /**
   * The origin of the page, such as `https://cards.example.com`. It is not read from the request,
   * because anybody can write its `Host` header.
   */
  readonly origin: string;
}

/** Answers a request of `node:http` or Express. Never throws or rejects. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void;

/**
 * Lets `node:http`, Express or Connect call a handler that takes a `Request` and returns a
 * `Response`, such as that of `clientTokenHandler`.
 *
 * @throws {TypeError} if the origin can't be used
 */
export function nodeListener(
  handler: (request: Request) => Response | Promise<Response>,
  options: NodeListenerOptions,
): NodeListener {
  // JavaScript may pass no options.
  const origin = parseOrigin((Object(options) as NodeListenerOptions).origin, 'origin');

  const answer = async (incoming: NodeRequest): Promise<Response> => {
    if (incoming.readableDidRead)
      return failure(500, 'The body was already read. Put this route before express.json().');
    const request = readRequest(incoming, origin);
    return request === undefined ? failure(400, 'The request is malformed.') : handler(request);
  };

  return (incoming, outgoing) => {
    answer(incoming)
      .then((response) => send(response, outgoing))
      .catch(() => send(failure(500, 'Something went wrong.'), outgoing))
      // What is left of a body that is too long.
      .then(() => incoming.resume())
      .catch(() => outgoing.destroy());
  };
}

/** Returns `undefined` if there is no such request, as for the method `TRACE`. */
function readRequest(incoming: NodeRequest, origin: string): Request | undefined {
  const { method = 'GET', url = '', rawHeaders } = incoming;
  if (!url.startsWith('/')) return undefined;
  try {
    const headers = new Headers();
    for (let at = 0; at < rawHeaders.length; at += 2)
      // HTTP/2 has pseudo-headers, such as `:path`.
      if (!rawHeaders[at]!.startsWith(':')) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
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
  // One at a time, because each `Set-Cookie` is a header of its own.
  for (const [name, value] of response.headers) outgoing.appendHeader(name, value);
  outgoing.end(body);
}

function failure(status: number, error: string): Response {
  return Response.json({ error }, { status, headers: { 'Cache-Control': 'no-store' } });
}
