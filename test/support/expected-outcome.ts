/**
 * The outcome of an answer as docs/evidence/transport.md describes it. It is written independently
 * of the client's code, so that property tests can compare both.
 */
import assert from 'node:assert/strict';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { BODILESS, repeating, type WireAnswer } from './any-answer.js';

type Members = Readonly<Record<string, unknown>>;

/** The parts of an answer that decide its outcome. */
interface ReadableAnswer {
  readonly status: number;
  /** The JSON of its body; `undefined` if a client may not read it. */
  readonly json: unknown;
  /** The header `WWW-Authenticate`. */
  readonly challenge?: string | undefined;
}

/** Returns the kind of outcome of a submit with this answer only. */
export function expectedKind(answer: ReadableAnswer): Outcome['kind'] {
  const { json } = answer;
  const status = meaningOf(answer);
  // C.9, C.10: these statuses say whether anything was executed.
  if (status === 400) return 'misconfigured';
  if (status === 401) return 'token-expired';
  if (status === 403) return 'denied';
  if (REFUSALS.has(status)) return 'misconfigured';
  if (status === 429) return 'rate-limited';
  // A proxy's 503 has no request id, and may come after the execution.
  if (status === 503 && typeof member(member(json, 'extensions'), 'requestId') === 'string')
    return 'unavailable';
  if (status !== 200) return 'unconfirmed';
  const payload = member(member(json, 'data'), 'result');
  const type = member(payload, '__typename');
  if (type === 'UserError') return 'rejected';
  if (type === 'AccessDeniedError') return 'denied';
  return isSuccess(json) ? 'set' : 'unconfirmed';
}

const REFUSALS = new Set([404, 405, 410, 411, 413, 414, 415, 421, 425, 426, 431, 451]);

const CODES = new Map<unknown, number>([
  ['UNAUTHENTICATED', 401],
  ['UNAUTHORIZED', 401],
  ['AUTH_NOT_AUTHENTICATED', 401],
  ['invalid-jwt', 401],
  ['FORBIDDEN', 403],
  ['AUTH_NOT_AUTHORIZED', 403],
  ['access-denied', 403],
  ['RATE_LIMITED', 429],
  ['THROTTLED', 429],
  ['TOO_MANY_REQUESTS', 429],
  ['GRAPHQL_VALIDATION_FAILED', 400],
  ['GRAPHQL_PARSE_FAILED', 400],
  ['BAD_USER_INPUT', 400],
]);

/**
 * Returns the status of the transport that an answer stands for (C.58 to C.60). 400 also stands for
 * 422, and 200 for 201 and 203.
 */
export function meaningOf({ status, json, challenge = '' }: ReadableAnswer): number {
  const payload = member(member(json, 'data'), 'result');
  const hasPayload = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
  const isGood = status === 200 || status === 201 || status === 203;
  const listed = member(json, 'errors');
  const errors = Array.isArray(listed) ? (listed as unknown[]) : [];
  const paths = errors.map((error) => {
    const path = member(error, 'path');
    return Array.isArray(path) && path[0] === 'result' ? path.length : 0;
  });
  const deepest = Math.max(0, ...paths);
  if (!hasPayload && errors.length > 0 && deepest < 2) {
    const extensions = member(errors[0], 'extensions');
    const code = member(extensions, 'code') ?? member(extensions, 'classification');
    const meant = CODES.get(code);
    if (meant !== undefined) return meant;
    const isInternal = /internal|unexpected/i.test(String(code));
    const hasData = typeof json === 'object' && Object.hasOwn(json!, 'data');
    if (isGood && !hasData && deepest === 0 && !isInternal) return 400;
  }
  if (status === 403 && challenge.includes('invalid_token')) return 401;
  if (status === 422) return 400;
  return isGood ? 200 : status;
}

/**
 * Returns the JSON that a client may read: with the type of JSON, complete, and at most 256 KiB
 * long (4.4, C.49, C.50).
 */
