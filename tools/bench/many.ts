import type { Contestant } from './contestants.js';
import type { Memory, Testbed } from './testbed.js';

/** Many elements on one page. */
export interface Many extends Memory {
  /** Time until the last one is ready and painted, or has given up. */
  readonly milliseconds: number;
  /** Number of elements that became ready. */
  readonly ready: number;
}

/**
 * Mounts many elements, fifty at a time.
 *
 * @returns The memory is without that of the page before it ran the script.
 */
export async function measureMany(
  testbed: Testbed,
  contestant: Contestant,
  count: number,
): Promise<Many> {
  const opened = await testbed.open(contestant);
  try {
    const before = await opened.memory();
    const { milliseconds, ready } = await opened.page.evaluate<
      Pick<Many, 'milliseconds' | 'ready'>
    >(`startMany(${count})`);
    // Elements that gave up keep creating and removing frames, so their memory means nothing.
    if (ready < count) return { milliseconds, ready, heap: NaN, nodes: NaN, listeners: NaN };
    const after = await opened.memory();
    return {
      milliseconds,
      ready,
      heap: after.heap - before.heap,
      nodes: after.nodes - before.nodes,
      listeners: after.listeners - before.listeners,
    };
  } finally {
    await opened.close();
  }
}
