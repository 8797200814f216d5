/** Sends requests to the service, and reads its answers as the element does. */
import { replyOf, type Reply } from '../../service/reply.js';
import { readText } from '../server/read-text.js';
import { Problem } from './finding.js';
import { failureOf } from './network-failure.js';

/** The credential that is sent with a request. */
export type Credential = 'API key' | 'client token';

/** The service, and the credentials to call it with. */
export interface Service {
  readonly endpoint: URL;
  readonly apiKey: string;
  /** The credential that the service has accepted: the client token, once there is one. */
  accepted?: { readonly name: Credential; readonly headers: Readonly<Record<string, string>> };
  /** The time limit of each request, in seconds. */
  readonly timeLimit: number;
}

export interface Operation {
  readonly name: string;
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** A complete HTTP response. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed text; `undefined` if it is not JSON. */
  readonly body: unknown;
}

/** The longest answer, in bytes: enough for the schema of a large service. */
const MAX_BODY = 1_048_576;

/** The `Accept` header of the element. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** The media types that the element reads. */
const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

/** Returns the `Authorization` header for the API key. */
export function basic(apiKey: string): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` };
}

/** Returns the `Authorization` header for a client token. */
export function bearer(clientToken: string): Record<string, string> {
  return { Authorization: `Bearer ${clientToken}` };
}

/**
 * Sends an operation with the element's headers and the given ones.
 *
 * @throws {Problem} if no answer arrives
 */
export function post(
  service: Service,
  { name, document, variables }: Operation,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return send(service, {
    method: 'POST',
    headers: { Accept: ACCEPT, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: document, operationName: name, variables }),
  });
}

/**
 * Sends a request and reads the whole answer within the time limit. Doesn't follow redirects.
 *
 * @throws {Problem} if no answer arrives
 */
export async function send({ endpoint, timeLimit }: Service, init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(timeLimit * 1000);
  try {
    // A redirect could send the API key to another server.
    const response = await fetch(endpoint, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    const text = await readText(response, MAX_BODY);
    if (text === undefined) {
      await response.body?.cancel();
      throw new Problem(
        'The answer is larger than 1 MiB and was not read.',
        'Check that the address is the service’s GraphQL endpoint.',
      );
    }
    return { status, headers, text, body: readJson(text) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw failureOf(error, endpoint, signal.aborted, timeLimit);
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the meaning of an answer for the element. */
export function readAsElement({ status, headers, body }: Answer): Reply {
  const exchange = {
    kind: 'answer',
    status,
    retryAfter: undefined,
    challenge: headers.get('www-authenticate') ?? undefined,
    mediaType: describeType(headers),
    body: hasJsonType(headers) ? body : undefined,
  } as const;
  return replyOf(exchange, 'setPinForPaymentCard');
}

export function hasJsonType(headers: Headers): boolean {
  return JSON_TYPE.test(headers.get('content-type') ?? '');
}

/** Returns the media type, but only if it looks like one: the text comes from the service. */
export function describeType(headers: Headers): string {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!.trim();
  if (type === '') return 'missing';
  return /^[\w.+-]{1,40}\/[\w.+-]{1,80}$/.test(type) ? type : 'malformed';
}
