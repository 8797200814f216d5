/** Generates submits with everything that can happen to their requests, and runs them. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { stub, useFakeTimers, type SinonFakeTimers, type SinonStub } from 'sinon';
import type { TokenGrant } from '../../src/service/client-tokens.js';
import { submit, type Progress } from '../../src/service/submit.js';
import { setPinMutation } from '../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../src/set-pin/outcome.js';
import { anyAnswer, anyErrors, responseOf, SUCCESS, type WireAnswer } from './any-answer.js';

export const PIN = '582047193640';
export const TOKENS = ['tok.3e9f41c7b0', 'tok.a60d2b7718'] as const;
export const KEY = 'f2b9c7de-key';

/** The answer to a request, some milliseconds after it was sent. */
interface TimedAnswer {
  /** `undefined` if no answer arrives. */
  readonly answer: WireAnswer | undefined;
  readonly delay: number;
}

/** The answer to a request for a client token, some milliseconds later. */
interface TimedGrant {
  readonly kind: TokenGrant['kind'];
  readonly delay: number;
}

/** Everything that happens to a submit. */
export interface Scenario {
  /** The answer to each request. Later requests succeed. */
  readonly answers: readonly TimedAnswer[];
  readonly first: TimedGrant;
  readonly renewed: TimedGrant;
  /** True if the submit has an idempotency key. */
  readonly keyed: boolean;
  readonly mayBeSet: boolean;
  /** For each request: true if there is a network. */
  readonly online: readonly boolean[];
  /** Milliseconds until the submit is aborted. */
  readonly abortAfter: number | undefined;
  /** The value of `Math.random`, for the jitter. */
  readonly random: number;
}

const wireAnswer = (status: number, body: unknown, headers: object = {}): WireAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json', ...headers },
  text: JSON.stringify(body),
});

const anyTimedAnswer: fc.Arbitrary<TimedAnswer> = fc.record({
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
          wireAnswer(status, {}, wait === undefined ? {} : { 'Retry-After': wait }),
        ),
    },
    { weight: 3, arbitrary: anyErrors.map((errors) => wireAnswer(400, { data: null, errors })) },
    { weight: 2, arbitrary: fc.constant(wireAnswer(401, {})) },
    { weight: 1, arbitrary: fc.constant(wireAnswer(200, SUCCESS)) },
    { weight: 2, arbitrary: anyAnswer },
  ),
  // The timeout of an attempt is 15 seconds.
  delay: fc.constantFrom(0, 0, 0, 300, 7000, 14_000, 16_000),
});

const grant = { kind: fc.constantFrom('token', 'token', 'token', 'token', 'none', 'malformed') };

export const anyScenario: fc.Arbitrary<Scenario> = fc.record({
  answers: fc.array(anyTimedAnswer, { maxLength: 9 }),
  first: fc.record({ ...grant, delay: fc.constantFrom(0, 0, 29_000) }),
  renewed: fc.record({ ...grant, delay: fc.constantFrom(0, 0, 29_000) }),
  keyed: fc.boolean(),
  mayBeSet: fc.oneof(fc.constant(false), fc.constant(false), fc.boolean()),
  online: fc.array(fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.boolean()), {
    minLength: 10,
    maxLength: 10,
  }),
  abortAfter: fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined, freq: 4 }),
  random: fc.constantFrom(0, 0.5, 0.999),
});

/** A request as the service received it, with its answer. */
export interface Attempt {
  /** Milliseconds from the start of the submit, without the waits for client tokens. */
  readonly sentAt: number;
  readonly key: unknown;
  readonly token: string;
  /** The text of the document, and the names of the members of its input. */
  readonly document: string;
  readonly newPin: unknown;
  readonly timedAnswer: TimedAnswer;
  /**
   * The time at which it ended for the client, with its answer or its timeout; `undefined` if the
   * submit was aborted before.
   */
  endedAt: number | undefined;
}

/** A submit that has ended. */
export interface EndedSubmit {
  readonly outcome: Outcome;
  readonly attempts: readonly Attempt[];
  readonly reports: readonly Progress[];
  /** True if it was aborted before its end. */
  readonly aborted: boolean;
  /** The number of requests after the abort. */
  readonly requestsAfterAbort: number;
  readonly lastGrant: TokenGrant['kind'];
  /** The tokens that the submit reported as refused. */
  readonly refused: readonly string[];
}

/**
 * Installs a fake clock for a suite.
 *
 * @returns A function that runs a submit with a scenario.
 */
export function useScenarios(): (scenario: Scenario) => Promise<EndedSubmit> {
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
  return async (scenario) => {
    random.returns(scenario.random);
    const began = Date.now();
    let waited = 0;
    const now = () => Date.now() - began - waited;
    const controller = new AbortController();
    const attempts: Attempt[] = [];
    const reports: Progress[] = [];
    const refused: string[] = [];
    let requestsAfterAbort = 0;
    let lastGrant: TokenGrant['kind'] = 'token';
    const wait = (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    const grantToken = async ({ kind, delay }: TimedGrant, value: string): Promise<TokenGrant> => {
      await wait(delay, controller.signal);
      waited += delay;
      lastGrant = kind;
      return kind === 'token' ? { kind, value } : { kind };
    };
    const fetch = async (_: string, { body, headers, signal }: RequestInit): Promise<Response> => {
      if (controller.signal.aborted) requestsAfterAbort++;
      const success = { answer: wireAnswer(200, SUCCESS), delay: 0 };
      const timedAnswer = scenario.answers[attempts.length] ?? success;
      const { query, variables } = JSON.parse(body as string);
      const attempt: Attempt = {
        sentAt: now(),
        key: variables.IdempotencyKey ?? variables.input.idempotencyKey,
        token: new Headers(headers).get('Authorization') ?? '',
        document: query + Object.keys(variables.input).join(),
        newPin: variables.input.newPin,
        timedAnswer,
        endedAt: undefined,
      };
      attempts.push(attempt);
      signal!.addEventListener('abort', () => {
        if (!controller.signal.aborted) attempt.endedAt ??= now();
      });
      await wait(timedAnswer.delay, signal!);
      if (timedAnswer.answer === undefined || signal!.aborted)
        throw new TypeError('Failed to fetch');
      attempt.endedAt = now();
      return responseOf(timedAnswer.answer, '');
    };
    const abort = setTimeout(() => controller.abort(), scenario.abortAfter ?? 2 ** 31 - 1);
    let outcome: Outcome | undefined;
    // Each submit has its own endpoint, because corrected documents are remembered.
    const endpoint = new URL(`https://service.invalid/${submits++}`);
    const idempotencyKey = scenario.keyed ? KEY : undefined;
    const ended = submit(
      setPinMutation(PIN, { endpoint, paymentCardId: 'card_1', idempotencyKey }),
      {
        endpoint,
        tokens: {
          obtain: () => grantToken(scenario.first, TOKENS[0]),
          renew: (value) => {
            refused.push(value);
            return grantToken(scenario.renewed, TOKENS[1]);
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
      await nextTurn();
      if (outcome !== undefined) break;
      assert.ok(clock.countTimers() > 1, 'The submit waits for nothing.');
      clock.next();
    }
    clearTimeout(abort);
    await ended;
    assert.equal(clock.countTimers(), 0, 'A timer is left after the end.');
    const { aborted } = controller.signal;
    return { outcome, attempts, reports, aborted, requestsAfterAbort, lastGrant, refused };
  };
}
