import { INLINE, ISOLATED, PLAIN, type Contestant } from './contestants.js';
import { slope } from './statistics.js';
import type { Memory, Testbed } from './testbed.js';

/** Memory after a number of elements were mounted and unmounted. */
export type Reading = Memory & { readonly cycles: number };

export type Cycles = ReadonlyMap<Contestant, readonly Reading[]>;

/** Mounts one element, waits until it is ready, unmounts it, again and again, and reads memory. */
export async function measureCycles(
  testbed: Testbed,
  contestant: Contestant,
  cycles: number,
  readings: number,
): Promise<readonly Reading[]> {
  const opened = await testbed.open(contestant);
  try {
    await opened.start();
    const result: Reading[] = [];
    for (let reading = 1; reading <= readings; reading++) {
      await opened.page.evaluate(`cycle(${cycles / readings})`);
      result.push({ cycles: (cycles / readings) * reading, ...(await opened.memory()) });
    }
    return result;
  } finally {
    await opened.close();
  }
}

/** Returns how much memory grows with each cycle. */
export function growthOf(cycles: Cycles, contestant: Contestant): Memory {
  // Until the first reading caches fill and code is compiled.
  const [, ...readings] = cycles.get(contestant) ?? [];
  const growth = (kind: keyof Memory): number =>
    slope(readings.map((reading) => [reading.cycles, reading[kind]]));
  return { nodes: growth('nodes'), listeners: growth('listeners'), heap: growth('heap') };
}

/**
 * Bytes that the heap may grow more than with four plain inputs, in all cycles after the first
 * reading: the browser's compiled code, caches and fragments. With 800 cycles that is less than one
 * leaked closure for each; a leaked element takes a hundred times as much.
 */
const NOISE = 50_000;

/** Returns a sentence for each kind of memory that our element leaks. */
export function leaksIn(cycles: Cycles): readonly string[] {
  const plain = growthOf(cycles, PLAIN);
  return [INLINE, ISOLATED].flatMap((ours) => {
    const { nodes, listeners, heap } = growthOf(cycles, ours);
    const readings = cycles.get(ours) ?? [];
    const counted = (readings.at(-1)?.cycles ?? NaN) - (readings[0]?.cycles ?? NaN);
    const limit = Math.max(plain.heap, 0) + NOISE / counted;
    return [
      nodes > 0 ? [`${ours.label}: each cycle leaks ${nodes} nodes.`] : [],
      listeners > 0 ? [`${ours.label}: each cycle leaks ${listeners} listeners.`] : [],
      heap > limit
        ? [`${ours.label}: each cycle leaks ${heap.toFixed()} bytes; noise is ${limit.toFixed()}.`]
        : [],
    ].flat();
  });
}
