import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Reply } from '../../src/service/reply.js';
import { waitBeforeRetry, type Course } from '../../src/service/retry-policy.js';
import { cases, FUZZ } from '../support/fuzz.js';

const DOUBT = { kind: 'doubt', isPassing: true, isStored: false } as const;

const limited = (retryAfter: number): Reply => ({ kind: 'rate-limited', retryAfter });

const wait = (reply: Reply, course: Partial<Course> = {}, random = 0.5) =>
  waitBeforeRetry(reply, { attempts: 1, elapsed: 0, keyed: true, ...course }, random);

describe('the wait before another attempt', () => {
  it('grows exponentially, with full jitter, until the fourth attempt', () => {
    for (const [attempts, longest] of [
      [1, 1000],
      [2, 2000],
      [3, 4000],
    ] as const) {
      assert.equal(wait(DOUBT, { attempts }, 0), 0);
      assert.equal(wait(DOUBT, { attempts }, 0.999), 0.999 * longest);
    }
    assert.equal(wait(DOUBT, { attempts: 4 }), undefined);
  });

  for (const [reply, course, random, milliseconds] of [
    [limited(7), {}, 0.5, 7500],
    [{ ...DOUBT, retryAfter: 7 }, {}, 0.5, 7500],
    // It begins at most 30 seconds after the first attempt.
    [limited(30), {}, 0, 30_000],
    [limited(21), { elapsed: 9001 }, 0, undefined],
    [limited(29), { attempts: 3 }, 0.5, 29_500],
    // A clock that was set back doesn't make it longer.
    [limited(31), { elapsed: -3_600_000 }, 0, undefined],
  ] as const)
    it(`is ${milliseconds} ms after ${JSON.stringify([reply, course, random])}`, () => {
      assert.equal(wait(reply, course, random), milliseconds);
    });

  it('keeps these limits for any course', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(DOUBT), fc.nat(40).map(limited)),
        fc.record({
          attempts: fc.integer({ min: 1, max: 6 }),
          elapsed: fc.integer({ min: -40_000, max: 40_000 }),
          keyed: fc.boolean(),
        }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (reply, course, random) => {
          const milliseconds = waitBeforeRetry(reply, course, random);
          const elapsed = Math.max(course.elapsed, 0);
          const asked = 'retryAfter' in reply ? reply.retryAfter * 1000 : 0;
          const isPossible = course.keyed && course.attempts < 4 && elapsed + asked <= 30_000;
          assert.equal(milliseconds !== undefined, isPossible);
          if (milliseconds === undefined) return;
          assert.ok(milliseconds >= asked && elapsed + milliseconds <= 30_000, `${milliseconds}`);
        },
      ),
      { ...FUZZ, numRuns: cases(5000) },
    );
  });
});
