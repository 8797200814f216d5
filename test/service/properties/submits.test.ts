import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { stub, useFakeTimers, type SinonFakeTimers, type SinonStub } from 'sinon';
import { outcomeOf, type Outcome } from '../../../src/set-pin/outcome.js';
import type { TokenGrant } from '../../../src/service/client-tokens.js';
import { submit, type Progress } from '../../../src/service/submit.js';
import { setPinMutation } from '../../../src/set-pin/operation.js';
import { FUZZ } from '../../support/fuzz.js';
import {
  anyAnswer,
  anyErrors,
  repeating,
  responseOf,
  SUCCESS,
  type WireAnswer,
} from './any-answer.js';
import { assertOutcome, expectedKind, isJson, jsonOf } from './outcomes.js';

const PIN = '582047193640';
const TOKENS = ['tok.3e9f41c7b0', 'tok.a60d2b7718'] as const;
const KEY = 'f2b9c7de-key';

/** What becomes of one request, some milliseconds after it was sent. */
interface Fate {
  /** `undefined`: no answer comes back. */
  readonly answer: WireAnswer | undefined;
  readonly after: number;
}

/** What comes of asking for a token, some milliseconds later. */
interface Grant {
  readonly kind: TokenGrant['kind'];
  readonly after: number;
}

interface Scenario {
  /** One for each request; then success. */
  readonly fates: readonly Fate[];
  readonly first: Grant & { readonly fresh: boolean };
  readonly renewed: Grant;
  readonly keyed: boolean;
  readonly mayBeSet: boolean;
  /** Whether there is a network, for each request. */
  readonly online: readonly boolean[];
  readonly abortAfter: number | undefined;
  /** What jitter there is. */
  readonly random: number;
}

const wire = (status: number, body: unknown, headers: object = {}): WireAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  text: JSON.stringify(body),
});

const anyFate: fc.Arbitrary<Fate> = fc.record({
  answer: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    {
      weight: 4,
      arbitrary: fc
        .tuple(
          fc.constantFrom(429, 500, 502, 503),
          fc.option(fc.constantFrom('0', '1', '5', '31'), { nil: undefined }),
        )
        .map(([status, wait]) =>
          wire(status, {}, wait === undefined ? {} : { 'Retry-After': wait }),
        ),
    },
    { weight: 3, arbitrary: anyErrors.map((errors) => wire(400, { data: null, errors })) },
    { weight: 2, arbitrary: fc.constant(wire(401, {})) },
    { weight: 1, arbitrary: fc.constant(wire(200, SUCCESS)) },
    { weight: 2, arbitrary: anyAnswer },
  ),
  // The time limit of an attempt is 15 seconds.
  after: fc.constantFrom(0, 0, 0, 300, 7000, 14_000, 16_000),
});

const grant = { kind: fc.constantFrom('token', 'token', 'token', 'token', 'none', 'malformed') };

const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  fates: fc.array(anyFate, { maxLength: 9 }),
  first: fc.record({ ...grant, after: fc.constantFrom(0, 0, 29_000), fresh: fc.boolean() }),
  renewed: fc.record({ ...grant, after: fc.constantFrom(0, 0, 29_000) }),
  keyed: fc.boolean(),
  mayBeSet: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()),
  online: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.boolean()), {
    minLength: 10,
    maxLength: 10,
  }),
  abortAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined, freq: 4 }),
  random: fc.constantFrom(0, 0.5, 0.999),
});

/** One request as the service saw it, and what it did with it. */
interface Attempt {
  /** Milliseconds since the submit, without those in which a token was waited for. */
  readonly at: number;
  readonly key: unknown;
  readonly token: string;
  readonly query: string;
  readonly newPin: unknown;
  readonly fate: Fate;
  /** When it was over for the client, by an answer or by its time limit; `undefined` where the submit was aborted before. */
  over: number | undefined;
}

interface Course {
  readonly outcome: Outcome;
  readonly attempts: readonly Attempt[];
  readonly reports: readonly Progress[];
  /** Whether it was aborted before its end. */
  readonly aborted: boolean;
  /** Requests that began after that. */
  readonly late: number;
  readonly lastGrant: TokenGrant['kind'];
  /** The tokens that were said to be refused. */
  readonly refused: readonly string[];
}

const TIME_LIMIT = 15_000;

