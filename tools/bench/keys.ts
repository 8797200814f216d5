import type { Contestant } from './contestants.js';
import type { Shown, Stage } from './stage.js';

/** What a digit costs, in milliseconds, digit by digit. */
export interface Keys {
  /** From the key to the next picture that the browser shows. */
  readonly toPaint: readonly number[];
  /** Of that, in which scripts and the browser handle the key's events. */
  readonly handling: readonly number[];
}

const PIN = '4826';

/** Types a PIN and takes it away again, and reads from the browser's own trace how long it took to be seen. */
export async function measureKeys(
  stage: Stage,
  contestant: Contestant,
  times: number,
): Promise<Keys> {
  const shown = await stage.show(contestant);
  try {
    await shown.start();
    await shown.focus();
    // What happens once only is not what a key costs.
    await typePin(shown);
    await stage.browser.startTracing(shown.page, { categories: ['devtools.timeline'] });
    for (let time = 0; time < times; time++) await typePin(shown);
    const trace = await stage.browser.stopTracing();
    return read((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents, times);
  } finally {
    await shown.close();
  }
}

/** Four digits, and four times Backspace. */
const PRESSES = [...PIN, ...[...PIN].map(() => 'Backspace')];

/** What a key waits for the next picture depends on when it comes: by turns early and late in the time between two of them. */
async function typePin({ page }: Shown): Promise<void> {
  for (const [at, key] of PRESSES.entries()) {
    await page.keyboard.press(key);
    await page.evaluate(`painted().then(() => new Promise((done) => setTimeout(done, ${2 * at})))`);
  }
}

/** A part of Chromium's trace. Times are in microseconds, in `data` milliseconds. */
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
      readonly timeStamp: number;
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
    // The trace also tells of a key before it, whose picture came after its begin.
    .slice(-times * PRESSES.length)
    .filter((_, at) => at % PRESSES.length < PIN.length);
  return {
    toPaint: keys.flatMap((key) => {
      const end = ends.find(({ id, pid, ts }) => id === key.id && pid === key.pid && ts >= key.ts);
      return end === undefined ? [] : [(end.ts - key.ts) / 1000];
    }),
    handling: keys.map(({ ts, pid, args: { data } }) => {
      const next = keys.find((key) => key.ts > ts)?.ts ?? Infinity;
      // Up to the release of the key, as the digit is then in the field.
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
