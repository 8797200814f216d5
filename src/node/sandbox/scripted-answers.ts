import { validateHeaderName, validateHeaderValue } from 'node:http';

/** How an answer is handed over. */
export interface Delivery {
  /** For how long it is held back, in milliseconds of real time. */
  readonly delayMilliseconds?: number;
  /** Bytes of white space after the body. */
  readonly padding?: number;
  /** The body goes out in chunks of so many bytes, so many milliseconds apart. */
  readonly drip?: { readonly bytes: number; readonly everyMilliseconds: number };
  /** `Content-Length` promises more than what is sent before the connection is cut. */
  readonly truncate?: true;
}

/** The card's own answer, which is delivered in another way or keeps its place in a list. */
interface UsualAnswer extends Delivery {
  readonly usual: true;
  readonly lost?: never;
  readonly status?: never;
  readonly body?: never;
}

/** The connection is cut. */
interface LostAnswer {
  readonly lost: true;
  /** Whether the card's course is run before, and its payload kept under the idempotency key. */
  readonly execute?: boolean;
  readonly delayMilliseconds?: number;
  readonly usual?: never;
  readonly status?: never;
  readonly body?: never;
}

/** An answer in the words of whoever wrote the script: a status, a body, or both. */
interface OwnAnswer extends Delivery {
  /** 200 when absent. */
  readonly status?: number;
  /** Beside `content-type: application/json` and those of CORS, or in their place. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As it goes over the wire; when absent nothing, or for an error what the service says. */
  readonly body?: string;
  /** Whether the card's course is run before, and its payload kept under the idempotency key unless the status is 5xx. */
  readonly execute?: boolean;
  readonly usual?: never;
  readonly lost?: never;
}

/** What one attempt to set a PIN is answered, whatever the card would do by itself. */
export type ScriptedAnswer = UsualAnswer | LostAnswer | OwnAnswer;

/** The script is not understood; its message says why, in words that are fit for the caller. */
export class ScriptError extends Error {}

const MOST_ANSWERS = 100;
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_WAIT_MILLISECONDS = 10 * 60 * 1000;

const DELIVERY = ['delayMilliseconds', 'padding', 'drip', 'truncate'];
/** The members of each kind of answer. */
const MEMBERS = {
  usual: ['usual', ...DELIVERY],
  lost: ['lost', 'execute', 'delayMilliseconds'],
  own: ['status', 'body', 'headers', 'execute', ...DELIVERY],
};
/** Headers in which the sandbox itself says what becomes of the connection. */
const RESERVED_HEADERS = ['connection', 'content-length', 'transfer-encoding'];

/**
 * Reads a list of answers.
 * @throws {ScriptError} when one isn't of one kind, or has a member that is unknown or of the wrong type
 */
export function readScript(value: unknown): ScriptedAnswer[] {
  if (!Array.isArray(value) || value.length > MOST_ANSWERS) {
    throw new ScriptError(`answers must be a list of no more than ${MOST_ANSWERS}.`);
  }
  value.forEach((answer: unknown, index) => checkAnswer(answer, `answers[${index}]`));
  return value as ScriptedAnswer[];
}

function checkAnswer(answer: unknown, at: string): void {
  check(isObject(answer), `${at} must be an object.`);
  const isOwn = 'status' in answer || 'body' in answer;
  const kind = 'usual' in answer ? 'usual' : 'lost' in answer ? 'lost' : isOwn ? 'own' : undefined;
  check(kind !== undefined, `${at} must have usual, lost, status or body.`);
  checkMembers(answer, MEMBERS[kind], at);

  for (const name of ['usual', 'lost', 'truncate']) {
    check(!(name in answer) || answer[name] === true, `${at}.${name} must be true.`);
  }
  const { execute = false, status = 200, body = '', headers = {} } = answer;
  check(typeof execute === 'boolean', `${at}.execute must be true or false.`);
  check(typeof body === 'string', `${at}.body must be a string.`);
  checkWhole(status, 200, 599, `${at}.status`);
  checkHeaders(headers, `${at}.headers`);

  const { delayMilliseconds = 0, padding = 0, drip } = answer;
  checkWhole(delayMilliseconds, 0, LONGEST_WAIT_MILLISECONDS, `${at}.delayMilliseconds`);
  checkWhole(padding, 0, MOST_BYTES, `${at}.padding`);
  if (drip === undefined) return;
  check(isObject(drip), `${at}.drip must be an object.`);
  checkMembers(drip, ['bytes', 'everyMilliseconds'], `${at}.drip`);
  checkWhole(drip['bytes'], 1, MOST_BYTES, `${at}.drip.bytes`);
  checkWhole(
    drip['everyMilliseconds'],
    1,
    LONGEST_WAIT_MILLISECONDS,
    `${at}.drip.everyMilliseconds`,
  );
}

function checkHeaders(headers: unknown, at: string): void {
  check(isObject(headers), `${at} must be an object.`);
  for (const [name, value] of Object.entries(headers)) {
    check(!RESERVED_HEADERS.includes(name.toLowerCase()), `${at}.${name} is the sandbox's.`);
    check(typeof value === 'string', `${at}.${name} must be a string.`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      throw new ScriptError(`${at}.${name} is no header of HTTP.`);
    }
  }
}

function checkMembers(object: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  check(unknown === undefined, `${at}.${unknown} is none of ${known.join(', ')}.`);
}

function checkWhole(value: unknown, least: number, most: number, at: string): void {
  const fits = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  check(fits, `${at} must be a whole number from ${least} to ${most}.`);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ScriptError(message);
}
