/** Turns measurements into docs/evidence/benchmark.md. */
import { writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type as system } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { PROJECT } from '../project.js';
import {
  FIELDS,
  INLINE,
  ISOLATED,
  LOADERS,
  OTHERS,
  PLAIN,
  type Contestant,
} from './contestants.js';
import { growthOf } from './cycles.js';
import { FEATURE_COLUMNS, FEATURES } from './features.js';
import { versionOf } from './install.js';
import { RATES, type Measurements } from './measurements.js';
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
  const names = [...FIELDS, ...LOADERS].flatMap(({ packages }) => packages);
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
  const sections = [
    introduction(environment),
    features(),
    bytes(measured),
    starts(measured),
    keys(measured),
    many(measured),
    cycles(measured),
    wire(measured),
    loaders(measured, environment),
    METHOD,
  ];
  return format(sections.join('\n\n'), {
    ...(await resolveConfig(`${PROJECT}${PAGE}`)),
    parser: 'markdown',
    proseWrap: 'always',
  });
}

function introduction({ date, machine, browser, load, versions }: Environment): string {
  const contestants = FIELDS.flatMap(({ packages }) => packages).map(
    (name) => `\`${name}\` ${versions.get(name)}`,
  );
  return `# Benchmark

\`npm run bench\` measures the element and other fields for PINs and codes, and writes this page.

Measured on ${date} with ${machine} and ${browser}, headless. Compared with ${list(contestants)}.
The load average before the start was ${load.toFixed(1)}. If it is much above 0, times are too high
and ratios less exact.

Each cell has the median, and the minimum and the maximum in brackets. **The ratio is the median
divided by that of the inline element**: 0.50× means half as much.

The other fields are for codes. None of them sets a PIN. The next table lists what each one does.
They are smaller or faster than the element in many measurements, and larger or slower in some.`;
}

function features(): string {
  return `## Features

This table is from the code and the documentation of these versions.

${table(['', ...FEATURE_COLUMNS], FEATURES)}

As the last rows show, the others can do things that the element can't. Zag and input-otp have no
styles, which suits a page that has its own. For a one-time code, use one of the others.`;
}

function bytes(measured: Measurements): string {
  const value = (each: Contestant): number => measured.bytes.get(each)!.brotli;
  return `## Bytes

Each row is one minified script with everything that it needs at run time. Vite builds all of them
with the same settings. Code that a page must add, such as the markup for Zag, is included. Isolated
mode adds the document and the script of the frame page. The script-tag build of the element is
smaller, because it is minified twice: see \`npm run size\`.

${table(
  ['', 'uncompressed', 'brotli 11', 'ratio'],
  FIELDS.map((each) => [
    each.label,
    whole(measured.bytes.get(each)!.raw),
    whole(value(each)),
    ratio(value, each),
  ]),
)}`;
}

/** Returns the times until ready with one of {@link RATES}. */
function startTimes({ starts }: Measurements, contestant: Contestant, rate: number): number[] {
  return starts
    .filter((start) => start.contestant === contestant && start.rate === rate)
    .map(({ milliseconds }) => milliseconds);
}

function starts(measured: Measurements): string {
  const [fast, slow] = RATES.map((rate) => (each: Contestant) => startTimes(measured, each, rate));
  const requests = (each: Contestant): number =>
    measured.starts.find(({ contestant }) => contestant === each)!.requests;
  return `## From script to ready

The time starts when the browser has the text of the script and begins to parse it. It ends when the
fields can be used: for the element with \`pin-ready\`, for the others when their inputs are in the
page. Network time is not included, but an isolated form loads its frame page from another origin on
the same machine. Each page was loaded ${fast!(INLINE).length} times with the processor at full
speed, and ${slow!(INLINE).length} times with the processor slowed down by a factor of six.

${table(
  ['', 'ms at 1×', 'ratio', 'ms at 6×', 'ratio', 'requests until ready'],
  FIELDS.map((each) => [
    each.label,
    range(fast!(each), 1),
    ratio(fast!, each),
    range(slow!(each), 1),
    ratio(slow!, each),
    whole(requests(each)),
  ]),
)}

Before the element accepts a key, it creates its pristine realm: an empty frame that no script of
the page has touched. The figures of the element include the time and the memory for this.`;
}

function keys(measured: Measurements): string {
  const samples = (kind: 'toPaint' | 'busy') => (each: Contestant) =>
    measured.keys.filter(({ contestant }) => contestant === each).flatMap((round) => round[kind]);
  const [toPaint, busy] = [samples('toPaint'), samples('busy')];
  return `## From key to next paint

This is the time from the key of a digit to the next paint. It is read from the browser's trace, for
${toPaint(INLINE).length} digits each. The browser paints every 16.7 ms at best, so a shorter time
mostly depends on when in this interval the key came. So the table also has the time in which the
browser and the scripts handled the key's events ("busy").

${table(
  ['', 'ms to paint', 'ratio', 'ms busy', 'ratio'],
  FIELDS.map((each) => [
    each.label,
    range(toPaint(each), 1),
    ratio(toPaint, each),
    range(busy(each), 2),
    ratio(busy, each),
  ]),
)}`;
}

