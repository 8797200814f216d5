/** Turns measurements into docs/evidence/benchmark.md. */
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type as system } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../project.js';
import { FIELDS, INLINE, ISOLATED, PLAIN, VENDORS, type Contestant } from './contestants.js';
import { growthOf } from './cycles.js';
import { FEATURE_COLUMNS, FEATURES } from './features.js';
import { versionOf } from './install.js';
import type { Measurements } from './measurements.js';
import { median } from './statistics.js';

const PAGE = 'docs/evidence/benchmark.md';

/** Date, machine, browser and versions of the measurements. */
export interface Environment {
  /** Date as in `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
  readonly browser: string;
  /** Load average before the start. */
  readonly load: number;
  /** Versions of the contestants' packages. */
  readonly versions: ReadonlyMap<string, string>;
}

export function environmentOf(browser: string, load: number): Environment {
  const memory = Math.round(totalmem() / 2 ** 30);
  const names = [...FIELDS, ...VENDORS].flatMap(({ packages }) => packages);
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} processors (${cpus()[0]?.model.trim()}), ${memory} GiB of memory, ${system()} ${release().split('-')[0]}, Node ${process.versions.node}`,
    browser: `Chromium ${browser}`,
    load,
    versions: new Map(names.map((name) => [name, versionOf(name)])),
  };
}

/** Writes the page and returns its path in the project. */
export async function writePage(page: string): Promise<string> {
  await writeFile(`${PROJECT}${PAGE}`, page);
  return PAGE;
}

/** Returns the page as Markdown. */
export async function report(measured: Measurements, environment: Environment): Promise<string> {
  const values = valuesOf(measured);
  const sections = [
    introduction(environment),
    behind(values),
    bytes(measured, values),
    starts(measured, values),
    keys(values),
    many(measured),
    cycles(measured),
    FEATURE_SECTION,
    METHOD,
  ];
  return format(sections.join('\n\n'), {
    ...(await resolveConfig(`${PROJECT}${PAGE}`)),
    parser: 'markdown',
    proseWrap: 'always',
  });
}

/** The values of a contestant in a column. */
type Values = (contestant: Contestant) => readonly number[];

/** The columns that compare the contestants. Less is better in each. */
interface Columns {
  readonly brotli: Values;
  readonly thread: Values;
  readonly fast: Values;
  readonly slow: Values;
  readonly busy: Values;
  readonly toPaint: Values;
}

function valuesOf({ bytes, frameBytes, threadTimes, starts, keys }: Measurements): Columns {
  const startsAt = (rate: number): Values => {
    const samples = starts.get(rate)!;
    return (each) => samples.get(each)!.map(({ milliseconds }) => milliseconds);
  };
  return {
    brotli: (each) => [bytes.get(each)!.brotli + (each.isolated ? frameBytes.brotli : 0)],
    thread: (each) => threadTimes.get(each)!,
    fast: startsAt(1),
    slow: startsAt(6),
    busy: (each) => keys.get(each)!.flatMap(({ busy }) => busy),
    toPaint: (each) => keys.get(each)!.flatMap(({ toPaint }) => toPaint),
  };
}

function introduction({ date, machine, browser, load, versions }: Environment): string {
  const packages = [...FIELDS, ...VENDORS].flatMap(({ packages }) => packages);
  return `# Benchmark

\`npm run bench\` measures the element and other fields for PINs and codes, and writes this page.

Measured on ${date} with ${machine} and ${browser}, headless. Compared with
${list(packages.map((name) => `\`${name}\` ${versions.get(name)}`))}. The load average before the
start was ${load.toFixed(1)}. If it is much above 0, times are too high and ratios less exact.

