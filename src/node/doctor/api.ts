/** Sends requests to the API, and reads its responses as the element does. */
import { replyOf, type Reply } from '../../service/reply.js';
import { parseJson, readText } from '../server/read-text.js';
import { Problem } from './finding.js';

/** The API, and the credentials to call it with. */
export interface Api {
  /** The address, as it was given. The first check rejects an invalid one. */
  readonly endpoint: string;
  readonly apiKey: string;
  /** The payment card to issue a client token for. */
  readonly card: string;
  /** The origin of the page that will contain the element. */
  readonly origin: string;
  /** The time limit for each request, in seconds. */
  readonly timeLimit: number;
  /** The client token, once one has been issued. */
  token?: string;
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
  /** The parsed JSON. `undefined` if the response isn't JSON or is too long. */
  readonly body: unknown;
}

/** The longest response, in bytes: enough for the schema of a large API. */
const MAX_BODY = 1_048_576;

/** The element's `Accept` header. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

/** The media types that the element reads. */
const JSON_TYPE = /^application\/([\w.!#$&^-]+\+)?json\s*(;|$)/i;

/** Returns the `Authorization` header with the API key. */
export function withKey({ apiKey }: Api): Record<string, string> {
  return { Authorization: `Basic ${btoa(apiKey)}` };
}

/** Returns the `Authorization` header with the client token, or the API key if there is none. */
export function withToken(api: Api): Record<string, string> {
  return api.token === undefined ? withKey(api) : { Authorization: `Bearer ${api.token}` };
}

/** A query that every GraphQL API can execute. */
export const TYPE_NAME: Operation = { name: 'TypeName', document: 'query TypeName { __typename }' };

/**
 * Sends an operation with the element's headers and the given headers.
 *
 * @throws {Problem} if no response arrives
 */
export function post(
  api: Api,
  { name, document, variables }: Operation,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return send(api, {
    method: 'POST',
    headers: { Accept: ACCEPT, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: document, operationName: name, variables }),
  });
}

/**
 * Sends a request and reads the whole response within the time limit. Doesn't follow redirects.
 *
 * @throws {Problem} if no response arrives
 */
export async function send({ endpoint, timeLimit }: Api, init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(timeLimit * 1000);
  try {
    // A redirect could send the API key to another server.
    const response = await fetch(endpoint, { ...init, redirect: 'manual', signal });
    const { status, headers } = response;
    const text = await readText(response, MAX_BODY);
    if (text === undefined) await response.body?.cancel();
    const isJson = JSON_TYPE.test(headers.get('content-type') ?? '');
    return { status, headers, body: isJson ? parseJson(text) : undefined };
  } catch (error) {
    throw failureOf(error as Error, timeLimit);
  }
}

function failureOf({ name, cause, message }: Error, timeLimit: number): Problem {
  if (name === 'TimeoutError')
    return new Problem(
      `No complete response arrived within ${timeLimit} s.`,
      'Check the address and the network. A firewall may be dropping the requests.',
    );
  const { code, message: reason = message } = Object(cause) as NodeJS.ErrnoException;
  const isTls = /CERT|SIGNED|SSL|TLS|EPROTO/.test(code ?? '');
  return new Problem(
    `The request failed (${code ?? reason}).`,
    isTls
      ? 'Check the host name, https: and the certificate. Browsers would reject the certificate too. If the certificate belongs to a company proxy, add it with NODE_EXTRA_CA_CERTS.'
      : 'Check the host and port in the address, and check your network. If you mean the sandbox, start it: npx set-card-pin sandbox',
  );
}

/** Reads a response as the element does. */
export function readAsElement({ status, headers, body }: Answer): Reply {
  const challenge = headers.get('www-authenticate') ?? undefined;
  const exchange = { kind: 'answer', status, challenge, body } as const;
  return replyOf({ ...exchange, retryAfter: undefined, mediaType: '' }, 'setPinForPaymentCard');
}
