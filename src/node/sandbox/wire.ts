import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import { refusal, type Answer, type JsonAnswer, type UsualAnswer } from './answer.js';
import type { ScriptedAnswer } from './scripted-answers.js';

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
export function toWire(answer: Answer): WireAnswer | null {
  switch (answer.kind) {
    case 'scripted':
      return scriptedToWire(answer.script, answer.usual);
    case 'lost':
      return null;
    case 'intermediary':
      // With CORS headers, because without them a browser reports only a failed request.
      return {
        status: answer.status,
        headers: { ...CORS_HEADERS, 'content-type': answer.type },
        body: answer.body,
      };
    case 'json':
      return jsonToWire(answer);
    default:
      return answer satisfies never;
  }
}

function scriptedToWire(script: ScriptedAnswer, usual: UsualAnswer): WireAnswer | null {
  if (script.usual) return toWire(usual);
  if (script.lost) return null;
  const { status = 200, headers = {} } = script;
  const standard = jsonToWire(refusal(status, [{ message: STATUS_CODES[status] ?? 'Error' }]));
  return {
    status,
    headers: {
      ...CORS_HEADERS,
      'content-type': 'application/json',
      // In lower case, so that these replace the headers above in any spelling.
      ...Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]),
      ),
    },
    body: script.body ?? (status < 400 ? '' : standard.body),
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
