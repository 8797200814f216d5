import type { Contestant } from './contestants.js';
import type { RawPage } from './raw-page.js';
import type { Testbed } from './testbed.js';

/** Milliseconds for each digit. */
export interface Keys {
  /** Time from the key to the next paint. */
  readonly toPaint: readonly number[];
  /** Time in which scripts and the browser handle the key's events. */
  readonly busy: readonly number[];
}

const PIN = '4826';

/** Four digits, then Backspace four times. */
const PRESSES = [...PIN, ...[...PIN].map(() => 'Backspace')];

/** Types a PIN a number of times, and reads the times of each digit from the browser's trace. */
export async function measureKeys(
  testbed: Testbed,
  contestant: Contestant,
  times: number,
): Promise<Keys> {
  const page = await testbed.open(contestant);
  try {
    // To make sure that the focus has arrived in a frame of another process.
    await page.attachToFrames();
    await page.evaluate('startOne()');
    await page.press('Tab');
    for (const session of [page, ...page.frames]) await session.evaluate(TWO_FRAMES);
    // A warm-up, which is not measured.
    await typePin(page);
    await testbed.browser.startTracing(undefined, { categories: ['devtools.timeline'] });
    for (let time = 0; time < times; time++) await typePin(page);
    const trace = await testbed.browser.stopTracing();
    return read((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents, times);
  } finally {
    await page.close();
  }
}

const TWO_FRAMES = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve())))`;

/**
 * Types the PIN and deletes it. Some keys come early in an animation frame and some late, because
 * that changes the time to the next paint.
 */
async function typePin(page: RawPage): Promise<void> {
  for (const [at, key] of PRESSES.entries()) {
    await page.press(key);
    await page.evaluate(`painted().then(() => new Promise((done) => setTimeout(done, ${2 * at})))`);
  }
}

/**
 * An event of Chromium's trace. `ts` is in microseconds, the times in `data` are in milliseconds.
 */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly pid: number;
  readonly id?: string;
  readonly args: {
    readonly data?: {
      readonly type: string;
      readonly processingStart: number;
      readonly processingEnd: number;
    };
  };
}

function read(events: readonly TraceEvent[], times: number): Keys {
  const timings = events.filter(({ name }) => name === 'EventTiming');
  const ends = timings.filter(({ ph }) => ph === 'e');
  const begins = timings.filter(({ ph }) => ph === 'b');
  const keys = begins
    .filter(({ args }) => args.data?.type === 'keydown')
    .sort((one, other) => one.ts - other.ts)
    // The trace may begin with a key of the warm-up, if its paint came late.
    .slice(-times * PRESSES.length)
    .filter((_, at) => at % PRESSES.length < PIN.length);
  return {
    toPaint: keys.flatMap((key) => {
      const end = ends.find(({ id, pid, ts }) => id === key.id && pid === key.pid && ts >= key.ts);
      return end === undefined ? [] : [(end.ts - key.ts) / 1000];
    }),
    busy: keys.map(({ ts, pid, args: { data } }) => {
      const next = keys.find((key) => key.ts > ts)?.ts ?? Infinity;
      // Don't count `keyup`: the digit is in the field before the key is released.
      const released = begins.find(
        (event) => event.pid === pid && event.ts > ts && event.args.data?.type === 'keyup',
      );
      const last = Math.min(next, released?.ts ?? Infinity);
      const handled = begins.filter(
        (event) => event.pid === pid && event.ts >= ts && event.ts < last,
      );
      const end = Math.max(...handled.map((event) => event.args.data?.processingEnd ?? 0));
      return end - (data?.processingStart ?? NaN);
    }),
  };
}
