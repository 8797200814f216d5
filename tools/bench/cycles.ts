import type { Contestant } from './contestants.js';
import type { Holdings, Stage } from './stage.js';
import { slope } from './statistics.js';

/** What is held after so many elements were mounted and unmounted. */
export type Reading = Holdings & { readonly cycles: number };

/** Mounts one, waits until it is ready, and unmounts it, again and again; what the page holds every so often. */
export async function measureCycles(
  stage: Stage,
  contestant: Contestant,
  cycles: number,
  readings: number,
): Promise<readonly Reading[]> {
  const shown = await stage.show(contestant);
  try {
    await shown.start();
    const found: Reading[] = [];
    for (let reading = 1; reading <= readings; reading++) {
      await shown.page.evaluate(`cycle(${cycles / readings})`);
      found.push({ cycles: (cycles / readings) * reading, ...(await shown.holdings()) });
    }
    return found;
  } finally {
    await shown.close();
  }
}

/** What each further cycle leaves behind. */
export interface Growth {
  readonly nodes: number;
  readonly listeners: number;
  /** Bytes. */
  readonly heap: number;
}

/** Of what comes after the first reading: until then caches fill, and code is compiled. */
export function growth([, ...readings]: readonly Reading[]): Growth {
  const each = (what: keyof Holdings): number =>
    slope(readings.map((reading) => [reading.cycles, reading[what]]));
  return { nodes: each('nodes'), listeners: each('listeners'), heap: each('heap') };
}
