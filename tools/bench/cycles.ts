import { INLINE, ISOLATED, PLAIN, type Contestant } from './contestants.js';
import { slope } from './statistics.js';
import { memoryOf, type Memory } from './memory.js';
import type { Testbed } from './testbed.js';

/** Memory after a number of cycles. Each cycle mounts and unmounts an element. */
export type Reading = Memory & { readonly cycles: number };

export type Cycles = ReadonlyMap<Contestant, readonly Reading[]>;

/**
 * Repeats a cycle: mount one element, wait until it is ready, unmount it.
 *
 * @param cycles - Number of cycles.
 * @param readings - Number of times that memory is read, at equal intervals.
 */
export async function measureCycles(
  testbed: Testbed,
  contestant: Contestant,
  cycles: number,
  readings: number,
): Promise<readonly Reading[]> {
  const page = await testbed.open(contestant);
  try {
    await page.evaluate('startOne()');
    const result: Reading[] = [];
    for (let reading = 1; reading <= readings; reading++) {
      await page.evaluate(`cycle(${cycles / readings})`);
      result.push({ cycles: (cycles / readings) * reading, ...(await memoryOf(page)) });
    }
    return result;
  } finally {
    await page.close();
  }
}

/** Returns the memory that each cycle adds. */
export function growthOf(cycles: Cycles, contestant: Contestant): Memory {
  // Leave out the first reading: caches fill and code is compiled before it.
  const [, ...readings] = cycles.get(contestant) ?? [];
  const growth = (kind: keyof Memory): number =>
    slope(readings.map((reading) => [reading.cycles, reading[kind]]));
  return { nodes: growth('nodes'), listeners: growth('listeners'), heap: growth('heap') };
}

/**
 * Bytes by which the heap may grow more than with four plain inputs, in all cycles after the first
 * reading. The browser's compiled code, caches and fragmentation cause this growth. With 800 cycles
 * it is less than one leaked closure per cycle. A leaked element takes a hundred times as much.
 */
const NOISE = 50_000;

/** Returns a sentence for each kind of memory that our element leaks. */
export function leaksIn(cycles: Cycles): readonly string[] {
  const plain = growthOf(cycles, PLAIN);
  return [INLINE, ISOLATED].flatMap((ours) => {
    const { nodes, listeners, heap } = growthOf(cycles, ours);
    const readings = cycles.get(ours) ?? [];
    const countedCycles = (readings.at(-1)?.cycles ?? NaN) - (readings[0]?.cycles ?? NaN);
    const limit = Math.max(plain.heap, 0) + NOISE / countedCycles;
    return [
      nodes > 0 ? [`${ours.label}: each cycle leaks ${nodes} nodes.`] : [],
      listeners > 0 ? [`${ours.label}: each cycle leaks ${listeners} listeners.`] : [],
      heap > limit
        ? [`${ours.label}: each cycle leaks ${heap.toFixed()} bytes; noise is ${limit.toFixed()}.`]
        : [],
    ].flat();
  });
}
