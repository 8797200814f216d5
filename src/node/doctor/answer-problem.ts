import { problemOfAddress } from './address-problem.js';
import { list, member } from './json.js';
import { describeType, hasJsonType, isWebPage } from './media-type.js';
import { ASK_PROVIDER, CHECK_ADDRESS, type Problem } from './problem.js';
import type { Answer } from './http-request.js';

/** The credential that was sent with a request. */
export type Credential = 'API key' | 'client token';

/**
 * Returns the reason why an answer is not the complete result of an operation. The text ends with
 * the request id, if there is one.
 */
export function problemOf(answer: Answer, credential: Credential): Problem | undefined {
  const problem =
    problemOfErrorCodes(answer, credential) ??
    problemOfStatus(answer, credential) ??
    problemOfAddress(answer) ??
    problemOfBody(answer);
  return problem && { ...problem, text: problem.text + requestIdOf(answer.body) };
}

/** Explains the error codes that the element reads. They mean the same at any status. */
function problemOfErrorCodes(
  { status, headers, body }: Answer,
  credential: Credential,
): Problem | undefined {
  for (const error of list(member(body, 'errors'))) {
    const code = member(member(error, 'extensions'), 'code');
    switch (code) {
      case 'UNAUTHENTICATED':
        return credentialRefused(credential, `${code}, status ${status}`);
      case 'FORBIDDEN':
        return forbidden(credential, `${code}, status ${status}`);
      case 'RATE_LIMITED':
      case 'THROTTLED':
      case 'TOO_MANY_REQUESTS':
        return rateLimited(headers, `${code}, status ${status}`);
      default:
    }
  }
  return undefined;
}

function problemOfStatus(answer: Answer, credential: Credential): Problem | undefined {
  const problem = explainStatus(answer, credential);
  return problem && isWebPage(answer.headers, answer.text)
    ? { ...problem, text: `${problem.text} With a web page: a gateway or a firewall may answer.` }
    : problem;
}

function explainStatus({ status, headers }: Answer, credential: Credential): Problem | undefined {
  switch (status) {
    case 400:
    case 422:
      return {
        code: 'operation-refused',
        text: `The service refuses the operation (${status}): its schema may differ from the published one.`,
        advice: ASK_PROVIDER,
      };
    case 401:
      return credentialRefused(credential, '401');
    case 403:
      return forbidden(credential, '403');
    case 406:
    case 415:
      return {
        code: 'content-type',
        text: `The service refuses the media types of the element (${status}).`,
        advice:
          'Ask the provider to accept Content-Type: application/json, and Accept: application/graphql-response+json, application/json;q=0.9.',
      };
    case 429:
      return rateLimited(headers, '429');
    case 404:
    case 405:
    case 410:
    case 511:
      return undefined;
    default:
  }
  if (status >= 500) {
    return {
      code: 'service-failed',
      text: `The service failed (${status}).`,
      advice: `Try again later. ${ASK_PROVIDER}`,
    };
  }
  return status >= 400
    ? {
        code: 'unexpected-status',
        text: `The answer has an unexpected status (${status}).`,
        advice: CHECK_ADDRESS,
      }
    : undefined;
}

function problemOfBody({ headers, body }: Answer): Problem | undefined {
  if (list(member(body, 'errors')).length > 0) {
    return {
      code: 'operation-failed',
      text: 'The operation failed, at least in part.',
      advice: ASK_PROVIDER,
    };
  }
  return hasJsonType(headers) ? undefined : unreadableType(headers);
}

/** Explains a media type that the element doesn't read. */
export function unreadableType(headers: Headers): Problem {
  return {
    code: 'content-type',
    text: `The Content-Type of the answer is ${describeType(headers)}: the element reads only JSON that is marked as JSON.`,
    advice:
      'Ask the provider for the Content-Type application/json or application/graphql-response+json.',
  };
}

function credentialRefused(credential: Credential, cause: string): Problem {
  return {
    code: 'credentials-refused',
    text: `The service refuses the ${credential} (${cause}).`,
    advice:
      credential === 'API key'
        ? 'A key works in one environment only: the test host refuses a live key, and the live host a test key. ' +
          'Check that the key belongs to this endpoint, is complete and is still valid.'
        : 'The service has just made this token: ask the provider’s support.',
  };
}

function forbidden(credential: Credential, cause: string): Problem {
  return {
    code: 'forbidden',
    text: `The ${credential} or this machine is not allowed to do this (${cause}).`,
    advice: `Ask the provider what the ${credential} may do, and from which IP addresses.`,
  };
}

function rateLimited(headers: Headers, cause: string): Problem {
  const seconds = /^\d{1,6}$/.exec(headers.get('retry-after') ?? '')?.[0];
  return {
    code: 'rate-limited',
    text: `The API key has used up its budget of requests or of complexity (${cause}).`,
    advice: `Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}. All programs that use the key share the budget.`,
  };
}

/** Returns the request id, but only if it looks like one: the text comes from the service. */
function requestIdOf(body: unknown): string {
  const id = member(member(body, 'extensions'), 'requestId');
  return typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id) ? ` Request id: ${id}` : '';
}
