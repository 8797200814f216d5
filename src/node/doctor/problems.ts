/** Explains responses that are not the complete result of an operation. */
import { listOf, membersOf } from '../../service/members.js';
import { readAsElement, type Answer } from './api.js';
import { ASK_PROVIDER, CHECK_ADDRESS, Problem } from './finding.js';

const NOT_FOUND = [404, 405, 410];

/** Returns the reason why a response can't come from a GraphQL API, whatever was sent. */
export function problemOfAddress({ status, headers, body }: Answer): Problem | undefined {
  if (status >= 300 && status < 400)
    return new Problem(
      `The address redirects (${status}).`,
      'Pass the redirect’s target, because neither the element nor the doctor follows redirects. If you didn’t expect a redirect, look for your network’s login page.',
    );
  if (NOT_FOUND.includes(status))
    return new Problem(
      `Nothing accepts a POST at the endpoint’s address (${status}).`,
      CHECK_ADDRESS,
    );
  if (/^text\/html\b/i.test(headers.get('content-type') ?? ''))
    return new Problem(
      `The response (${status}) is a web page, which didn’t come from the API.`,
      'Check the address, and look for a firewall, a proxy, a login page or a captive portal between you and the API.',
    );
  if (isGraphQL(body)) return undefined;
  return new Problem(
    `The response (${status}) is not JSON from a GraphQL API.`,
    status < 500
      ? `${CHECK_ADDRESS} The Content-Type must be application/json or application/graphql-response+json.`
      : 'The API, or a proxy in front of it, failed. Try again.',
  );
}

/** Returns true if a body looks like a GraphQL response. */
function isGraphQL(body: unknown): boolean {
  const { data, errors, extensions } = membersOf(body);
  return (
    (typeof data === 'object' && data !== null) ||
    listOf(errors).length > 0 ||
    typeof membersOf(extensions)['requestId'] === 'string'
  );
}

/**
 * Returns the reason why a response is not the complete result of an operation.
 *
 * @param credential - The request's credential, which the message names.
 */
export function problemOf(
  answer: Answer,
  credential: 'API key' | 'client token',
): Problem | undefined {
  const problem = problemOfReply(answer, credential) ?? problemOfAddress(answer);
  const hasErrors = listOf(membersOf(answer.body)['errors']).length > 0;
  if (problem === undefined && !hasErrors) return undefined;
  const failure = new Problem('The operation failed, at least in part.', ASK_PROVIDER, 'operation');
  const { message, advice, refused } = problem ?? failure;
  const { requestId } = readAsElement(answer);
  const id = requestId === undefined ? '' : ` Request id: ${requestId}`;
  return new Problem(message + id, advice, refused);
}

/** Codes from GraphQL Yoga, Hot Chocolate, Grafbase, and the Apollo, Cosmo and Hive routers. */
const NOT_REGISTERED =
  /^(PERSISTED_(QUERY|DOCUMENT)_.+|QUERY_NOT_IN_SAFELIST|CANNOT_SEND_PQ_ID_AND_BODY|TRUSTED_DOCUMENT_ERROR|HC0067),/;

/** Explains a response by what it means to the element, or else by its status. */
function problemOfReply(answer: Answer, credential: string): Problem | undefined {
  const cause = causeOf(answer);
  const { status, headers } = answer;
  const { kind } = readAsElement(answer);
  if (kind === 'token-refused')
    return new Problem(
      `The API rejects the ${credential} (${cause}).`,
      credential === 'API key'
        ? 'Each key works in only one environment. Check that your key belongs to this endpoint, is complete and is still valid.'
        : `The API has just issued this token. ${ASK_PROVIDER}`,
      'credential',
    );
  if (kind === 'rate-limited') {
    const [wait] = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '') ?? [];
    return new Problem(
      `The API key’s rate limit has been reached (${cause}).`,
      `Try again ${wait === undefined ? 'later' : `in ${wait} s`}. All programs that use the key share the limit.`,
    );
  }
  if (kind === 'forbidden')
    return new Problem(
      `The ${credential} or this machine lacks permission (${cause}).`,
      `Ask the provider what the ${credential} is allowed to do, and from which IP addresses.`,
      'credential',
    );
  if (kind === 'operation-refused' && NOT_REGISTERED.test(cause))
    return new Problem(
      `The API runs registered operations only, and this one isn’t registered (${cause}).`,
      'Register the documents that docs/registered-operations.md lists, exactly as they are. An API that accepts only ids isn’t supported.',
      'unregistered',
    );
  if (kind === 'operation-refused')
    return new Problem(
      `The API rejects the operation (${cause}). Its schema may differ from the published one, or it may run registered operations only.`,
      `${ASK_PROVIDER} If the API runs registered operations only, see docs/registered-operations.md.`,
      'operation',
    );
  if (status < 500 || problemOfAddress(answer) !== undefined) return undefined;
  return new Problem(`The API failed (${status}).`, `Try again later. ${ASK_PROVIDER}`);
}

/** Returns the status, and the first error's code if it looks like a code. */
function causeOf({ status, body }: Answer): string {
  const code = membersOf(membersOf(listOf(membersOf(body)['errors'])[0])['extensions'])['code'];
  const isCode = typeof code === 'string' && /^[\w-]{1,64}$/.test(code);
  return isCode ? `${code}, status ${status}` : String(status);
}
