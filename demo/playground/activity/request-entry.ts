/**
 * Turns a request from the sandbox's log into a log entry. Pure.
 */
import type { LoggedRequest } from '../../../src/node/sandbox/log.js';
import type { NewEntry, Tone } from './activity-panel.js';

/**
 * Describes a request and its response.
 *
 * @param frame - The frame page's address.
 */
export function requestEntry(logged: LoggedRequest, frame: string): NewEntry {
  const { request, response, milliseconds } = logged;
  const body = membersOf(request.body);
  const { operationName } = body;
  const result = resultOf(membersOf(response?.body));
  return {
    name: typeof operationName === 'string' ? operationName : `${request.method} ${request.path}`,
    tone: response === null ? 'bad' : toneOf(response.status, result),
    facts: [
      senderOf(request, frame),
      response === null ? 'no response' : String(response.status),
      ...(result === undefined ? [] : [result]),
      `${milliseconds} ms`,
    ],
    // The headers come last, because they are long and less important.
    detail: { request: headersLast(request), response: response && headersLast(response) },
  };
}

function headersLast({ headers, ...rest }: { readonly headers: unknown }): object {
  return { ...rest, headers };
}

function senderOf({ headers }: LoggedRequest['request'], frame: string): string {
  // Only a server has an API key, which is sent with the Basic scheme.
  if (headers['authorization']?.startsWith('Basic')) return 'from the portal';
  return URL.canParse(frame) && headers['origin'] === new URL(frame).origin
    ? 'from the frame page'
    : 'from the page';
}

/** Returns the payload's type, and the code of the first `UserError`. */
function resultOf(body: Members): string | undefined {
  const [payload] = Object.values(membersOf(body['data'])).map(membersOf);
  const name = payload?.['__typename'];
  if (typeof name !== 'string') return undefined;
  const errors = payload?.['errors'];
  const code = membersOf(Array.isArray(errors) ? errors[0] : undefined)['code'];
  return typeof code === 'string' ? `${name} ${code}` : name;
}

function toneOf(status: number, result: string | undefined): Tone {
  if (status !== 200) return 'bad';
  return result === 'PaymentCard' || result === 'ClientToken' ? 'good' : 'attention';
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
