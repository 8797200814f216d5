import type { RateLimit } from './rate-limit.js';
import type { ScriptedAnswer } from './scripted-answers.js';

/** An entry of the `errors` of an answer. */
export interface AnswerError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly errorPath?: readonly (string | number)[];
  readonly extensions?: { readonly code: string };
}

/** A JSON answer of the service, before the transport adds its `requestId`. */
export interface JsonAnswer {
  readonly kind: 'json';
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  readonly errors?: readonly AnswerError[];
  readonly rateLimit?: RateLimit;
}

/** An answer of a machine between page and service. It has no request id. */
export interface IntermediaryAnswer {
  readonly kind: 'intermediary';
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** An answer without a script: the service's JSON, an intermediary's, or a lost connection. */
export type UsualAnswer = JsonAnswer | IntermediaryAnswer | { readonly kind: 'lost' };

/** The service's own answer, or one that was scripted through the control interface. */
export type Answer =
  | UsualAnswer
  | { readonly kind: 'scripted'; readonly script: ScriptedAnswer; readonly usual: UsualAnswer };

/** Returns the answer to a request that failed before anything was executed. */
export function refusal(status: number, errors: readonly AnswerError[]): JsonAnswer {
  return { kind: 'json', status, data: null, errors };
}

/** Returns a 401, for credentials that are missing, wrong, expired or of the other environment. */
export function badCredentials(): JsonAnswer {
  return refusal(401, [{ message: 'Bad credentials.' }]);
}

/** Returns the same refusal as many GraphQL servers send it: with status 200. */
export function unauthenticated(): JsonAnswer {
  return refusal(200, [{ message: 'Bad credentials.', extensions: { code: 'UNAUTHENTICATED' } }]);
}

/** Returns a 429, for a budget that is used up. */
export function usageLimit(rateLimit: RateLimit, retryAfterSeconds: number): JsonAnswer {
  return {
    kind: 'json',
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    data: {},
    errors: [{ message: 'Usage limit exceeded.' }],
    rateLimit,
  };
}
