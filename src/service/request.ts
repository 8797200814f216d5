/**
 * One HTTP attempt → Reply. The only importer of `graphql-request`, and the last room in which the PIN and the client token exist:
 * a `Reply` holds neither.
 */
import { GraphQLClient } from 'graphql-request';
import { isLoopback } from './endpoint.js';
import type { Operation } from '../set-pin/operation.js';

/** How long one attempt may take, body included, in milliseconds. */
export const ATTEMPT_TIME_LIMIT = 15_000;

/** The longest body that is read, in bytes: an answer of the service's has a few hundred. */
const LONGEST_BODY = 256 * 1024;

/** The platform's functions that touch the secret; the element passes ones that no other script of the page has patched. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly json: Pick<JSON, 'parse' | 'stringify'>;
  /** Whether the machine has a network at all. */
  readonly online: () => boolean;
}

/** What became of one attempt. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The header `Retry-After`. */
      readonly retryAfter: string | undefined;
      /** The parsed JSON, or `undefined` where the body is none, is too long, or was cut short. */
      readonly body: unknown;
    }
  /** It went out and no answer came back: the service may have executed it. */
  | { readonly kind: 'lost' }
  /** It never left this machine. */
  | { readonly kind: 'unsent' }
  /** The caller's signal ended it. */
  | { readonly kind: 'aborted' };

/**
 * Sends an operation once. Never throws and never rejects; it settles within {@link ATTEMPT_TIME_LIMIT} or at once when the
 * signal aborts.
 */
export function request(
  endpoint: URL,
  operation: Operation,
  clientToken: string,
  platform: Platform,
  signal: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve) => {
    const unsent = () => resolve({ kind: 'unsent' });
    // Without a network a request can only fail, and whoever knows that it was never sent need not wonder whether the PIN is set.
    if (!platform.online() && !isLoopback(endpoint)) return unsent();

    const client = new GraphQLClient(endpoint.href, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      jsonSerializer: platform.json,
      // The library's errors carry the request's variables, the PIN among them. It makes them from what fetch gives it, so it is
      // given an empty success, and the reply is read here; what the library does with its success is not waited for.
      fetch: async (_, init) => {
        resolve(await exchange(endpoint.href, init ?? {}, platform, signal));
        return new Response('{"data":{}}', { headers: { 'Content-Type': 'application/json' } });
      },
    });
    // Where the library fails before it comes to fetch, nothing was sent. Its error may hold the variables, and ends here unread.
    client
      .rawRequest({
        query: operation.query,
        variables: operation.variables,
        requestHeaders: { Accept: 'application/json', Authorization: `Bearer ${clientToken}` },
      })
      .then(unsent, unsent);
  });
}

/**
 * The promises of `platform.fetch` may belong to another realm: they are wrapped and never awaited, as Firefox leaves them
 * unsettled once that realm is gone, and time is kept by a timer of ours, as WebKit reports a time limit as an abort.
 */
function exchange(
  url: string,
  init: RequestInit,
  { fetch, json }: Platform,
  signal: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve) => {
    const attempt = new AbortController();
    const end = (reply: Reply, isRead = false) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(reply);
      // A browser may call failed what is aborted when its last byte has just come.
      if (!isRead) attempt.abort();
    };
    const cancel = () => end({ kind: 'aborted' });
    let lose = () => end({ kind: 'lost' });
    const timer = setTimeout(() => lose(), ATTEMPT_TIME_LIMIT);
    if (signal.aborted) return cancel();
    signal.addEventListener('abort', cancel);
    fetch(url, { ...init, signal: attempt.signal }).then(
      ({ status, headers, body: stream }) => {
        const answer = (text?: string) => {
          const retryAfter = headers.get('Retry-After') ?? undefined;
          const body = text === undefined ? undefined : parse(text, json);
          end({ kind: 'answer', status, retryAfter, body }, text !== undefined);
        };
        // Any other status says without a body what became of the request.
        if (status !== 200) lose = () => answer();
        if (stream === null || !JSON_TYPE.test(headers.get('Content-Type') ?? '')) return answer();
        read(stream.getReader(), answer, () => lose());
      },
      () => lose(),
    );
  });
}

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** @param done - Gets the text, or nothing where it is too long; the rest is not read. */
function read(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  done: (text?: string) => void,
  fail: () => void,
): void {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  const next = (): void => {
    reader.read().then((chunk) => {
      if (chunk.done) return done(text + decoder.decode());
      length += chunk.value.byteLength;
      if (length > LONGEST_BODY) return done();
      text += decoder.decode(chunk.value, { stream: true });
      next();
    }, fail);
  };
  next();
}

function parse(text: string, json: Pick<JSON, 'parse'>): unknown {
  try {
    return json.parse(text);
  } catch {
    return undefined;
  }
}
