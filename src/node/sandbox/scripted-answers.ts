import { isObject } from '../../service/members.js';
import { check } from './request.js';

/**
 * A scripted response to one attempt to set a PIN. Contains `usual`, `lost`, or at least one of
 * `status` and `body`.
 */
export interface ScriptedAnswer {
  /** The card's own response, perhaps delayed. */
  readonly usual?: true;
  /** No response, because the connection is cut. */
  readonly lost?: true;
  /** 200 by default. */
  readonly status?: number;
  /** Sent unchanged. Empty by default, or the API's JSON for an error status. */
  readonly body?: string;
  /** Added to the CORS headers and `content-type: application/json`. Can replace them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Executes the request first, and stores its payload under the idempotency key. */
  readonly execute?: boolean;
  /** The delay in milliseconds of real time. */
  readonly delayMilliseconds?: number;
}

type Rule = readonly [isValid: (value: unknown) => boolean, expected: string];

export const MAX_DELAY_MILLISECONDS = 10 * 60 * 1000;

const TRUE: Rule = [(value) => value === true, 'true'];

const RULES: Readonly<Record<keyof ScriptedAnswer, Rule>> = {
  usual: TRUE,
  lost: TRUE,
  status: whole(200, 599),
  body: [(value) => typeof value === 'string', 'a string'],
  headers: [areHeaders, 'an object of HTTP headers, without connection headers'],
  execute: [(value) => typeof value === 'boolean', 'true or false'],
  delayMilliseconds: whole(0, MAX_DELAY_MILLISECONDS),
};

/** A scripted answer has one of these members. Only `status` and `body` can be combined. */
const KINDS = ['usual', 'lost', 'status', 'body'];

/** Connection headers, which the sandbox sets itself. */
const RESERVED_HEADERS = ['connection', 'content-length', 'trailer', 'transfer-encoding'];

/**
 * Checks a list of scripted answers.
 *
 * @throws {RequestError} if an answer's kind or a member is unknown, or a member's type is wrong
 */
export function readScript(value: unknown): ScriptedAnswer[] {
  check(Array.isArray(value), 'answers must be a list.');
  value.forEach((answer: unknown, index) => checkAnswer(answer, `answers[${index}]`));
  return value as ScriptedAnswer[];
}

function checkAnswer(answer: unknown, at: string): void {
  check(isObject(answer), `${at} must be an object.`);
  for (const [name, value] of Object.entries(answer)) {
    const rule = Object.entries(RULES).find(([each]) => each === name)?.[1];
    check(rule !== undefined, `${at}.${name} is unknown. Use ${Object.keys(RULES).join(', ')}.`);
    const [isValid, expected] = rule;
    check(isValid(value), `${at}.${name} must be ${expected}.`);
  }
  const kinds = new Set(KINDS.filter((kind) => kind in answer));
  if (kinds.has('status')) kinds.delete('body');
  check(kinds.size === 1, `${at} must have one of ${KINDS.join(', ')}, or both of the last two.`);
}

function areHeaders(value: unknown): boolean {
  if (!isObject(value) || !Object.values(value).every((text) => typeof text === 'string'))
    return false;
  try {
    const headers = new Headers(value as Record<string, string>);
    return !RESERVED_HEADERS.some((name) => headers.has(name));
  } catch {
    return false;
  }
}

function whole(min: number, max: number): Rule {
  return [
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    `a whole number from ${min} to ${max}`,
  ];
}
