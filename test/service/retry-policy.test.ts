import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { waitBeforeRetry, type Course } from '../../src/service/retry-policy.js';
import { replyOf } from '../../src/service/reply.js';
import type { Exchange } from '../../src/service/request.js';

const NOW = Date.UTC(2026, 10, 21, 12);
const FIRST: Course = { attempts: 1, elapsed: 0, keyed: true };

const answer = (status: number, retryAfter?: string): Exchange => ({
  kind: 'answer',
  status,
  retryAfter,
  body: undefined,
});
const wait = (exchange: Exchange, course: Partial<Course> = {}, random = 0.5) =>
  waitBeforeRetry(replyOf(exchange), { ...FIRST, ...course }, NOW, random);

describe('retry-policy', () => {
  it('tries again after 429 and every 5xx, key or not (transport 7.10, 7.11)', () => {
    for (const status of [429, 500, 502, 503, 504, 599])
      for (const keyed of [true, false])
        assert.equal(wait(answer(status), { keyed }), 500, String(status));
  });

  it('takes any other answer as it is (transport 7.4, 8.7)', () => {
    for (const status of [200, 201, 204, 302, 400, 401, 403, 404, 413, 428, 430, 499])
      assert.equal(wait(answer(status)), undefined, String(status));
    assert.equal(wait({ kind: 'unsent' }), undefined);
    assert.equal(wait({ kind: 'aborted' }), undefined);
  });

  it('asks again for a lost answer only under a key (transport C.46)', () => {
    assert.equal(wait({ kind: 'lost' }), 500);
    assert.equal(wait({ kind: 'lost' }, { keyed: false }), undefined);
  });

  it('backs off exponentially, with full jitter (transport C.43)', () => {
    for (const [attempts, longest] of [
      [1, 1000],
      [2, 2000],
      [3, 4000],
    ] as const) {
      assert.equal(wait(answer(503), { attempts }, 0), 0);
      assert.equal(wait(answer(503), { attempts }, 0.999), 0.999 * longest);
    }
  });

  it('stops after four attempts (transport C.45)', () => {
    assert.notEqual(wait(answer(503), { attempts: 3 }), undefined);
    assert.equal(wait(answer(503), { attempts: 4 }), undefined);
  });

  it('waits as long as Retry-After says, in seconds or until a date (transport C.44)', () => {
    assert.equal(wait(answer(429, '7'), {}, 0), 7000);
    assert.equal(wait(answer(503, '7'), {}, 0.5), 7500);
    assert.equal(wait(answer(429, 'Sat, 21 Nov 2026 12:00:09 GMT'), {}, 0), 9000);
    assert.equal(wait(answer(429, 'Sat, 21 Nov 2026 11:59:00 GMT'), {}, 0), 0);
  });

  it('overlooks a Retry-After that is neither', () => {
    for (const header of ['soon', '', '-5', '1.5 s', 'NaN'])
      assert.equal(wait(answer(429, header), {}, 0), 0, header);
  });

  it('starts nothing after 30 seconds, and stops at once where it would have to (transport C.44, C.45)', () => {
    assert.equal(wait(answer(429, '30'), {}, 0), 30_000);
    assert.equal(wait(answer(429, '31'), {}, 0), undefined);
    assert.equal(wait(answer(429, '21'), { elapsed: 9001 }, 0), undefined);
    assert.equal(wait(answer(503), { elapsed: 30_001 }, 0), undefined);
    assert.equal(wait(answer(429, '9'.repeat(400)), {}, 0), undefined);
  });

  it('does not let the jitter spoil a try for which there is time (transport C.44)', () => {
    assert.equal(wait(answer(429, '29'), { attempts: 3 }, 0.5), 29_500);
    assert.equal(wait(answer(503), { attempts: 3, elapsed: 29_000 }, 0.5), 500);
  });

  it('asks for no more time where the clock was put back (transport C.45)', () => {
    assert.equal(wait(answer(429, '31'), { elapsed: -3_600_000 }, 0), undefined);
    assert.equal(wait(answer(429, '30'), { elapsed: -3_600_000 }, 0.5), 30_000);
  });
});
