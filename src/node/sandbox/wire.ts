import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { refusal, type JsonAnswer } from './answer.js';
import { isPayload, type Answer } from './behaviours.js';

/** An answer as it is sent. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Any page may call, because only the Authorization header carries credentials. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Retry-After',
};

/** Converts an answer for sending. Returns null if the connection must be cut instead. */
export function toWire({ script, ...usual }: Answer): WireAnswer | null {
  if (script === undefined || isPayload(script)) return jsonToWire(usual);
  if (script.lost) return null;
  const { status = 200, headers = {} } = script;
  const json = script.json ?? refusal(status, [{ message: STATUS_CODES[status] ?? 'Error' }]);
  const standard = jsonToWire({ ...json, status, rateLimit: usual.rateLimit });
  return {
    status,
    headers: {
      // With CORS headers, because without them a browser reports only a failed request.
      ...standard.headers,
      // In lower case, so that these replace the headers above in any spelling.
      ...Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
      ),
    },
    body: script.body ?? (script.json || status >= 400 ? standard.body : ''),
  };
}

/** Converts a JSON answer for sending, with a new request id. */
export function jsonToWire({ status, headers, data, errors, rateLimit }: JsonAnswer): WireAnswer {
  return {
    status,
    headers: {
      ...CORS_HEADERS,
      ...headers,
      'content-type': 'application/json',
      'cache-control': 'no-store',
    },
    body: JSON.stringify({ data, errors, extensions: { requestId: randomUUID(), rateLimit } }),
  };
}
