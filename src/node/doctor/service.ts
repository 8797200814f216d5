import { sendRequest, ServiceError, type Answer } from './http-request.js';

/** The service and the API key to call it with. */
export interface Service {
  readonly endpoint: URL;
  readonly apiKey: string;
  /** The time limit of each request, in seconds. */
  readonly timeLimit: number;
}

export interface Operation {
  readonly name: string;
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The data of an operation that ran without errors, with the HTTP answer. */
export interface OperationResult extends Answer {
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Executes an operation on the service.
 *
 * @throws {ServiceError} if it fails, even in part
 */
export async function execute(
  { endpoint, apiKey, timeLimit }: Service,
  { name, document, variables }: Operation,
): Promise<OperationResult> {
  const answer = await sendRequest(
    endpoint,
    {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
      },
      body: JSON.stringify({ query: document, operationName: name, variables }),
    },
    timeLimit,
  );
  const body = readJson(answer.text);
  const [text, advice] = problemOfStatus(answer) ?? problemOfBody(answer, body) ?? [];
  if (text !== undefined && advice !== undefined) {
    throw new ServiceError(text + requestIdOf(body), advice, { reached: true });
  }
  return { ...answer, data: member(body, 'data') as OperationResult['data'] };
}

/** Returns a member of an object, or `undefined` if the value is not an object. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Returns the value if it is a list, or else an empty list. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

type Problem = readonly [text: string, advice: string];

const CHECK_ADDRESS = 'Check the address: the path should be /graphql.';
const ASK_PROVIDER = 'Ask the provider’s support and quote the request id.';

function problemOfStatus({ status, headers }: Answer): Problem | undefined {
  switch (status) {
    case 200:
      return undefined;
    case 400:
      return [
        'The service refuses the operation (400): its schema differs from the published one.',
        ASK_PROVIDER,
      ];
    case 401:
      return [
        'The service refuses the API key (401).',
        'A key works in one environment only: the test host refuses a live key, and the live host a test key. ' +
          'Check that the key belongs to this endpoint, is complete and is still valid.',
      ];
    case 403:
      return [
        'The API key or this machine is not allowed to do this (403).',
        'Ask the provider what the key may do, and from which IP addresses.',
      ];
    case 404:
      return ['There is nothing at the endpoint’s address (404).', CHECK_ADDRESS];
    case 405:
      return ['The server at the endpoint’s address does not accept POST (405).', CHECK_ADDRESS];
    case 429: {
      const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
      return [
        'The API key has used up its budget of requests or of complexity (429).',
        `Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}. All programs that use the key share the budget.`,
      ];
    }
    default:
  }
  if (status >= 300 && status < 400) {
    return [
      `The address redirects (${status}), and the API key is not sent to another address.`,
      'Pass the address that it redirects to as the endpoint: the element doesn’t follow redirects either.',
    ];
  }
  if (status >= 500) {
    return [`The service failed (${status}).`, `Try again later. ${ASK_PROVIDER}`];
  }
  return [`The answer has an unexpected status (${status}).`, CHECK_ADDRESS];
}

function problemOfBody({ headers, text }: Answer, body: unknown): Problem | undefined {
  if (/^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text)) {
    return [
      'The answer is a web page, not an answer of the service.',
      'Check the address, and look for a proxy, a login page or a captive portal in between.',
    ];
  }
  if (body === undefined) return ['The answer is not JSON.', CHECK_ADDRESS];
  if (list(member(body, 'errors')).length > 0) {
    return ['The operation failed, at least in part.', ASK_PROVIDER];
  }
  const data = member(body, 'data');
  if (typeof data !== 'object' || data === null) {
    return ['The answer is JSON, but not from a GraphQL service.', CHECK_ADDRESS];
  }
  return undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the request id, but only if it looks like one: the text comes from the service. */
function requestIdOf(body: unknown): string {
  const id = member(member(body, 'extensions'), 'requestId');
  return typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id) ? ` Request id: ${id}` : '';
}
