import type { Session } from './raw-page.js';
import { FIELDS, type Contestant, type Testbed } from './testbed.js';

/** Values by the heading of their column. */
type Round = Record<string, readonly number[]>;

/** How many elements are mounted at a time, and how many one after the other. */
const MANY = 200;
const CYCLES = 1000;

/** Each measurement, which gets a new page, and the number of its rounds. */
const MEASUREMENTS: [(page: Session, testbed: Testbed) => Promise<Round>, number][] = [
  [async (page) => ({ 'ms until ready': [await page.evaluate<number>('startOne()')] }), 7],
  [slowStart, 7],
  [busyStart, 7],
  [keys, 3],
  [many, 3],
  [cycles, 1],
];

/**
 * Returns the values of each contestant. The contestants take turns, so that other load on the
 * machine affects all of them.
 */
export async function measure(testbed: Testbed): Promise<ReadonlyMap<Contestant, Round>> {
  const values = new Map<Contestant, Round>();
  for (const each of FIELDS) values.set(each, {});
  for (const [run, rounds] of MEASUREMENTS)
    // Round 0 is a warm-up.
    for (let round = rounds > 1 ? 0 : 1; round <= rounds; round++)
      for (const [contestant, columns] of values) {
        process.stderr.write(`${contestant.label}: ${run.name || 'start'}, round ${round}\n`);
        const results = await testbed.open(contestant, (page) => run(page, testbed));
        if (round > 0)
          for (const [name, more] of Object.entries(results))
            columns[name] = [...(columns[name] ?? []), ...more];
      }
  return values;
}

async function slowStart(page: Session): Promise<Round> {
  const slowDown = (session: Session) =>
    session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await slowDown(page);
  // It takes effect a moment later.
  await page.evaluate('for (const end = performance.now() + 100; performance.now() < end; );');
  await page.attachToFrames(slowDown);
  return { 'ms at 6×': [await page.evaluate<number>('startOne()')] };
}

/** Measures how long the main threads of the page and its frame are busy. */
async function busyStart(page: Session): Promise<Round> {
  // Counts the time from now on.
  const count = (session: Session) =>
    session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await count(page);
  await page.attachToFrames(count);
  await page.evaluate('startOne()');
  let milliseconds = 0;
  for (const session of [page, ...page.frames]) {
    type Metrics = { readonly metrics: readonly { name: string; value: number }[] };
    const { metrics } = await session.send<Metrics>('Performance.getMetrics');
    milliseconds += 1000 * metrics.find(({ name }) => name === 'ThreadTime')!.value;
  }
  return { 'ms busy': [milliseconds] };
}

const PIN = '4826';

/** Four digits, then Backspace four times. */
const PRESSES = [...PIN, ...[...PIN].map(() => 'Backspace')];

const PINS = 8;

/** Types PINs, and reads the times of each digit from the browser's trace. */
async function keys(page: Session, { browser }: Testbed): Promise<Round> {
  // To make sure that the focus has arrived in a frame of another process.
  await page.attachToFrames();
  await page.evaluate('startOne()');
  await page.press('Tab');
  for (const session of [page, ...page.frames])
    await session.evaluate('new Promise((r) => requestAnimationFrame(() => setTimeout(r)))');
  // The first PIN is a warm-up.
  for (let pin = 0; pin <= PINS; pin++) {
    if (pin === 1) await browser.startTracing(undefined, { categories: ['devtools.timeline'] });
    for (const [at, key] of PRESSES.entries()) {
      await page.press(key);
      // Some keys come early in an animation frame and some late, because that changes the time to
      // the next paint.
      await page.evaluate(`painted().then(() => new Promise((r) => setTimeout(r, ${2 * at})))`);
    }
  }
  const trace = await browser.stopTracing();
  return timesOf((JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }).traceEvents);
}

/** `ts` is in microseconds, the times in `data` are in milliseconds. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly pid: number;
  readonly id: string;
  readonly args: { data: { type: string; processingStart: number; processingEnd: number } };
}

function timesOf(events: readonly TraceEvent[]): Round {
  const timings = events
    .filter(({ name }) => name === 'EventTiming')
    .sort((one, other) => one.ts - other.ts);
  const begins = timings.filter(({ ph }) => ph === 'b');
  const digits = begins
    .filter(({ args }) => args.data.type === 'keydown')
    // The trace may begin with a key of the warm-up, if its paint came late.
    .slice(-PINS * PRESSES.length)
    .filter((_, at) => at % PRESSES.length < PIN.length);
  return {
    'ms busy per key': digits.map((digit) => {
      const from = begins.filter(({ pid, ts }) => pid === digit.pid && ts >= digit.ts);
      // Don't count `keyup`: the digit is in the field before the key is released.
      const released = from.findIndex(({ args }) => args.data.type === 'keyup');
      const ends = from.slice(0, released).map(({ args }) => args.data.processingEnd);
      return Math.max(...ends) - digit.args.data.processingStart;
    }),
    'ms to paint': digits.map(({ id, pid, ts }) => {
      const end = timings.find(
        (each) => each.ph === 'e' && each.id === id && each.pid === pid && each.ts >= ts,
      );
      return (end!.ts - ts) / 1000;
    }),
  };
}

async function many(page: Session): Promise<Round> {
  const before = await memoryOf(page);
  const milliseconds = await page.evaluate<number>(`startMany(${MANY})`);
  await page.attachToFrames();
  const after = await memoryOf(page);
  return { [`ms for ${MANY}`]: [milliseconds], [`kB for ${MANY}`]: [after[0]! - before[0]!] };
}

async function cycles(page: Session): Promise<Round> {
  await page.evaluate('startOne()');
  // Caches fill and code is compiled before the first reading.
  await page.evaluate(`cycle(${CYCLES / 5})`);
  const first = await memoryOf(page);
  await page.evaluate(`cycle(${(CYCLES * 4) / 5})`);
  const last = await memoryOf(page);
  const perCycle = (at: number) => [(last[at]! - first[at]!) / ((CYCLES * 4) / 5)];
  return {
    'nodes per cycle': perCycle(1),
    'listeners per cycle': perCycle(2),
    [`kB after ${CYCLES} cycles`]: [last[0]!],
  };
}

/** Returns kB in the heap, nodes and listeners of the page and its frames, without garbage. */
async function memoryOf(page: Session): Promise<readonly number[]> {
  const memory = [0, 0, 0];
  // All frames of another site share a process, so reading one of them is enough.
  for (const session of [page, ...page.frames.slice(-1)]) {
    // Three times: finalizers run after the first collection and release more objects.
    for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send<Record<string, number>>('Runtime.getHeapUsage');
    const counters = await session.send<Record<string, number>>('Memory.getDOMCounters');
    memory[0]! += usedSize! / 1000;
    memory[1]! += counters.nodes!;
    memory[2]! += counters.jsEventListeners!;
  }
  return memory;
}
