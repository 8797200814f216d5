/**
 * A request of the sandbox's log → its line.
 */
import type { LoggedRequest } from '../../src/node/sandbox/request-log.js';
import type { Tone, WireLine } from './activity.js';

/**
 * Describes a request and its answer.
 *
 * @param frame the frame page's address
 */
export function wireLine(logged: LoggedRequest, frame: string): Omit<WireLine, 'id' | 'at'> {
  const { request, response, milliseconds } = logged;
  const body = membersOf(request.body);
  const { operationName } = body;
  const result = resultOf(membersOf(response?.body));
  return {
    name: typeof operationName === 'string' ? operationName : `${request.method} ${request.path}`,
    tone: response === null ? 'bad' : toneOf(response.status, result),
    facts: [
      senderOf(request, frame),
      response === null ? 'no answer' : String(response.status),
      ...(result === undefined ? [] : [result]),
      `${milliseconds} ms`,
    ],
    logged,
  };
}

function senderOf({ headers }: LoggedRequest['request'], frame: string): string {
  // Only a server may have an API key, which travels as Basic.
  if (headers['authorization']?.startsWith('Basic')) return 'from the portal';
  return headers['origin'] === new URL(frame).origin ? 'from the frame page' : 'from the page';
}

/** The document of a request, with its line breaks; nothing where it has none. */
export function documentOf({ request }: LoggedRequest): string | undefined {
  const { query } = membersOf(request.body);
  return typeof query === 'string' ? query.trim() : undefined;
}

/** The type of the payload, and the code of the first `UserError`. */
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
