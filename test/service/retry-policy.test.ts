import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Reply } from '../../src/service/reply.js';
import { waitBeforeRetry } from '../../src/service/retry-policy.js';
import { cases, FUZZ } from '../support/fuzz.js';

const DOUBT = { kind: 'doubt', isPassing: true, isStored: false } as const;

const limited = (retryAfter: number): Reply => ({ kind: 'rate-limited', retryAfter });

describe('the wait before another attempt', () => {
  it('grows with full jitter until the fourth attempt, and ends within 30 seconds', () => {
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
          const longest = Math.min(500 * 2 ** course.attempts, 30_000 - elapsed - asked);
          assert.equal(milliseconds, asked + random * longest);
        },
      ),
      { ...FUZZ, numRuns: cases(5000) },
    );
  });
});
