import type { Contestant } from './contestants.js';
import { memoryOf, type Memory } from './memory.js';
import type { Testbed } from './testbed.js';

/** Results for many elements on one page. */
export interface Many extends Memory {
  /** Time until all elements are ready and painted, or have failed. */
  readonly milliseconds: number;
  /** Number of elements that became ready. */
  readonly ready: number;
}

/**
 * Mounts many elements, fifty at a time. The memory that the page used before it ran the script is
 * subtracted.
 */
export async function measureMany(
  testbed: Testbed,
  contestant: Contestant,
  count: number,
): Promise<Many> {
  const page = await testbed.open(contestant);
  try {
    const before = await memoryOf(page);
    const { milliseconds, ready } = await page.evaluate<Pick<Many, 'milliseconds' | 'ready'>>(
      `startMany(${count})`,
    );
    // After a failure, elements keep creating and removing frames, so memory is not comparable.
    if (ready < count) return { milliseconds, ready, heap: NaN, nodes: NaN, listeners: NaN };
    await page.attachToFrames();
    const after = await memoryOf(page);
    return {
      milliseconds,
      ready,
      heap: after.heap - before.heap,
      nodes: after.nodes - before.nodes,
      listeners: after.listeners - before.listeners,
    };
  } finally {
    await page.close();
  }
}
