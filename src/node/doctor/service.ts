import { isGraphQL } from './address-problem.js';
import { problemOf, type Credential } from './answer-problem.js';
import { sendRequest, type Answer } from './http-request.js';
import { member } from './json.js';
import type { Problem } from './problem.js';
import { ServiceError } from './service-error.js';

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

/** The data of an operation that ran without errors, with the HTTP answer. */
export interface OperationResult extends Answer {
  readonly data: Readonly<Record<string, unknown>>;
}

/** The `Accept` header of the element. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9';

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
 * @throws {ServiceError} if no answer arrives
 */
export async function post(
  { endpoint, timeLimit }: Service,
  { name, document, variables }: Operation,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> {
  return sendRequest(
    endpoint,
    {
      method: 'POST',
      headers: { Accept: ACCEPT, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ query: document, operationName: name, variables }),
    },
    timeLimit,
  );
}

/**
 * Executes an operation with the API key.
 *
 * @throws {ServiceError} if it fails, even in part
 */
export async function execute(service: Service, operation: Operation): Promise<OperationResult> {
  const answer = await post(service, operation, basic(service.apiKey));
  const problem = problemOf(answer, 'API key');
  if (problem !== undefined) throw errorOf(problem, answer);
  return { ...answer, data: member(answer.body, 'data') as OperationResult['data'] };
}

/** Returns the error of an answer. A machine in between must not get the API key again. */
export function errorOf({ code, text, advice }: Problem, { body }: Answer): ServiceError {
  return new ServiceError(code, text, advice, { reached: isGraphQL(body) });
}
