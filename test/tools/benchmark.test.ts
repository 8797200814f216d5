import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FIELDS,
  INLINE,
  ISOLATED,
  LOADERS,
  PLAIN,
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
    const times = (contestant: Contestant): readonly number[] =>
      contestant === INLINE ? [8, 12, 10] : [20, 30, 25];
    const contestants = [...FIELDS, ...LOADERS];
    const measured: Measurements = {
      bytes: new Map(contestants.map((each) => [each, { raw: 30_000, brotli: 10_000 }])),
      wire: new Map(
        [INLINE, ISOLATED].map((each) => [each, { methods: ['POST'], sent: 1, received: 2 }]),
      ),
      starts: contestants.flatMap((contestant) =>
        [1, 6].flatMap((rate) =>
          times(contestant).map((time) => ({
            contestant,
            rate,
            milliseconds: time * rate,
            otherHosts: [],
            requests: 1,
          })),
        ),
      ),
      keys: FIELDS.map((contestant) => ({ contestant, toPaint: [16], busy: [1.5, 2.5] })),
      many: FIELDS.flatMap((contestant) =>
        [1, 50].map((count) => ({
          contestant,
          count,
          ready: contestant === ISOLATED ? 1 : count,
          milliseconds: 100 + count,
          heap: 1000 * count,
          nodes: 10,
          listeners: 5,
        })),
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
      '| Zag pin-input | 30,000 | 10,000 | 1.00× |',
      '| set-card-pin, inline | 10.0 (8.0–12.0) | 1.00× | 60.0 (48.0–72.0) | 1.00× | 1 |',
      '| jb-pin-input | 25.0 (20.0–30.0) | 2.50× | 150.0 (120.0–180.0) | 2.50× | 1 |',
      '| set-card-pin, inline | 16.0 | 1.00× | 2.00 (1.50–2.50) | 1.00× |',
      '| jb-pin-input | 101 | 150 | 1.0 | 1.00× |',
      '| set-card-pin, isolated | 101 | 1 of 50 ready | – | – |',
      '| four plain inputs | 0.00 | 0.00 | 24 | 1,014 |',
      '| jb-pin-input | sends nothing | – | – |',
    ])
      assert.ok(text.includes(line), `${line}\n\n${text}`);
    assert.match(text, /Measured on 2026-01-31 with a machine .* `jb-pin-input` 1\.2\.3/s);
  });
});
