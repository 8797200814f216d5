/** Explains answers that are not the complete result of an operation. */
import { membersOf, listOf } from '../../service/members.js';
import { ASK_PROVIDER, CHECK_ADDRESS, Problem, REGISTER } from './finding.js';
import {
  basic,
  describeType,
  hasJsonType,
  post,
  readAsElement,
  type Answer,
  type Credential,
  type Operation,
  type Service,
} from './service.js';

/**
 * Executes an operation with the API key. Returns its data.
 *
 * @throws {Problem} if it fails, even in part
 */
export async function execute(
  service: Service,
  operation: Operation,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await post(service, operation, basic(service.apiKey));
  const problem = problemOf(answer, 'API key');
  if (problem !== undefined) throw problem;
  return membersOf(answer.body)['data'] as Record<string, unknown>;
}

/**
 * Returns the reason why an answer is not the complete result of an operation. The text ends with
 * the request id, if there is one.
 */
export function problemOf(answer: Answer, credential: Credential): Problem | undefined {
  const problem =
    problemOfReading(answer, credential) ?? problemOfAddress(answer) ?? problemOfBody(answer);
  if (problem === undefined) return undefined;
  const { message, advice, refused } = problem;
  const { status, body } = answer;
  const reached = isGraphQL(body);
  const hint =
    status < 400 || reached
      ? ''
      : ' It isn’t an answer of the service: a gateway or a firewall may answer.';
  const { requestId } = readAsElement(answer);
  const id = requestId === undefined ? '' : ` Request id: ${requestId}`;
  return new Problem(message + hint + id, advice, { refused, reached });
}

const NOT_FOUND = [404, 405, 410];

/** Returns the reason why an answer can't come from a GraphQL service, whatever was sent. */
export function problemOfAddress({ status, headers, text, body }: Answer): Problem | undefined {
  if (status >= 300 && status < 400)
    return new Problem(
      `The address redirects (${status}).`,
      'Pass the address that it redirects to: neither the element nor the doctor follows a redirect. If you don’t expect one, look for a login page of your network.',
    );
  if (NOT_FOUND.includes(status))
    return new Problem(
      `Nothing accepts a POST at the endpoint’s address (${status}).`,
      CHECK_ADDRESS,
    );
  if (/^text\/html\b/i.test(headers.get('content-type') ?? '') || /^\s*</.test(text))
    return new Problem(
      `The answer (${status}) is a web page, not an answer of the service.`,
      'Check the address, and look for a firewall, a proxy, a login page or a captive portal in between.',
    );
  if (body === undefined)
    return new Problem(
      `The answer (${status}) is not JSON.`,
      status < 500 ? CHECK_ADDRESS : 'The service, or a proxy in front of it, fails: try again.',
    );
  return isGraphQL(body)
    ? undefined
    : new Problem(
        `The answer (${status}) is JSON, but not from a GraphQL service.`,
        `${CHECK_ADDRESS} Look for a gateway or a firewall in between.`,
      );
}

/** Returns true if a body looks like one of a GraphQL service. Every answer has a request id. */
export function isGraphQL(body: unknown): boolean {
  const data = membersOf(body)['data'];
  return (
    (typeof data === 'object' && data !== null) ||
    listOf(membersOf(body)['errors']).length > 0 ||
    typeof membersOf(membersOf(body)['extensions'])['requestId'] === 'string'
  );
}

/** Returns the problem of a media type that the element doesn't read. */
export function problemOfType(headers: Headers): Problem | undefined {
  return hasJsonType(headers)
    ? undefined
    : new Problem(
        `The Content-Type of the answer is ${describeType(headers)}: the element reads only JSON that is marked as JSON.`,
        'Ask the provider for the Content-Type application/json or application/graphql-response+json.',
      );
}

/** Codes of GraphQL Yoga, Apollo Router, Cosmo Router, Hive Router, Grafbase and Hot Chocolate. */
const NOT_REGISTERED =
  /^(PERSISTED_(QUERY|DOCUMENT)_.+|QUERY_NOT_IN_SAFELIST|CANNOT_SEND_PQ_ID_AND_BODY|TRUSTED_DOCUMENT_ERROR|HC0067),/;

/** Explains an answer by its meaning for the element, or else by its status. */
function problemOfReading(answer: Answer, credential: Credential): Problem | undefined {
  const cause = causeOf(answer);
  const { status } = answer;
  const { kind } = readAsElement(answer);
  if (kind === 'token-refused')
    return new Problem(
      `The service refuses the ${credential} (${cause}).`,
      credential === 'API key'
        ? 'A key works in one environment only: the test host refuses a live key, and the live host a test key. ' +
            'Check that the key belongs to this endpoint, is complete and is still valid.'
        : 'The service has just made this token: ask the provider’s support.',
      { refused: 'credential' },
    );
  if (kind === 'rate-limited') {
    const [wait] = /^\d{1,6}$/.exec(answer.headers.get('retry-after') ?? '') ?? [];
    return new Problem(
      `The API key has used up its budget of requests or of complexity (${cause}).`,
      `Try again ${wait === undefined ? 'later' : `in ${wait} s`}. All programs that use the key share the budget.`,
    );
  }
  if (kind === 'forbidden')
    return new Problem(
      `The ${credential} or this machine is not allowed to do this (${cause}).`,
      `Ask the provider what the ${credential} may do, and from which IP addresses.`,
      { refused: 'credential' },
    );
  if (kind === 'operation-refused' && NOT_REGISTERED.test(cause))
    return new Problem(
      `The service runs registered operations only, and this one isn’t registered (${cause}).`,
      REGISTER,
      { refused: 'unregistered' },
    );
  if (kind === 'operation-refused')
    return new Problem(
      `The service refuses the operation (${cause}): its schema may differ from the published one, or it runs registered operations only.`,
      `${ASK_PROVIDER} If it runs registered operations only, see docs/registered-operations.md.`,
      { refused: 'operation' },
    );
  if (status < 400 || NOT_FOUND.includes(status)) return undefined;
  return status >= 500
    ? new Problem(`The service failed (${status}).`, `Try again later. ${ASK_PROVIDER}`)
    : new Problem(`The answer has an unexpected status (${status}).`, CHECK_ADDRESS);
}

function problemOfBody({ headers, body }: Answer): Problem | undefined {
  return listOf(membersOf(body)['errors']).length > 0
    ? new Problem('The operation failed, at least in part.', ASK_PROVIDER, { refused: 'operation' })
    : problemOfType(headers);
}

/** Returns the status, and the code of the first error if it looks like one. */
function causeOf({ status, body }: Answer): string {
  const code = membersOf(membersOf(listOf(membersOf(body)['errors'])[0])['extensions'])['code'];
  return typeof code === 'string' && /^[\w-]{1,64}$/.test(code)
    ? `${code}, status ${status}`
    : String(status);
}