describe('a submit, whatever becomes of its requests', () => {
  let clock: SinonFakeTimers;
  let random: SinonStub;
  before(() => {
    clock = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    random = stub(Math, 'random');
  });
  after(() => {
    clock.restore();
    random.restore();
  });

  let submits = 0;

  async function play(scenario: Scenario): Promise<Course> {
    random.returns(scenario.random);
    const began = Date.now();
    let waited = 0;
    const now = () => Date.now() - began - waited;
    const controller = new AbortController();
    const attempts: Attempt[] = [];
    const reports: Progress[] = [];
    const refused: string[] = [];
    let late = 0;
    let lastGrant: TokenGrant['kind'] = 'token';
    const wait = (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    const granting = async (
      { kind, after }: Grant,
      value: string,
      fresh: boolean,
    ): Promise<TokenGrant> => {
      await wait(after, controller.signal);
      waited += after;
      lastGrant = kind;
      return kind === 'token' ? { kind, value, fresh } : { kind };
    };
    const fetch = async (_: string, { body, headers, signal }: RequestInit): Promise<Response> => {
      if (controller.signal.aborted) late++;
      const fate = scenario.fates[attempts.length] ?? { answer: wire(200, SUCCESS), after: 0 };
      const { query, variables } = JSON.parse(body as string);
      const attempt: Attempt = {
        at: now(),
        key: variables.IdempotencyKey,
        token: new Headers(headers).get('Authorization') ?? '',
        query,
        newPin: variables.input.newPin,
        fate,
        over: undefined,
      };
      attempts.push(attempt);
      signal!.addEventListener('abort', () => {
        if (!controller.signal.aborted) attempt.over ??= now();
      });
      await wait(fate.after, signal!);
      if (fate.answer === undefined || signal!.aborted) throw new TypeError('Failed to fetch');
      attempt.over = now();
      return responseOf(fate.answer, '');
    };
    const abort = setTimeout(() => controller.abort(), scenario.abortAfter ?? 2 ** 31 - 1);
    let outcome: Outcome | undefined;
    // One of its own, as corrected documents are remembered.
    const endpoint = new URL(`https://service.invalid/${submits++}`);
    const idempotencyKey = scenario.keyed ? KEY : undefined;
    const ended = submit(
      setPinMutation(PIN, { endpoint, paymentCardId: 'card_1', idempotencyKey }),
      {
        endpoint,
        tokens: {
          obtain: () => granting(scenario.first, TOKENS[0], scenario.first.fresh),
          renew: (value) => {
            refused.push(value);
            return granting(scenario.renewed, TOKENS[1], true);
          },
          refuse: (value) => void refused.push(value),
        },
        platform: () => ({
          fetch,
          json: JSON,
          online: () => scenario.online[attempts.length] !== false,
        }),
        report: (progress) => void reports.push(progress),
        signal: controller.signal,
        mayBeExecuted: scenario.mayBeSet,
      },
    ).then((end) => (outcome = outcomeOf(end)));
    for (;;) {
      await turn();
      if (outcome !== undefined) break;
      assert.ok(clock.countTimers() > 1, 'It waits for nothing.');
      clock.next();
    }
    clearTimeout(abort);
    await ended;
    assert.equal(clock.countTimers(), 0, 'A timer outlives it.');
    const { aborted } = controller.signal;
    return { outcome, attempts, reports, aborted, late, lastGrant, refused };
  }

  it('ends once, knows whether the PIN may be set, and claims nothing else (transport 3.2, 6.1, C.8, C.9, C.10, C.31, C.32)', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const course = await play(scenario);
        const { outcome, attempts, reports, aborted, lastGrant } = course;
        const replies = attempts.map(replyTo);
        const last = replies.at(-1);
        assertOutcome(outcome, last?.json);
        assert.doesNotMatch(JSON.stringify(outcome), new RegExp([PIN, ...TOKENS, KEY].join('|')));
        const mayBeSet = scenario.mayBeSet || replies.some(({ mayBeExecuted }) => mayBeExecuted);
        if (aborted) {
          assert.equal(outcome.kind, 'aborted');
          // What the cardholder is told who cancelled.
          const lastReport = reports.at(-1);
          if (mayBeSet && lastReport !== undefined)
            assert.ok(lastReport.kind === 'submitting' && lastReport.mayBeExecuted);
          return;
        }
        const isOffline = scenario.online[attempts.length] === false;
        const known = [
          ...(lastGrant === 'token' ? [last?.kind] : []),
          ...(lastGrant === 'none' ? ['token-expired'] : []),
          ...(lastGrant === 'malformed' ? ['misconfigured'] : []),
          ...(lastGrant === 'token' && isOffline ? ['unavailable'] : []),
        ];
        const isAnswer = ['set', 'rejected', 'denied'].includes(outcome.kind);
        if (mayBeSet && !isAnswer) assert.equal(outcome.kind, 'unconfirmed');
        else assert.ok(known.includes(outcome.kind), `${outcome.kind}, and not ${known.join()}`);
        if (outcome.kind === 'unconfirmed') assert.ok(mayBeSet);
      }),
      { ...FUZZ, numRuns: 2500 },
    );
  });

  it('repeats only what may be repeated, under one key and within its budget, and gives up no sooner (transport 1.8, 7.4, 7.10, 7.11, 7.12, 8.6, C.21, C.23, C.28, C.35, C.39, C.42, C.43, C.44, C.45, C.46)', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario, async (scenario) => {
        const course = await play(scenario);
        const { attempts, late } = course;
        assert.equal(late, 0, 'It sends after it was aborted.');
        const replies = attempts.map(replyTo);
        for (const { newPin, query, token } of attempts) {
          assert.equal(newPin, PIN);
          assert.doesNotMatch(query, new RegExp(`${PIN}|${KEY}`));
          assert.ok(TOKENS.some((value) => token === `Bearer ${value}`));
        }
        const [first] = attempts;
        if (first !== undefined) assert.equal(first.key, scenario.keyed ? KEY : undefined);
        for (const [index, next] of attempts.entries()) {
          if (index > 0) assertMayFollow(next, attempts.slice(0, index), replies.slice(0, index));
        }
        const counted = replies.filter(({ status }) => status !== 400 && status !== 401);
        assert.ok(counted.length <= 4, `${counted.length} attempts`);
        assert.ok(replies.filter(({ status }) => status === 401).length <= 2);
        if (!course.aborted) assertNotTooSoon(course, scenario, replies);
      }),
      { ...FUZZ, numRuns: 2500 },
    );
  });
});

