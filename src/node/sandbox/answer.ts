/** The API's responses, from their content to the bytes that are sent. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ScriptedAnswer } from './scripted-answers.js';

/** An entry of the `errors` of an answer. */
export interface AnswerError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly errorPath?: readonly (string | number)[];
  readonly extensions?: { readonly code: string };
}

/** The answer to one attempt to set a PIN, from a card's own script or from a test's. */
export interface CardAnswer extends Omit<ScriptedAnswer, 'body'> {
  /** Text that is sent unchanged, or JSON that gets a request id. */
  readonly body?: string | { readonly data: unknown; readonly errors?: readonly AnswerError[] };
  /** Refuses the client token from now on: only a fresh one works. */
  readonly revokesToken?: true;
}

/** An answer to a request, before the transport adds its `requestId`. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  readonly errors?: readonly AnswerError[];
  /** Delays or replaces this answer. */
  readonly script?: CardAnswer | undefined;
}

/** An answer as it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Any page may call the sandbox, because only the Authorization header carries credentials. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
};

/** Returns the answer to a request that failed before anything was executed. */
export function refusal(status: number, ...errors: readonly AnswerError[]): Answer {
  return { status, data: null, errors };
}

/** Returns a 401, for credentials that are missing, wrong, expired or of the other environment. */
export function badCredentials(): Answer {
  return refusal(401, { message: 'Bad credentials.' });
}

/** Returns true if the answer is the payload, whatever else is special about it. */
export function isPayload({ lost, status, body }: CardAnswer): boolean {
  return !lost && status === undefined && body === undefined;
}

/** Converts an answer for sending. Returns null if the connection must be cut instead. */
export function toWire({ script = {}, ...usual }: Answer): WireAnswer | null {
  if (isPayload(script)) return jsonToWire(usual);
  if (script.lost) return null;
  const { status = 200, headers = {}, body } = script;
  const json =
    typeof body === 'object' ? body : refusal(status, { message: STATUS_CODES[status] ?? 'Error' });
  const standard = jsonToWire({ ...json, status });
  const isOwnBody = typeof body === 'object' || (body === undefined && status >= 400);
  return {
    status,
    // The same name in any spelling replaces a header. CORS headers stay, because without them a
    // browser reports only a failed request.
    headers: { ...standard.headers, ...Object.fromEntries([...new Headers(headers)]) },
    body: isOwnBody ? standard.body : String(body ?? ''),
  };
}

/** Converts a JSON answer for sending, with a new request id. */
function jsonToWire({ status, headers, data, errors }: Answer): WireAnswer {
  return {
    status,
    headers: {
      ...CORS_HEADERS,
      ...headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
    },
    body: JSON.stringify({ data, errors, extensions: { requestId: randomUUID() } }),
  };
}
