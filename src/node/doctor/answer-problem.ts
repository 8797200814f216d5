import { isGraphQL, problemOfAddress } from './address-problem.js';
import { readAsElement } from './element-reading.js';
import { list, member } from './json.js';
import { describeType, hasJsonType } from './media-type.js';
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
    problemOfReading(answer, credential) ??
    problemOfStatus(answer, credential) ??
    problemOfAddress(answer) ??
    problemOfBody(answer);
  if (problem === undefined) return undefined;
  const { status, body } = answer;
  const hint =
    status < 400 || isGraphQL(body)
      ? ''
      : ' It isn’t an answer of the service: a gateway or a firewall may answer.';
  return { ...problem, text: problem.text + hint + requestIdOf(body) };
}

/** Explains an answer that the element understands. */
function problemOfReading(answer: Answer, credential: Credential): Problem | undefined {
  switch (readAsElement(answer).kind) {
    case 'token-refused':
      return credentialRefused(credential, causeOf(answer));
    case 'forbidden':
      return forbidden(credential, causeOf(answer));
    case 'rate-limited':
      return rateLimited(answer);
    case 'operation-refused':
      return operationRefused(answer);
    default:
      return undefined;
  }
}

function problemOfStatus(answer: Answer, credential: Credential): Problem | undefined {
  const { status } = answer;
  switch (status) {
    case 400:
    case 422:
      return operationRefused(answer);
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

function operationRefused(answer: Answer): Problem {
  return {
    code: 'operation-refused',
    text: `The service refuses the operation (${causeOf(answer)}): its schema may differ from the published one.`,
    advice: ASK_PROVIDER,
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

function rateLimited(answer: Answer): Problem {
  const seconds = /^\d{1,6}$/.exec(answer.headers.get('retry-after') ?? '')?.[0];
  return {
    code: 'rate-limited',
    text: `The API key has used up its budget of requests or of complexity (${causeOf(answer)}).`,
    advice: `Try again ${seconds === undefined ? 'later' : `in ${seconds} s`}. All programs that use the key share the budget.`,
  };
}

/** Returns the status, and the code of the first error if it looks like one. */
function causeOf({ status, body }: Answer): string {
  const code = member(member(list(member(body, 'errors'))[0], 'extensions'), 'code');
  return typeof code === 'string' && /^[\w-]{1,64}$/.test(code)
    ? `${code}, status ${status}`
    : String(status);
}

/** Returns the request id, but only if it looks like one: the text comes from the service. */
function requestIdOf(body: unknown): string {
  const id = member(member(body, 'extensions'), 'requestId');
  return typeof id === 'string' && /^[\w.:-]{1,64}$/.test(id) ? ` Request id: ${id}` : '';
}