/** What a client may know of an attempt when it is over. */
interface Known {
  /** `undefined` where there was no whole answer. */
  readonly status: number | undefined;
  readonly json: unknown;
  readonly kind: Outcome['kind'];
  readonly mayBeExecuted: boolean;
  /** How long the service wants it to wait, in milliseconds; `undefined` where it says so in an odd way. */
  readonly asked: number | undefined;
}

function replyTo({ fate: { answer, after }, over }: Attempt): Known {
  if (answer === undefined || after > TIME_LIMIT || over === undefined || isCut(answer))
    return {
      status: undefined,
      json: undefined,
      kind: 'unconfirmed',
      mayBeExecuted: true,
      asked: 0,
    };
  const { status, headers } = answer;
  const json = jsonOf(answer, '');
  const kind = expectedKind({ status, json });
  const wait = headers['Retry-After'] ?? '0';
  return {
    status,
    json,
    kind,
    mayBeExecuted: kind === 'unconfirmed',
    asked: /^\d+$/.test(wait) ? Number(wait) * 1000 : undefined,
  };
}

/** A 200 says nothing before its last byte. */
function isCut({ status, headers, text, cutAfter = Infinity }: WireAnswer): boolean {
  return (
    status === 200 &&
    isJson(headers['Content-Type']) &&
    cutAfter < Buffer.byteLength(repeating(text, '')) &&
    cutAfter <= 256 * 1024
  );
}

function assertMayFollow(
  next: Attempt,
  before: readonly Attempt[],
  replies: readonly Known[],
): void {
  const previous = before.at(-1)!;
  const { status, asked = 0 } = replies.at(-1)!;
  const waited = next.at - previous.over!;
  if (previous.key === undefined) assert.equal(next.key, undefined, 'A key comes from nowhere.');
  if (next.key === undefined)
    assert.ok(
      !before.some(({ key }, index) => key !== undefined && replies[index]!.mayBeExecuted),
      'It is another request than the one that may have been executed.',
    );
  switch (status) {
    case 400:
      assert.notEqual(next.query, previous.query);
      return assert.equal(waited, 0);
    case 401:
      assert.notEqual(next.token, previous.token);
      assert.equal(next.key, previous.key);
      return assert.equal(waited, 0);
    case undefined:
      assert.ok(previous.key !== undefined, 'A lost answer is asked for without a key.');
      break;
    default:
      assert.ok(status === 429 || status >= 500, `It repeats a ${status}.`);
  }
  assert.equal(next.key, previous.key);
  assert.equal(next.query, previous.query);
  assert.ok(waited >= asked, `It waits ${waited} ms in place of ${asked}.`);
  assert.ok(next.at - before[0]!.at <= 30_000, 'It begins too late.');
}

/** Where there is time and an attempt left, a passing failure is no end. */
function assertNotTooSoon(
  { attempts, lastGrant, refused }: Course,
  { online, first }: Scenario,
  replies: readonly Known[],
): void {
  for (const [index, { status }] of replies.entries())
    if (status === 401) assert.ok(refused.includes(attempts[index]!.token.slice('Bearer '.length)));
  const last = replies.at(-1);
  if (last === undefined || lastGrant !== 'token' || online[attempts.length] === false) return;
  const { key, over, at } = attempts.at(-1)!;
  if (last.status === 401)
    assert.ok(first.fresh || attempts.length > 1, 'It asks for no fresh token.');
  const passes = last.status === undefined ? key !== undefined : isPassing(last.status);
  if (!passes || last.asked === undefined) return;
  const counted = replies.filter(({ status }) => status !== 400 && status !== 401).length;
  const soonest = (over ?? at) - attempts[0]!.at + last.asked;
  assert.ok(counted === 4 || soonest > 30_000, `It gives up after ${counted} attempts.`);
}

function isPassing(status: number): boolean {
  return status === 429 || status >= 500;
}
