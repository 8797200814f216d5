/**
 * What docs/transport.md says about an answer, written down a second time: slowly, and without a look at how the client does it.
 */
import assert from 'node:assert/strict';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import { BODILESS, repeating, type WireAnswer } from './any-answer.js';

type Members = Readonly<Record<string, unknown>>;

/** An answer as far as a client may understand it. */
export interface Understood {
  readonly status: number;
  /** The JSON of its body; `undefined` where there is none that a client may read. */
  readonly json: unknown;
}

/** How a submit ends whose only answer this is. */
export function expectedKind({ status, json }: Understood): Outcome['kind'] {
  // C.9, C.10: the statuses of which is known whether anything was executed. `denied` is 403 too, `misconfigured` 404 too.
  if (status === 400) return 'misconfigured';
  if (status === 401) return 'token-expired';
  if (status === 403) return 'denied';
  if (status === 404 || status === 405 || status === 415) return 'misconfigured';
  if (status === 429) return 'rate-limited';
  if (status === 503) return 'unavailable';
  if (status !== 200) return 'unconfirmed';
  const payload = member(member(json, 'data'), 'result');
  const type = member(payload, '__typename');
  if (type === 'UserError') return 'rejected';
  if (type === 'AccessDeniedError') return 'denied';
  return isSuccess(json) ? 'set' : 'unconfirmed';
}

/** The JSON that a client may read out of an answer: of that type, whole, and no longer than 256 KiB (4.4, C.49, C.50). */
export function jsonOf({ status, headers, text, cutAfter }: WireAnswer, echo: string): unknown {
  const body = repeating(text, echo);
  const length = Buffer.byteLength(body);
  const isWhole = cutAfter === undefined || cutAfter >= length;
  if (BODILESS.includes(status) || !isJson(headers['Content-Type'])) return undefined;
  try {
    return isWhole && length <= 256 * 1024 ? JSON.parse(body) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a `Content-Type` says so. */
export function isJson(type = ''): boolean {
  return type.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

/** C.48: exactly one shape is success. */
export function isSuccess(json: unknown): boolean {
  const payload = member(member(json, 'data'), 'result');
  const errors = member(json, 'errors');
  return (
    member(payload, '__typename') === 'PaymentCard' &&
    typeof member(payload, 'id') === 'string' &&
    typeof member(payload, 'bin') === 'string' &&
    typeof member(payload, 'last4') === 'string' &&
    (errors === undefined || errors === null || (Array.isArray(errors) && errors.length === 0))
  );
}

/** The texts that an outcome may pass on: C.53, and the card, the codes and the paths of which the contract has fields. */
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
    ...(Array.isArray(errors) ? (errors as unknown[]) : []).flatMap((error) => [
      member(error, 'code'),
      member(error, 'errorPath'),
      member(error, 'path'),
    ]),
  ].flat();
  return new Set(
    texts.filter((text) => typeof text === 'string' || typeof text === 'number').map(String),
  );
}

/** A member that the document itself has. */
function member(holder: unknown, name: string): unknown {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return undefined;
  return Object.hasOwn(holder, name) ? (holder as Members)[name] : undefined;
}

/** Whether a value is of a type; of an outcome's members each has one. */
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

/** The closed union, member by member, of the outcomes that a request can have. */
const OUTCOMES: Readonly<Record<string, Check>> = {
  set: having(
    { kind: string, card: having({ id: string, bin: string, last4: string }) },
    { requestId },
  ),
  rejected: having(
    { kind: string, errors: list(having({ code: string, path: list(string) })) },
    { requestId },
  ),
  denied: having({ kind: string }, { requestId }),
  'token-expired': having({ kind: string }, { requestId }),
  'rate-limited': having(
    { kind: string },
    { requestId, rateLimit: having({}, { asOf: string, count: bucket, complexity: bucket }) },
  ),
  unavailable: having({ kind: string }, { requestId }),
  unconfirmed: having({ kind: string }, { requestId }),
  misconfigured: having(
    { kind: string, explanation: string },
    {
      requestId,
      attribute: oneOf('client-token'),
      detail: oneOf('operation-refused', 'endpoint-not-found'),
    },
  ),
  aborted: having({ kind: string }),
};

/** Fails for what is not exactly one member of the union, and for a text of the service's that has no place in it. */
export function assertOutcome(outcome: Outcome, json: unknown): void {
  assert.ok(OUTCOMES[outcome.kind]?.(outcome), `No outcome: ${JSON.stringify(outcome)}`);
  const theirs = new Set(['', ...passedOn(json)]);
  const { kind, ...rest } = outcome;
  // Of our own words there are these, and they are the same whatever the service says.
  const ours = new Set<unknown>([kind, 'attribute', 'detail', 'explanation']);
  for (const [name, text] of textsIn(rest))
    assert.ok(ours.has(name) || theirs.has(text), `A text of nowhere: ${name} = ${text}`);
}

function textsIn(value: unknown, name = ''): (readonly [name: string, text: string])[] {
  if (typeof value === 'string') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, content]) => textsIn(content, inner));
}
