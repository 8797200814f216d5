import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BUDGETED, spent } from '../../tools/bench/budgets.js';
import {
  FIELDS,
  INLINE,
  ISOLATED,
  JB,
  PLAIN,
  VENDORS,
  type Contestant,
} from '../../tools/bench/contestants.js';
import { leaksIn, type Cycles } from '../../tools/bench/cycles.js';
import type { Measurements } from '../../tools/bench/measurements.js';
import { report } from '../../tools/bench/report.js';

/** Returns readings in which the heap and the number of nodes of one contestant grow. */
function cyclesWith(growing: Contestant, heap: number, nodes: number): Cycles {
  return new Map(
    [PLAIN, ...FIELDS].map((each) => {
      const factor = each === growing ? 1 : 0;
      const readings = [200, 400, 600].map((cycles) => ({
        cycles,
        heap: 1_000_000 + factor * heap * cycles,
        nodes: 10 + factor * nodes * cycles,
        listeners: 5,
      }));
      return [each, readings] as const;
    }),
  );
}

describe('the benchmark', () => {
  it('reports a leak of the element that is larger than noise', () => {
    assert.deepEqual(leaksIn(cyclesWith(ISOLATED, 100, 0)), []);
    assert.deepEqual(leaksIn(cyclesWith(ISOLATED, 200, 0)), [
      'set-card-pin, isolated: each cycle leaks 200 bytes; noise is 125.',
    ]);
    assert.deepEqual(leaksIn(cyclesWith(INLINE, 0, 2)), [
      'set-card-pin, inline: each cycle leaks 2 nodes.',
    ]);
    assert.deepEqual(leaksIn(cyclesWith(FIELDS.at(-1)!, 1000, 2)), []);
  });

  it('reports medians with their range, and ratios to the element', async () => {
    const samples = <T>(value: (contestant: Contestant) => readonly T[]) =>
      new Map(FIELDS.map((each) => [each, value(each)]));
    const starts = (rate: number) =>
      samples((contestant) =>
        (contestant === INLINE ? [8, 12, 10] : [20, 30, 25]).map((time) => ({
          milliseconds: time * rate,
          requests: contestant === ISOLATED ? 2 : 1,
        })),
      );
    const measured: Measurements = {
      bytes: new Map(
        [...FIELDS, ...VENDORS].map((each) => [each, { raw: 30_000, brotli: 10_000 }]),
      ),
      frameBytes: { raw: 20_000, brotli: 5_000 },
      starts: new Map([1, 6].map((rate) => [rate, starts(rate)])),
      threadTimes: samples((contestant) => (contestant === JB ? [4] : [8])),
      keys: samples(() => [{ toPaint: [16], busy: [1.5, 2.5] }]),
      many: new Map(
        [1, 50].map((count) => [
          count,
          samples((contestant) => [
            {
              ready: contestant === ISOLATED ? 1 : count,
              milliseconds: 100 + count,
              heap: 1000 * count,
              nodes: 10,
              listeners: 5,
            },
          ]),
        ]),
      ),
      cycles: cyclesWith(PLAIN, 24, 0),
    };
    const page = await report(measured, {
      date: '2026-01-31',
      machine: 'a machine',
      browser: 'Chromium 1',
      load: 0,
      versions: new Map([['jb-pin-input', '1.2.3']]),
    });
    const text = page.replace(/ +/g, ' ');
    for (const line of [
      '- **bytes**: none',
      '- **processor time until ready**: jb-pin-input (0.50×)',
      '| set-card-pin, isolated | 50,000 | 15,000 | 1.50× |',
      '| Adyen Card, without its frames | 30,000 | 10,000 | 1.00× |',
      '| set-card-pin, inline | 10.0 (8.0–12.0) | 1.00× | 8.0 | 1.00× | 60.0 (48.0–72.0) | 1.00× | 1 |',
      '| jb-pin-input | 25.0 (20.0–30.0) | 2.50× | 4.0 | 0.50× | 150.0 (120.0–180.0) | 2.50× | 1 |',
      '| set-card-pin, inline | 2.00 (1.50–2.50) | 1.00× | 16.0 | 1.00× |',
      '| jb-pin-input | 101 | 150 | 1.0 | 1.00× |',
      '| set-card-pin, isolated | 101 | 1 of 50 ready | – | – |',
      '| four plain inputs | 0.00 | 0.00 | 24 | 1,014 |',
    ])
      assert.ok(text.includes(line), `${line}\n\n${text}`);
    assert.match(text, /Measured on 2026-01-31 with a machine .* `jb-pin-input` 1\.2\.3/s);
  });

  it('compares the medians of one run with the budgets', () => {
    const samples = (ours: number) =>
      new Map(BUDGETED.map((each) => [each, each === INLINE ? [0, ours, 99] : [1, 10, 50]]));
    const ratios = spent({ ready: samples(20), key: samples(5) }).map(({ of, ratio }) => [
      of,
      ratio,
    ]);
    assert.deepEqual(ratios, [
      ['ready', 2],
      ['ready', 2],
      ['key', 0.5],
      ['key', 0.5],
    ]);
  });
});