The other fields are for codes. None of them sets a PIN: [the last table](#features) lists what each
one does. Each cell has the median, and the minimum and the maximum in brackets. **The ratio is the
median divided by that of the inline element**: 0.50× means half as much.`;
}

/** Lists the medians that are at least a tenth below those of the element. */
function behind({ brotli, fast, slow, thread, busy, toPaint }: Columns): string {
  const columns: readonly (readonly [string, Values])[] = [
    ['bytes', brotli],
    ['time until ready', fast],
    ['time until ready on a slow processor', slow],
    ['processor time until ready', thread],
    ['time for a key', busy],
    ['time from key to paint', toPaint],
  ];
  const lines = columns.map(([name, values]) => {
    const ours = median(values(INLINE));
    const better = FIELDS.filter(
      (each) => each !== ISOLATED && median(values(each)) < 0.9 * ours,
    ).map((each) => `${each.label} (${ratio(values, each)})`);
    return `- **${name}**: ${better.length > 0 ? list(better) : 'none'}`;
  });
  return `## Where the inline element is behind

These need at least a tenth less than it:

${lines.join('\n')}`;
}

function bytes({ bytes, frameBytes }: Measurements, { brotli }: Columns): string {
  const rows = FIELDS.map((each) => [
    each.label,
    whole(bytes.get(each)!.raw + (each.isolated ? frameBytes.raw : 0)),
    whole(median(brotli(each))),
    ratio(brotli, each),
  ]);
  const vendors = VENDORS.map((each) => [
    `${each.label}, without its frames`,
    whole(bytes.get(each)!.raw),
    whole(bytes.get(each)!.brotli),
    ratio(brotli, each),
  ]);
  return `## Bytes

For the element, these are the bytes of its script for a script tag. Isolated mode adds those of the
frame page. The others are bundled by Vite with everything that they need at run time, such as the
markup for Zag. Vendors of card services publish only the code for the page. Their frames load more
from the vendor, and have other tasks. This benchmark has no network, so it compares no times of
theirs.

${table(['', 'uncompressed', 'brotli 11', 'ratio'], [...rows, ...vendors])}`;
}

function starts(measured: Measurements, { fast, slow, thread }: Columns): string {
  const requests = (each: Contestant): number => measured.starts.get(1)!.get(each)![0]!.requests;
  return `## From script to ready

The time starts when the browser has the text of the script and begins to parse it. It ends when the
fields can be used: for the element with \`pin-ready\`, for the others when their inputs are in the
page. Network time is not included, but an isolated form loads its frame page from another origin on
the same machine. "Busy" is the processor time of the main threads, of the page and of the frame.
Each page was loaded ${fast(INLINE).length} times at full speed, ${slow(INLINE).length} times with
the processor slowed down by a factor of six, and ${thread(INLINE).length} times to measure the
processor time.

${table(
  ['', 'ms', 'ratio', 'ms busy', 'ratio', 'ms at 6×', 'ratio', 'requests'],
  FIELDS.map((each) => [
    each.label,
    range(fast(each), 1),
    ratio(fast, each),
    range(thread(each), 1),
    ratio(thread, each),
    range(slow(each), 1),
    ratio(slow, each),
    whole(requests(each)),
  ]),
)}

Before the element is ready, it creates its pristine realm: an empty frame that no script of the
page has touched. Its figures include the time and the memory for this. Without the realm it took
about a quarter less processor time. If the realm were made later, a service worker that a script
registers in between would receive the PIN in Firefox and WebKit.`;
}

function keys({ toPaint, busy }: Columns): string {
  return `## From key to next paint

This is the time from the key of a digit to the next paint. It is read from the browser's trace, for
${toPaint(INLINE).length} digits each. The browser paints every 16.7 ms at best, so it mostly
depends on when in this interval the key came. "Busy" is the time in which the browser and the
scripts handled the key's events.

${table(
  ['', 'ms busy', 'ratio', 'ms to paint', 'ratio'],
  FIELDS.map((each) => [
    each.label,
    range(busy(each), 2),
    ratio(busy, each),
    range(toPaint(each), 1),
    ratio(toPaint, each),
  ]),
)}`;
}

