import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CoverTime } from '../../src/isolated/page/cover-time.js';

/** Notes covers and gaps in turn, in milliseconds, and returns the sum at the end. */
function sumAfter(...durations: readonly number[]): number {
  const time = new CoverTime();
  let now = 5_000;
  for (const [index, duration] of durations.entries()) {
    time.note(index % 2 === 0, now);
    now += duration;
  }
  return time.lately(now);
}

describe('the time for which a form was covered lately', () => {
  it('is 0 before anything covers it', () => {
    assert.equal(new CoverTime().lately(7), 0);
  });

  it('is that of the cover that lasts', () => {
    assert.equal(sumAfter(300), 300);
  });

  it('adds up covers that flicker', () => {
    assert.equal(sumAfter(900, 150, 900), 1_800);
    assert.equal(sumAfter(900, 150, 900, 150), 1_700);
  });

  it('is that of the last 2 seconds only', () => {
    assert.equal(sumAfter(60_000), 2_000);
    assert.equal(sumAfter(60_000, 500), 1_500);
    assert.equal(sumAfter(60_000, 2_000), 0);
    assert.equal(sumAfter(500, 1_900, 300), 300);
  });

  it('does not begin again if the cover is reported again', () => {
    const time = new CoverTime();
    for (const now of [0, 400, 800]) time.note(true, now);
    assert.equal(time.lately(1_000), 1_000);
  });

  it('keeps no cover that no longer counts', () => {
    const time = new CoverTime();
    for (let now = 0; now < 100_000; now += 10) time.note(now % 20 === 0, now);
    assert.equal(time.lately(100_000), 1_000);
    assert.equal(time.lately(103_000), 0);
  });
});
