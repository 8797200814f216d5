import type { Contestant } from './contestants.js';
import type { Session } from './raw-page.js';
import type { Testbed } from './testbed.js';

/** One page load, from the start of the script until the fields can be used. */
export interface Start {
  /** Milliseconds on the clock. */
  readonly milliseconds: number;
  /** Requests: the script, and the frame page. */
  readonly requests: number;
}

/**
 * Measures one page load.
 *
 * @param rate - Factor by which the processor is slowed down, in the page and its frames.
 */
export async function measureStart(
  testbed: Testbed,
  contestant: Contestant,
  rate: number,
): Promise<Start> {
  const page = await testbed.open(contestant);
  try {
    if (rate !== 1) {
      const slowDown = (session: Session) =>
        session.send('Emulation.setCPUThrottlingRate', { rate });
      await slowDown(page);
      // It takes effect a moment later.
      await page.evaluate('for (const end = performance.now() + 100; performance.now() < end; );');
      await page.attachToFrames(slowDown);
    }
    const milliseconds = await page.evaluate<number>('startOne()');
    return { milliseconds, requests: await page.evaluate(`${REQUESTS}.length`) };
  } finally {
    await page.close();
  }
}

const REQUESTS = "performance.getEntriesByType('resource')";

/**
 * Measures the milliseconds for which one page load keeps the processor busy: in the main thread of
 * the page, and in that of its frame.
 */
export async function measureThreadTime(testbed: Testbed, contestant: Contestant): Promise<number> {
  const page = await testbed.open(contestant);
  try {
    await countTime(page);
    await page.attachToFrames(countTime);
    await page.evaluate('startOne()');
    const seconds = await Promise.all([page, ...page.frames].map(threadTime));
    return 1000 * seconds.reduce((total, time) => total + time);
  } finally {
    await page.close();
  }
}

/** Counts the time from now on. */
function countTime(session: Session): Promise<unknown> {
  return session.send('Performance.enable', { timeDomain: 'threadTicks' });
}

async function threadTime(session: Session): Promise<number> {
  const { metrics } = await session.send<{
    metrics: readonly { readonly name: string; readonly value: number }[];
  }>('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime')!.value;
}