export function jsonOf({ status, headers, text, cutAfter }: WireAnswer, echo: string): unknown {
  const body = repeating(text, echo);
  const length = Buffer.byteLength(body);
  const isComplete = cutAfter === undefined || cutAfter >= length;
  if (BODILESS.includes(status) || !isJson(headers['Content-Type'])) return undefined;
  try {
    return isComplete && length <= 256 * 1024 ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether a `Content-Type` is that of JSON. */
export function isJson(type = ''): boolean {
  return /^application\/([^ ;/+]+\+)?json$/.test(type.split(';')[0]!.trim().toLowerCase());
}

/** Returns whether an answer has the only shape that is a success (C.48). */
function isSuccess(json: unknown): boolean {
  const payload = member(member(json, 'data'), 'result');
  const errors = member(json, 'errors');
  return (
    member(payload, '__typename') === 'PaymentCard' &&
    typeof member(payload, 'id') === 'string' &&
    (errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0))
  );
}

/**
 * Returns the texts of an answer that an outcome may pass on: the request id (C.53), the card, and
 * the codes of errors.
 */
export function passedOn(json: unknown): ReadonlySet<string> {
  const payload = member(member(json, 'data'), 'result');
  const extensions = member(json, 'extensions');
  const errors = member(payload, 'errors');
  const texts = [
    member(extensions, 'requestId'),
    member(member(extensions, 'rateLimit'), 'asOf'),
    member(payload, 'id'),
    member(payload, 'bin'),
    member(payload, 'last4'),
    ...(Array.isArray(errors) ? (errors as unknown[]) : []).map((error) => member(error, 'code')),
  ];
  return new Set(texts.filter((text) => typeof text === 'string'));
}

/** Returns an own property of an object. */
function member(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, name) ? (holder as Members)[name] : undefined;
}

/** Checks the type of a value. */
type Check = (value: unknown) => boolean;

const string: Check = (value) => typeof value === 'string';
const number: Check = (value) => typeof value === 'number';
const list =
  (of: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(of);
const having =
  (
    needed: Readonly<Record<string, Check>>,
    optional: Readonly<Record<string, Check>> = {},
  ): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(needed).every((name) => Object.hasOwn(value, name)) &&
    Reflect.ownKeys(value).every((name) =>
      ({ ...needed, ...optional })[String(name)]?.((value as Members)[String(name)]),
    );
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);

const requestId: Check = (value) => string(value) && /^[\w.:-]{1,64}$/.test(value as string);
const bucket = having({}, { cost: number, remaining: number, limit: number });

/** Checks of each outcome that a request can have, by its kind. */
const OUTCOMES: Readonly<Record<string, Check>> = {
  set: having(
    { kind: string, card: having({ id: string }, { bin: string, last4: string }) },
    { requestId },
  ),
  rejected: having({ kind: string, codes: list(string) }, { requestId }),
  denied: having({ kind: string }, { requestId }),
  'token-expired': having({ kind: string }, { requestId }),
  'rate-limited': having(
    { kind: string },
    { requestId, rateLimit: having({}, { asOf: string, count: bucket, complexity: bucket }) },
  ),
  unavailable: having({ kind: string }, { requestId, detail: oneOf('offline') }),
  unconfirmed: having({ kind: string }, { requestId, codes: list(string), explanation: string }),
  misconfigured: having(
    { kind: string, explanation: string },
    {
      requestId,
      attribute: oneOf('client-token'),
      detail: oneOf('operation-refused', 'endpoint-not-found', 'request-refused'),
    },
  ),
  aborted: having({ kind: string }),
};

/**
 * Fails for an invalid outcome, and for an outcome with a text of the service that it may not pass
 * on.
 */
export function assertOutcome(outcome: Outcome, json: unknown): void {
  assert.ok(OUTCOMES[outcome.kind]?.(outcome), `Invalid outcome: ${JSON.stringify(outcome)}`);
  const fromService = new Set(['', ...passedOn(json)]);
  const { kind, ...rest } = outcome;
  // The values of these members are our own, and don't depend on the answer.
  const ownMembers = new Set<unknown>([kind, 'attribute', 'detail', 'explanation']);
  for (const [name, text] of textsIn(rest))
    assert.ok(ownMembers.has(name) || fromService.has(text), `Unexpected text: ${name} = ${text}`);
}

function textsIn(value: unknown, name = ''): (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, content]) => textsIn(content, inner));
}
