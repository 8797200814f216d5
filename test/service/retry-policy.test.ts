import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { waitBeforeRetry, type Course } from '../../src/service/retry-policy.js';
import { replyOf } from '../../src/service/reply.js';
import type { Exchange } from '../../src/service/request.js';
import { anyRetryAfter } from '../support/any-answer.js';
import { cases, FUZZ } from '../support/fuzz.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const FIRST: Course = { attempts: 1, elapsed: 0, keyed: true };

const answer = (status: number, retryAfter?: string, body?: unknown): Exchange => ({
  kind: 'answer',
  status,
  retryAfter,
  challenge: undefined,
  body,
});

/** The body of the service's own answers. */
const ENVELOPE = { extensions: { requestId: 'r-1' } };

const wait = (exchange: Exchange, course: Partial<Course> = {}, random = 0.5) =>
  waitBeforeRetry(replyOf(exchange), { ...FIRST, ...course }, NOW, random);

const anyExchange: fc.Arbitrary<Exchange> = fc.oneof(
  fc.record({
    kind: fc.constant('answer'),
    status: fc.oneof(
      fc.constantFrom(200, 400, 401, 429, 500, 503),
      fc.integer({ min: 100, max: 599 }),
    ),
    retryAfter: fc.option(anyRetryAfter, { nil: undefined }),
    challenge: fc.constant(undefined),
    body: fc.constant(undefined),
  }),
  fc.constantFrom<Exchange>({ kind: 'lost' }, { kind: 'unsent' }, { kind: 'aborted' }),
);

describe('the retry policy', () => {
  it('retries after a 429 and the service’s own 503, with and without a key', () => {
    for (const keyed of [true, false]) {
      assert.equal(wait(answer(429), { keyed }), 500);
      assert.equal(wait(answer(503, undefined, ENVELOPE), { keyed }), 500);
    }
  });

  it('retries after every other 5xx only with a key', () => {
    for (const status of [500, 502, 503, 504, 599]) {
      assert.equal(wait(answer(status)), 500, String(status));
      assert.equal(wait(answer(status), { keyed: false }), undefined, String(status));
    }
  });

  it('retries after no other answer', () => {
    for (const status of [200, 201, 204, 302, 400, 401, 403, 404, 413, 428, 430, 499])
      assert.equal(wait(answer(status)), undefined, String(status));
    assert.equal(wait({ kind: 'unsent' }), undefined);
    assert.equal(wait({ kind: 'aborted' }), undefined);
  });

  it('retries after a lost answer only with a key', () => {
    assert.equal(wait({ kind: 'lost' }), 500);
    assert.equal(wait({ kind: 'lost' }, { keyed: false }), undefined);
  });

  it('backs off exponentially, with full jitter', () => {
    for (const [attempts, longest] of [
      [1, 1000],
      [2, 2000],
      [3, 4000],
    ] as const) {
      assert.equal(wait(answer(503), { attempts }, 0), 0);
      assert.equal(wait(answer(503), { attempts }, 0.999), 0.999 * longest);
    }
  });

  it('stops after four attempts', () => {
    assert.notEqual(wait(answer(503), { attempts: 3 }), undefined);
    assert.equal(wait(answer(503), { attempts: 4 }), undefined);
  });

  it('waits as long as Retry-After says, in seconds or until a date', () => {
    assert.equal(wait(answer(429, '7'), {}, 0), 7000);
    assert.equal(wait(answer(503, '7'), {}, 0.5), 7500);
    assert.equal(wait(answer(429, 'Sat, 21 Nov 2026 12:00:09 GMT'), {}, 0), 9000);
    assert.equal(wait(answer(429, 'Sat, 21 Nov 2026 11:59:00 GMT'), {}, 0), 0);
  });

  it('ignores any other Retry-After', () => {
    for (const header of ['soon', '', '-5', '1.5 s', 'NaN'])
      assert.equal(wait(answer(429, header), {}, 0), 0, header);
  });

  it('stops at once if the next attempt would start after 30 seconds', () => {
    assert.equal(wait(answer(429, '30'), {}, 0), 30_000);
    assert.equal(wait(answer(429, '31'), {}, 0), undefined);
    assert.equal(wait(answer(429, '21'), { elapsed: 9001 }, 0), undefined);
    assert.equal(wait(answer(503), { elapsed: 30_001 }, 0), undefined);
    assert.equal(wait(answer(429, '9'.repeat(400)), {}, 0), undefined);
  });

  it('shortens the jitter if an attempt would otherwise be too late', () => {
    assert.equal(wait(answer(429, '29'), { attempts: 3 }, 0.5), 29_500);
    assert.equal(wait(answer(503), { attempts: 3, elapsed: 29_000 }, 0.5), 500);
  });

  it('takes no more time if the clock was set back', () => {
    assert.equal(wait(answer(429, '31'), { elapsed: -3_600_000 }, 0), undefined);
    assert.equal(wait(answer(429, '30'), { elapsed: -3_600_000 }, 0.5), 30_000);
  });

  it('waits at least as long as any answer asks, but allows at most four attempts in 30 seconds', () => {
    fc.assert(
      fc.property(
        anyExchange,
        fc.record({
          attempts: fc.integer({ min: 1, max: 6 }),
          // Negative if the clock was set back.
          elapsed: fc.integer({ min: -40_000, max: 40_000 }),
          keyed: fc.boolean(),
        }),
        // Whole seconds, because a date in a header has no fractions.
        fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * 1000),
        fc.option(fc.integer({ min: -5, max: 40 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (given, course, now, ahead, random) => {
          const date = new Date(now + (ahead ?? 0) * 1000).toUTCString();
          const exchange =
            given.kind === 'answer' && ahead !== undefined ? { ...given, retryAfter: date } : given;
          const milliseconds = waitBeforeRetry(replyOf(exchange), course, now, random);
          if (milliseconds === undefined) return;
          assert.ok(milliseconds >= 0, `${milliseconds} ms`);
          assert.ok(Math.max(course.elapsed, 0) + milliseconds <= 30_000, `${milliseconds} ms`);
          assert.ok(course.attempts < 4);
          assert.ok(exchange.kind === 'lost' ? course.keyed : exchange.kind === 'answer');
          if (exchange.kind !== 'answer') return;
          assert.ok(exchange.status === 429 || exchange.status >= 500);
          const { retryAfter = '' } = exchange;
          if (/^\d+$/.test(retryAfter)) assert.ok(milliseconds >= Number(retryAfter) * 1000);
          if (/GMT$/.test(retryAfter)) assert.ok(!(now + milliseconds < Date.parse(retryAfter)));
        },
      ),
      { ...FUZZ, numRuns: cases(5000) },
    );
  });
});