function many(measured: Measurements): string {
  const counts = [...new Set(measured.many.map(({ count }) => count))];
  const [least = NaN, most = NaN] = [counts[0], counts.at(-1)];
  const rounds = (each: Contestant, count: number) =>
    measured.many.filter((round) => round.contestant === each && round.count === count);
  const samples = (kind: 'milliseconds' | 'heap' | 'nodes' | 'listeners', count: number) => {
    const unit = kind === 'heap' ? 1000 : 1;
    return (each: Contestant) => rounds(each, count).map((round) => round[kind] / unit);
  };
  const rows = (kind: 'milliseconds' | 'heap', ...others: ((each: Contestant) => string)[]) =>
    FIELDS.map((each) => {
      const ready = (count: number): number =>
        Math.min(...rounds(each, count).map((round) => round.ready));
      const perElement =
        (median(samples(kind, most)(each)) - median(samples(kind, least)(each))) / (most - least);
      return [
        each.label,
        ...counts.map((count) =>
          ready(count) === count
            ? range(samples(kind, count)(each), 0)
            : `${ready(count)} of ${count} ready`,
        ),
        ...(ready(most) === most
          ? [
              perElement.toFixed(1),
              ratio(samples(kind, most), each),
              ...others.map((cell) => cell(each)),
            ]
          : ['–', '–', ...others.map(() => '–')]),
      ];
    });
  const columns = [...counts.map(String), 'each additional', `ratio at ${most}`];
  const objects = (each: Contestant): string =>
    (['nodes', 'listeners'] as const)
      .map((kind) => whole(median(samples(kind, most)(each))))
      .join(', ');
  return `## Many on one page

The first table has the time until all elements are ready and painted. They are mounted fifty at a
time, because isolated mode can fail with more frames at once. The element reports an error if two
attempts to load the frame page take more than 8 seconds each. A real page has one or two elements.

${table(['ms until all are ready', ...columns], rows('milliseconds'))}

The second table has the JavaScript heap of the page and its frame pages after a garbage collection.
The heap of the page before it ran the script is subtracted.

${table(['heap, kB', ...columns, `nodes, listeners at ${most}`], rows('heap', objects))}`;
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

function wire(measured: Measurements): string {
  const rows = [INLINE, ISOLATED].map((each) => {
    const { methods, sent, received } = measured.wire.get(each)!;
    return [each.label, methods.join(', '), whole(sent), whole(received)];
  });
  return `## Traffic for each PIN

${table(
  ['', 'requests to the service', 'bytes sent', 'bytes received'],
  [...rows, ...OTHERS.map(({ label }) => [label, 'sends nothing', '–', '–'])],
)}

The bytes are those of HTTP with headers, before TLS, between browser and service. The client token
is valid. \`OPTIONS\` is the browser's CORS preflight, which it caches for as long as the service
allows. In isolated mode each element also loads its frame page once: document, script and
configuration.`;
}

function loaders(measured: Measurements, { versions }: Environment): string {
  return `## Loaders of vendors' scripts

Vendors of card services keep their fields in frames on their own hosts. They publish a package that
loads the script for these frames. The package does not contain that script, and this benchmark has
no network. So **it can't measure the bytes, fields, masking, words and speed of the form itself**.
It measures the loader: its bytes, and the time until the vendor's script tag is in the page.
Everything else loads after that. These figures say nothing about the forms themselves, so
they have no ratio.

${table(
  [
    '',
    'package',
    'uncompressed',
    'brotli 11',
    'ms to the script tag, 1×',
    '6×',
    'hosts called by then',
    'what it loads',
  ],
  LOADERS.map((each) => [
    each.label,
    each.packages.map((name) => `\`${name}\` ${versions.get(name)}`).join(', '),
    whole(measured.bytes.get(each)!.raw),
    whole(measured.bytes.get(each)!.brotli),
    ...RATES.map((rate) => range(startTimes(measured, each, rate), 1)),
    measured.starts
      .find(({ contestant }) => contestant === each)!
      .otherHosts.map((host) => `\`${host}\``)
      .join(', '),
    each.loads,
  ]),
)}

None of these packages sets the PIN of a card by itself. Vendors without a package on npm are not
compared.`;
}

const METHOD = `## How to read this

- The figures are from one machine and one browser engine. Firefox and WebKit are left out, because
  they offer fewer measurements. Your figures will differ. Ratios are more reliable than
  milliseconds. A difference of 10 % means nothing.
- Each page has its own window, 800 by 900 pixels, without a cache. Contestants take turns, so that
  other load on the machine affects all of them.
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

function ratio(
  value: (each: Contestant) => number | readonly number[],
  contestant: Contestant,
): string {
  const [ours, theirs] = [INLINE, contestant].map((each) => median([value(each)].flat()));
  return `${(theirs! / ours!).toFixed(2)}×`;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function whole(value: number): string {
  // `+ 0` turns -0 into 0.
  return (Math.round(value) + 0).toLocaleString('en');
}
