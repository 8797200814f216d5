/** Turns measurements into docs/benchmark.md. */
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

const PAGE = 'docs/benchmark.md';

/** Where and when the measurements were made. */
export interface Environment {
  /** As in `2026-01-31`. */
  readonly date: string;
  readonly machine: string;
  readonly browser: string;
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
divided by that of the element, inline**: 0.50× is half of it.

The other fields are for codes. None of them sets a PIN; the next table says what each leaves out.
They are smaller and faster in most of the following tables, and larger or slower in some.`;
}

function features(): string {
  return `## Features

From the code and the documentation of these versions.

${table(['', ...FEATURE_COLUMNS], FEATURES)}

As the last rows show, the others can do things that the element can't. Zag and input-otp come
without styles, which suits a page that has its own. For a one-time code, use one of them.`;
}

function bytes(measured: Measurements): string {
  const value = (each: Contestant): number => measured.bytes.get(each)!.brotli;
  return `## Bytes

The size of one minified script with everything that it needs at run time. Vite builds all scripts
with the same settings. Code that the page has to bring, such as the markup for Zag, is included.
Isolated mode adds the document and the script of the frame page. The script-tag build is smaller,
because it is minified twice: see \`npm run size\`.

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

/** Returns the times from script to ready at one of {@link RATES}. */
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

The time to parse the script, run it and render the fields. It starts when the browser has the text
of the script. It ends when the fields can be used: with \`pin-ready\`, or for the others when their
inputs are in the page. The network is left out, except that an isolated form loads its frame page
from its own origin, here on the same machine. ${fast!(INLINE).length} pages each, with the
processor at full speed and slowed down six times.

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

Before it accepts a key the element creates its pristine realm: an empty frame that no script of the
page has touched. That is part of its time, and of its memory below.`;
}

function keys(measured: Measurements): string {
  const samples = (kind: 'toPaint' | 'busy') => (each: Contestant) =>
    measured.keys.filter(({ contestant }) => contestant === each).flatMap((round) => round[kind]);
  const [toPaint, busy] = [samples('toPaint'), samples('busy')];
  return `## From key to next paint

The time from the key of a digit to the next paint, as the browser's trace has it, for
${toPaint(INLINE).length} digits each. The browser paints at most every 16.7 ms, so a shorter time
mostly depends on when in this interval the key came. That is why the table also has the time in
which the browser and the scripts were busy with the key's events.

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

The time until all elements are ready and painted. They are mounted fifty at a time, because more
frames at once can be too many for isolated mode: a frame page that doesn't answer within 8 seconds,
twice, is an error. A real page has one or two.

${table(['ms until all are ready', ...columns], rows('milliseconds'))}

The growth of the JavaScript heap since before the script ran, in the page and its frame pages,
after a garbage collection.

${table(['heap, kB', ...columns, `nodes, listeners at ${most}`], rows('heap', objects))}`;
}

function cycles({ cycles }: Measurements): string {
  const readings = cycles.get(INLINE)!;
  return `## Mounted and unmounted ${whole(readings.at(-1)!.cycles)} times

Mounts one element, waits until it is ready and unmounts it, ${whole(readings.at(-1)!.cycles)} times
in one page. Memory is read ${readings.length} times, each after three garbage collections. **The
command fails if the element leaks a node, a listener, or more heap than noise.**

${table(
  ['', 'nodes per cycle', 'listeners per cycle', 'heap per cycle, bytes', 'heap at the end, kB'],
  [...FIELDS, PLAIN].map((each) => {
    const { nodes, listeners, heap } = growthOf(cycles, each);
    const end = cycles.get(each)!.at(-1)!.heap / 1000;
    return [each.label, nodes.toFixed(2), listeners.toFixed(2), whole(heap), whole(end)];
  }),
)}

Growth is the median of the slopes between every two readings. One outlier doesn't change it. The
first reading is left out: until then caches fill and code is compiled. Four plain inputs grow too,
because the browser itself keeps something. The element may grow 50 kB more than they do, in all
cycles after the first reading. In a full run that is less than one leaked closure per cycle; a
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

The bytes of HTTP with headers, before TLS, between browser and service, with a valid token.
\`OPTIONS\` is the browser's CORS preflight, which it caches for as long as the service allows.
Isolated mode also loads its frame page, once for each element: document, script and
configuration.`;
}

function loaders(measured: Measurements, { versions }: Environment): string {
  return `## Loaders of vendors' scripts

Vendors of card services keep their fields in frames on their own hosts, and publish a package that
loads the script which creates them. The package does not contain that script, so **the bytes,
fields, masking, words and speed of the form itself can't be measured here**, without a network.
What can be measured is the loader: its bytes, and the time until the vendor's script tag is in the
page. Everything else loads after that. These figures say nothing about the forms themselves, so
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

- One machine, one browser engine. Firefox and WebKit offer fewer measurements, so they are left out.
  Your figures will differ. Ratios are more reliable than milliseconds; a difference of 10 % means
  nothing.
- Each page has its own window, 800 by 900 pixels, without a cache. Contestants take turns, so that
  other load on the machine affects all of them.
- The pages are minimal: \`tools/bench/pages\`. A real page has more to do at its start.
- The element shows two fields, a button that reveals the PIN and a button that submits it. The
  others show one field of four digits. Zag and input-otp have no styles here, which costs them
  nothing; a real page would have to add them.
- The processor is slowed down by the browser. That imitates a slow phone but is not one.
- In isolated mode the frame page comes from the same machine. On the web, add two round trips to its
  origin.
- Quality is not measured. Accessibility and the protection of the PIN from other scripts are
  [tested](leaks.md).`;

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
