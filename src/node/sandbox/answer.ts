import type { RateLimit } from './rate-limit.js';

/** An entry of the `errors` of an answer. */
export interface AnswerError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly errorPath?: readonly (string | number)[];
  readonly extensions?: { readonly code: string };
}

/** A JSON answer of the service, before the transport adds its `requestId`. */
export interface JsonAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  readonly errors?: readonly AnswerError[];
  readonly rateLimit?: RateLimit | undefined;
}

/** Returns the answer to a request that failed before anything was executed. */
export function refusal(status: number, errors: readonly AnswerError[]): JsonAnswer {
  return { status, data: null, errors };
}

/** Returns a 401, for credentials that are missing, wrong, expired or of the other environment. */
export function badCredentials(): JsonAnswer {
  return refusal(401, [{ message: 'Bad credentials.' }]);
}

/** Returns a 429, for a budget that is used up. */
export function usageLimit(rateLimit: RateLimit, retryAfterSeconds: number): JsonAnswer {
  return {
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
    data: {},
    errors: [{ message: 'Usage limit exceeded.' }],
    rateLimit,
  };
}
