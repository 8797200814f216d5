/** The API's responses, from their content to the bytes that are sent. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ScriptedAnswer } from './scripted-answers.js';

/** An entry in a response's `errors`. */
export interface AnswerError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[] | undefined;
  readonly errorPath?: readonly (string | number)[] | undefined;
  readonly extensions?: { readonly code: string };
}

/** The response to one attempt to set a PIN, from a card's own script or from a test's. */
export interface CardAnswer extends Omit<ScriptedAnswer, 'body'> {
  /** Text that is sent unchanged, or JSON to which a request id is added. */
  readonly body?: string | { readonly data: unknown; readonly errors?: readonly AnswerError[] };
  /** Rejects the client token from now on, so that only a fresh one works. */
  readonly revokesToken?: true;
}

/** A response to a request, before the transport adds its `requestId`. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly data?: unknown;
  readonly errors?: readonly AnswerError[];
  /** Delays or replaces this response. */
  readonly script?: CardAnswer | undefined;
}

/** A response as it is sent. */
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

/** Returns the response to a request that failed before anything was executed. */
export function refusal(status: number, ...errors: readonly AnswerError[]): Answer {
  return { status, data: null, errors };
}

/** Returns a 401 for credentials that are missing, wrong, expired or for the other environment. */
export function badCredentials(): Answer {
  return refusal(401, { message: 'Bad credentials.' });
}

/** Returns true if the response is the card's payload, even if it is delayed. */
export function isPayload({ lost, status, body }: CardAnswer): boolean {
  return !lost && status === undefined && body === undefined;
}

/** Converts a response for sending. Returns null if the connection must be cut instead. */
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
    // A header replaces one with the same name, regardless of case. CORS headers stay, because
    // without them a browser reports only a failed request.
    headers: { ...standard.headers, ...Object.fromEntries([...new Headers(headers)]) },
    body: isOwnBody ? standard.body : String(body ?? ''),
  };
}

/** Converts a JSON response for sending, with a new request id. */
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