function many({ many }: Measurements): string {
  const counts = [...many.keys()];
  const [least = NaN, most = NaN] = [counts[0], counts.at(-1)];
  const samples = (kind: 'milliseconds' | 'heap', count: number): Values => {
    const unit = kind === 'heap' ? 1000 : 1;
    return (each) =>
      many
        .get(count)!
        .get(each)!
        .map((round) => round[kind] / unit);
  };
  const rows = (kind: 'milliseconds' | 'heap') =>
    FIELDS.map((each) => {
      const ready = (count: number): number =>
        Math.min(
          ...many
            .get(count)!
            .get(each)!
            .map((round) => round.ready),
        );
      const cells = counts.map((count) =>
        ready(count) === count
          ? range(samples(kind, count)(each), 0)
          : `${ready(count)} of ${count} ready`,
      );
      const added = median(samples(kind, most)(each)) - median(samples(kind, least)(each));
      return [
        each.label,
        ...cells,
        ...(ready(most) === most
          ? [(added / (most - least)).toFixed(1), ratio(samples(kind, most), each)]
          : ['–', '–']),
      ];
    });
  const columns = [...counts.map(String), 'each additional', `ratio at ${most}`];
  return `## Many on one page

The first table has the time until all elements are ready and painted. They are mounted fifty at a
time, because isolated mode can fail with more frames at once. The element reports an error if two
attempts to load the frame page take more than 8 seconds each. A real page has one or two elements.

${table(['ms until all are ready', ...columns], rows('milliseconds'))}

The second table has the JavaScript heap of the page and its frame pages after a garbage collection.
The heap of the page before it ran the script is subtracted.

${table(['heap, kB', ...columns], rows('heap'))}`;
}

function cycles({ cycles }: Measurements): string {
  const readings = cycles.get(INLINE)!;
  return `## Mounted and unmounted ${whole(readings.at(-1)!.cycles)} times

The benchmark mounts one element, waits until it is ready and unmounts it. It repeats this cycle
${whole(readings.at(-1)!.cycles)} times in one page. It reads memory ${readings.length} times, each
after three garbage collections. **The command fails if the element leaks a node or a listener, or
if its heap grows more than the noise explains.**

${table(
  ['', 'nodes per cycle', 'listeners per cycle', 'heap per cycle, bytes', 'heap at the end, kB'],
  [...FIELDS, PLAIN].map((each) => {
    const { nodes, listeners, heap } = growthOf(cycles, each);
    const end = cycles.get(each)!.at(-1)!.heap / 1000;
    return [each.label, nodes.toFixed(2), listeners.toFixed(2), whole(heap), whole(end)];
  }),
)}

Growth is the median of the slopes between every two readings. A single outlier hardly changes it.
The first reading is left out, because caches fill and code is compiled before it. Memory also grows
with four plain inputs, because the browser itself keeps some. The element may add 50 kB to that, in
all cycles after the first reading. In a full run that is less than one leaked closure per cycle. A
leaked element takes a hundred times as much. The process of the frame page is not read, because it
ends with its frame.`;
}

const FEATURE_SECTION = `## Features

This table is from the code and the documentation of these versions.

${table(['', ...FEATURE_COLUMNS], FEATURES)}

As the last rows show, the others can do things that the element can't. Zag and input-otp have no
styles, which suits a page that has its own. For a one-time code, use one of the others.`;

const METHOD = `## How to read this

- The figures are from one machine and one browser engine. Firefox and WebKit are left out, because
  they offer fewer measurements. Your figures will differ. Ratios are more reliable than
  milliseconds. A difference of 10 % means nothing.
- Each page has its own window, 800 by 900 pixels, without a cache. Contestants take turns, so that
  other load on the machine affects all of them.
- The pages are driven by the browser's protocol alone. Tools such as Playwright enable more of it,
  which doubles the time of input-otp and leaves that of the others.
- The pages in \`tools/bench/pages\` are minimal. A real page has more to do at its start.
- The element shows two fields, a button that reveals the PIN and a button that submits it. The
  others show one field of four digits. Zag and input-otp have no styles here, which saves bytes
  and time. A real page would have to add styles.
- The browser slows the processor down. That imitates a slow phone, but is not the same.
- In isolated mode the frame page is on the same machine. On the web, add two round trips to its
  origin.
- Quality is not measured. [Attacks on the PIN](leaks.md) and accessibility are tested separately.`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Returns the median, with the minimum and the maximum if there are several values. */
function range(values: readonly number[], digits: number): string {
  const text = (value: number): string =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  if (values.length < 2) return text(median(values));
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`;
}

function ratio(values: Values, contestant: Contestant): string {
  return `${(median(values(contestant)) / median(values(INLINE))).toFixed(2)}×`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function whole(value: number): string {
  // `+ 0` turns -0 into 0.
  return (Math.round(value) + 0).toLocaleString('en');
}
