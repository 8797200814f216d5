/** One HTTP attempt. An {@link Exchange} never contains the PIN or the client token. */
import { GraphQLClient } from 'graphql-request';

/** In a request, the API accepts only `query`, `variables` and the operation's name. */
export interface Operation {
  readonly field: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** `true` if the API would recognise a repeated request by its idempotency key. */
  readonly keyed: boolean;
}

/** The time limit for one attempt, including reading the body, in milliseconds. */
export const ATTEMPT_TIME_LIMIT = 15_000;

/** The longest body that is read, in bytes. Most responses are a few hundred bytes long. */
const LONGEST_BODY = 256 * 1024;

/** The functions that send the PIN. Inline mode uses a pristine realm's functions. */
export interface Platform {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly json: Pick<JSON, 'parse' | 'stringify'>;
}

export type Exchange =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The `Retry-After` header, in seconds from now, or `undefined` if there is none. */
      readonly retryAfter: number | undefined;
      /** The body's media type, without parameters. Empty if the type has an unusual form. */
      readonly mediaType: string;
      /** The `WWW-Authenticate` header, which scripts see only if the API exposes it. */
      readonly challenge: string | undefined;
      /** The parsed JSON. `undefined` if the body isn't JSON, is too long or was cut short. */
      readonly body: unknown;
    }
  /** No response arrived. */
  | { readonly kind: 'lost' }
  /** The caller's signal ended the attempt. */
  | { readonly kind: 'aborted' };

/**
 * Sends an operation once. Never throws and never rejects. Settles within
 * {@link ATTEMPT_TIME_LIMIT}, or at once when the signal aborts.
 */
export function request(
  endpoint: URL,
  operation: Operation,
  clientToken: string,
  platform: Platform,
  signal: AbortSignal,
): Promise<Exchange> {
  return new Promise((resolve) => {
    const client = new GraphQLClient(endpoint.href, {
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      jsonSerializer: platform.json,
      // The library puts the variables, including the PIN, into the errors that it creates from a
      // response. So the library receives an empty success, and the real response is read here.
      fetch: async (_, init) => {
        resolve(await exchange(endpoint.href, init ?? {}, platform, signal));
        return new Response('{"data":{}}', { headers: { 'Content-Type': 'application/json' } });
      },
    });
    // The library's error may contain the variables, so it is dropped unread.
    client
      .rawRequest({
        query: operation.query,
        variables: operation.variables,
        requestHeaders: {
          Accept: 'application/graphql-response+json, application/json;q=0.9',
          Authorization: `Bearer ${clientToken}`,
        },
      })
      .catch(() => resolve({ kind: 'lost' }));
  });
}

/** Sends a request. Uses its own timer, because WebKit reports a timeout as an abort. */
async function exchange(
  url: string,
  init: RequestInit,
  { fetch, json }: Platform,
  signal: AbortSignal,
): Promise<Exchange> {
  if (signal.aborted) return { kind: 'aborted' };
  const attempt = new AbortController();
  const abort = (): void => attempt.abort();
  const ended = new Promise<never>((_, reject) => (attempt.signal.onabort = reject));
  const timer = setTimeout(abort, ATTEMPT_TIME_LIMIT);
  signal.addEventListener('abort', abort);
  try {
    const response = await Promise.race([fetch(url, { ...init, signal: attempt.signal }), ended]);
    const { status, headers } = response;
    const [mediaType = ''] = MEDIA_TYPE.exec(headers.get('Content-Type') ?? '') ?? [];
    const text = JSON_TYPE.test(mediaType)
      ? await Promise.race([read(response), ended]).catch((error: unknown) => {
          // If the body is lost, a status of 300 or more is informative enough.
          if (status < 300) throw error;
        })
      : undefined;
    // After a complete body, an abort would make some browsers report a failure.
    if (text === undefined) abort();
    return {
      kind: 'answer',
      status,
      retryAfter: secondsUntil(headers.get('Retry-After') ?? '', Date.now()),
      challenge: headers.get('WWW-Authenticate') ?? undefined,
      mediaType,
      body: text === undefined ? undefined : parse(text, json),
    };
  } catch {
    return { kind: signal.aborted ? 'aborted' : 'lost' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

/** A media type that is safe to show to the developer. */
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,40}\/[\w!#$&^.+-]{1,40}(?=\s*(;|$))/;

/** `application/json`, and every `application` type that ends in `+json` (RFC 6839). */
const JSON_TYPE = /^application\/(.+\+)?json$/i;

/** Reads `Retry-After`, which is a number of seconds or a date (RFC 9110, section 10.2.3). */
export function secondsUntil(retryAfter: string, now: number): number | undefined {
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now) / 1000);
  return Number.isFinite(seconds) ? Math.max(seconds, 0) : undefined;
}

/** Reads a body as text, or returns `undefined` if it is too long. */
async function read(response: Response): Promise<string | undefined> {
  // With `no-store`, Chromium cancels a request whose response is read as a stream, even after the
  // last byte, unless there is a second copy of the body.
  const reader = response.clone().body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > LONGEST_BODY) break;
    text += decoder.decode(value, { stream: true });
  }
  return undefined;
}

function parse(text: string, json: Pick<JSON, 'parse'>): unknown {
  try {
    return json.parse(text);
  } catch {
    return undefined;
  }
}
