import { validateHeaderName, validateHeaderValue } from 'node:http';
import { check, isObject } from './request.js';

/**
 * The answer to one attempt to set a PIN, instead of the card's own. It has `lost`, or `status` or
 * `body` or both; otherwise it is the card's own.
 */
export interface ScriptedAnswer {
  /** The card's own answer, perhaps delayed. */
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
}

const MAX_ANSWERS = 100;
const MAX_DELAY_MILLISECONDS = 10 * 60 * 1000;

const isTrue = (value: unknown): boolean => value === true;

/** The check of each member. */
const MEMBERS: Readonly<Record<keyof ScriptedAnswer, (value: unknown) => boolean>> = {
  usual: isTrue,
  lost: isTrue,
  status: (value) => isWhole(value, 200, 599),
  body: (value) => typeof value === 'string',
  headers: areHeaders,
  execute: (value) => typeof value === 'boolean',
  delayMilliseconds: (value) => isWhole(value, 0, MAX_DELAY_MILLISECONDS),
};

/** Headers of the connection, which the sandbox sets itself. */
const RESERVED_HEADERS = ['connection', 'content-length', 'trailer', 'transfer-encoding'];

/**
 * Checks a list of scripted answers.
 *
 * @throws {RequestError} if a member of an answer is unknown or can't have its value
 */
export function readScript(value: unknown): ScriptedAnswer[] {
  check(
    Array.isArray(value) && value.length <= MAX_ANSWERS && value.every(isObject),
    `answers must be a list of at most ${MAX_ANSWERS} objects.`,
  );
  for (const [index, answer] of value.entries())
    for (const [name, each] of Object.entries(answer))
      check(
        Object.hasOwn(MEMBERS, name) && MEMBERS[name as keyof ScriptedAnswer](each),
        `answers[${index}].${name} is unknown or has a wrong value.`,
      );
  return value;
}

function areHeaders(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([name, text]) => {
    if (typeof text !== 'string' || RESERVED_HEADERS.includes(name.toLowerCase())) return false;
    try {
      validateHeaderName(name);
      validateHeaderValue(name, text);
      return true;
    } catch {
      return false;
    }
  });
}

function isWhole(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
