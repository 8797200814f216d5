import type { Contestant } from './contestants.js';
import type { Stage } from './stage.js';

interface Ready {
  /** Until the last is ready and painted, or has given up. */
  readonly milliseconds: number;
  /** How many became ready. */
  readonly ready: number;
}

/** Many on one page. */
export interface Crowd extends Ready {
  /** Bytes of JavaScript objects, of which the page alone, without any, is taken off. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

/** Mounts many, as fast as isolated mode allows: fifty at once. */
export async function measureCrowd(
  stage: Stage,
  contestant: Contestant,
  count: number,
): Promise<Crowd> {
  const shown = await stage.show(contestant);
  try {
    const before = await shown.holdings();
    const { milliseconds, ready } = await shown.page.evaluate<Ready>(`startMany(${count})`);
    // The frames of those that gave up come and go, and nobody asks what half of a crowd holds.
    if (ready < count) return { milliseconds, ready, heap: NaN, nodes: NaN, listeners: NaN };
    const after = await shown.holdings();
    return {
      milliseconds,
      ready,
      heap: after.heap - before.heap,
      nodes: after.nodes - before.nodes,
      listeners: after.listeners - before.listeners,
    };
  } finally {
    await shown.close();
  }
}
