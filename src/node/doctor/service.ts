import { exchange, Trouble, type Answer } from './exchange.js';

/** The service, as a server with an API key calls it. */
export interface Service {
  readonly endpoint: URL;
  readonly apiKey: string;
  /** How long each request may take, in seconds. */
  readonly timeLimit: number;
}

export interface Operation {
  readonly name: string;
  readonly document: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** The data of an operation that ran without errors, and the answer that it came in. */
export interface Reply extends Answer {
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Has the service run an operation.
 *
 * @throws {Trouble} when it doesn't, or not without errors
 */
export async function ask(
  { endpoint, apiKey, timeLimit }: Service,
  { name, document, variables }: Operation,
): Promise<Reply> {
  const answer = await exchange(
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
  const [text, advice] = troubleOfStatus(answer) ?? troubleOfBody(answer, body) ?? [];
  if (text !== undefined && advice !== undefined) {
    throw new Trouble(text + requestIdOf(body), advice, { reached: true });
  }
  return { ...answer, data: member(body, 'data') as Reply['data'] };
}

/** A member of what may be an object; nothing of anything else. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** What may be a list, as one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

type Told = readonly [text: string, advice: string];

const CHECK_ADDRESS = 'Check the address: the transport’s path is /graphql.';
const ASK_PROVIDER = 'Ask the provider’s support, and quote the request id.';

function troubleOfStatus({ status, headers }: Answer): Told | undefined {
  switch (status) {
    case 200:
      return undefined;
    case 400:
      return [
        'The service refuses the operation (400): its schema is another than the published one.',
        ASK_PROVIDER,
      ];
    case 401:
      return [
        'The service refuses the API key (401).',
        'A key is good in one environment: the test host refuses a live key, and the live host a test key. ' +
          'Check that key and endpoint belong together, and that the key is whole and still valid.',
      ];
    case 403:
      return [
        'This is forbidden (403) to the API key, or to this machine.',
        'Ask the provider what the key may do, and whether it takes requests from any address.',
      ];
    case 404:
      return ['There is nothing at the endpoint’s address (404).', CHECK_ADDRESS];
    case 405:
      return ['What is at the endpoint’s address takes no POST (405).', CHECK_ADDRESS];
    case 429: {
      const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
      return [
        'The API key’s budget of requests or of complexity is spent (429).',
        `Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}. Everything that uses the key shares the budget.`,
      ];
    }
    default:
  }
  if (status >= 300 && status < 400) {
    return [
      `The address redirects (${status}), and the API key is not sent after a redirect.`,
      'Give the address that it leads to as the endpoint: the element follows no redirect either.',
    ];
  }
  if (status >= 500) {
    return [`The service fails at the moment (${status}).`, `Try again later. ${ASK_PROVIDER}`];
  }
  return [
    `The answer has the status ${status}, of which the transport knows nothing.`,
    CHECK_ADDRESS,
  ];
}

function troubleOfBody({ headers, text }: Answer, body: unknown): Told | undefined {
  if (/^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text)) {
    return [
      'A web page came in place of an answer of the service.',
      'A proxy, a login or a captive portal is in between, or the address is that of a website.',
    ];
  }
  if (body === undefined) return ['The answer is not JSON.', CHECK_ADDRESS];
  if (list(member(body, 'errors')).length > 0) {
    return ['The operation ran, and failed at least in part.', ASK_PROVIDER];
  }
  const data = member(body, 'data');
  if (typeof data !== 'object' || data === null) {
    return ['The answer is JSON, and not that of a GraphQL service.', CHECK_ADDRESS];
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

/** The request id if it looks like one: it is text of the service's. */
function requestIdOf(body: unknown): string {
  const id = member(member(body, 'extensions'), 'requestId');
  return typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id) ? ` Request id: ${id}` : '';
}
