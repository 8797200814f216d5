import { validateHeaderName, validateHeaderValue } from 'node:http';
import { isObject, RequestError } from './request.js';

/**
 * The answer to one attempt to set a PIN, instead of the card's own. It has `usual`, or `lost`, or
 * `status` or `body` or both.
 */
export interface ScriptedAnswer {
  /** The card's own answer, perhaps delayed, padded, sent in chunks or truncated. */
  readonly usual?: true;
  /** No answer: the connection is cut. */
  readonly lost?: true;
  /** 200 by default. */
  readonly status?: number;
  /** Sent unchanged. By default empty, or the service's JSON for an error status. */
  readonly body?: string;
  /** Added to the CORS headers and `content-type: application/json`. The same name replaces one. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Executes the request first, and stores its payload under the idempotency key. */
  readonly execute?: boolean;
  /** The delay in milliseconds of real time. */
  readonly delayMilliseconds?: number;
  /** The number of spaces to add after the body. */
  readonly padding?: number;
  /** Sends the body in chunks of this size, with this pause after each. */
  readonly drip?: { readonly bytes: number; readonly everyMilliseconds: number };
  /** Sends fewer bytes than `Content-Length` announces, then cuts the connection. */
  readonly truncate?: true;
}

const MAX_ANSWERS = 100;
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_WAIT_MILLISECONDS = 10 * 60 * 1000;

const DELIVERY = ['delayMilliseconds', 'padding', 'drip', 'truncate'];
/** The allowed members of each kind of answer. */
const MEMBERS = {
  usual: ['usual', ...DELIVERY],
  lost: ['lost', 'execute', 'delayMilliseconds'],
  custom: ['status', 'body', 'headers', 'execute', ...DELIVERY],
};
/** Headers of the connection, which the sandbox sets itself. */
const RESERVED_HEADERS = ['connection', 'content-length', 'transfer-encoding'];

/**
 * Checks a list of scripted answers.
 *
 * @throws {RequestError} if an answer is of no known kind, or a member is unknown or of the wrong
 *   type
 */
export function readScript(value: unknown): ScriptedAnswer[] {
  check(
    Array.isArray(value) && value.length <= MAX_ANSWERS,
    `answers must be a list of at most ${MAX_ANSWERS}.`,
  );
  value.forEach((answer: unknown, index) => checkAnswer(answer, `answers[${index}]`));
  return value as ScriptedAnswer[];
}

function checkAnswer(answer: unknown, at: string): void {
  check(isObject(answer), `${at} must be an object.`);
  const isCustom = 'status' in answer || 'body' in answer;
  const kind =
    'usual' in answer ? 'usual' : 'lost' in answer ? 'lost' : isCustom ? 'custom' : undefined;
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
  checkWhole(delayMilliseconds, 0, MAX_WAIT_MILLISECONDS, `${at}.delayMilliseconds`);
  checkWhole(padding, 0, MAX_BYTES, `${at}.padding`);
  if (drip === undefined) return;
  check(isObject(drip), `${at}.drip must be an object.`);
  checkMembers(drip, ['bytes', 'everyMilliseconds'], `${at}.drip`);
  checkWhole(drip['bytes'], 1, MAX_BYTES, `${at}.drip.bytes`);
  checkWhole(drip['everyMilliseconds'], 1, MAX_WAIT_MILLISECONDS, `${at}.drip.everyMilliseconds`);
}

function checkHeaders(headers: unknown, at: string): void {
  check(isObject(headers), `${at} must be an object.`);
  for (const [name, value] of Object.entries(headers)) {
    check(
      !RESERVED_HEADERS.includes(name.toLowerCase()),
      `${at}.${name} is set by the sandbox: remove it.`,
    );
    check(typeof value === 'string', `${at}.${name} must be a string.`);
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      check(false, `${at}.${name} is not a valid HTTP header.`);
    }
  }
}

function checkMembers(object: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(object).find((name) => !known.includes(name));
  check(unknown === undefined, `${at}.${unknown} is unknown: use ${known.join(', ')}.`);
}

function checkWhole(value: unknown, min: number, max: number, at: string): void {
  const isValid = Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
  check(isValid, `${at} must be a whole number from ${min} to ${max}.`);
}

function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RequestError(400, message);
}
