/** Measurements → docs/benchmark.md and its charts. */
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, release, totalmem, type as system } from 'node:os';
import { format, resolveConfig } from 'prettier';
import { barChart, lineChart, SCHEMES, svg, type Axis, type Chart } from './chart.js';
import { FIELDS, ISOLATED, LOADERS, OURS, PLAIN, type Contestant } from './contestants.js';
import { versionOf } from './install.js';
import { growthOf, RATES, type Measurements } from './measurements.js';
import { LOADS, OMISSIONS } from './omissions.js';
import { median, quantile } from './statistics.js';
import { PROJECT } from '../project.js';

const PAGE = 'docs/benchmark.md';

export interface Report {
  /** The page, as Markdown. */
  readonly text: string;
  /** By their names in docs/images. */
  readonly pictures: ReadonlyMap<string, string>;
}

export async function write({ text, pictures }: Report): Promise<readonly string[]> {
  await mkdir(`${PROJECT}docs/images`, { recursive: true });
  const files = new Map([
    [PAGE, text],
    ...[...pictures].map(([name, picture]) => [`docs/images/${name}`, picture] as const),
  ]);
  for (const [file, content] of files) await writeFile(`${PROJECT}${file}`, content);
  return [...files.keys()];
}

export async function report(
  measured: Measurements,
  browser: string,
  load: number,
): Promise<Report> {
  const pictures = new Map<string, string>();
  /** Puts a chart into the page, in the colours of the page around it. */
  const show = (name: string, chart: Chart): string => {
    for (const scheme of ['light', 'dark'] as const)
      pictures.set(`benchmark-${name}-${scheme}.svg`, svg(chart, SCHEMES[scheme]));
    return [
      '<picture>',
      `  <source media="(prefers-color-scheme: dark)" srcset="images/benchmark-${name}-dark.svg">`,
      `  <img src="images/benchmark-${name}-light.svg" width="400" alt="${chart.description}">`,
      '</picture>',
    ].join('\n');
  };
  const sections = [
    introduction(browser, load),
    leftOut(),
    bytes(measured, show),
    starts(measured, show),
    keys(measured, show),
    crowds(measured, show),
    cycles(measured, show),
    wire(measured),
    loaders(measured, show),
    METHOD,
  ];
  const text = await format(`${sections.join('\n\n')}\n`, {
    ...(await resolveConfig(`${PROJECT}${PAGE}`)),
    parser: 'markdown',
  });
  return { text, pictures };
}

type Show = (name: string, chart: Chart) => string;

// --- sections ---

function introduction(browser: string, load: number): string {
  const memory = Math.round(totalmem() / 2 ** 30);
  const versions = FIELDS.flatMap(({ packages }) => packages).map(
    (name) => `\`${name}\` ${versionOf(name)}`,
  );
  return `# Benchmark

\`npm run bench\` measures the element side by side with what people would take instead, and writes this page.

These figures are of ${new Date().toISOString().slice(0, 10)}, from ${cpus().length} processors (${cpus()[0]?.model.trim()}), ${memory} GiB
of memory, ${system()} ${release().split('-')[0]}, Node ${process.versions.node} and Chromium ${browser}, headless. Against ${list(versions)}.
The machine's load was ${tenths(load)} before it began: with more than a little, milliseconds are too many, and ratios are rougher.

**A ratio is a figure divided by that of the element, inline**: 0.50× is half of it. All run in one browser, by turns.
The others are fields to type a code into. None of them sets a PIN: the next table says what they leave out. They are smaller and faster in much
of what follows, and larger or slower in some.`;
}

function leftOut(): string {
  return `## What each does

By their code and their documentation, in these versions.

${table(
  ['', ...OMISSIONS.columns],
  OMISSIONS.rows.map((row) => [...row]),
)}

The others do what the element does not, as the last rows say; and Zag and input-otp have no looks of their own, which suits a page that
has its own. For a one-time code take one of them.`;
}

function bytes(measured: Measurements, show: Show): string {
  const value = ({ name }: Contestant): number => measured.bytes.get(name)!.brotli;
  return `## Bytes

One script with all that it needs at run time, minified, by Vite in one way for all; what a page's own part is, such as the markup that
Zag wants, is in it. Isolated mode adds the frame page's document and script. The file for a script tag, which
is minified further, is in \`npm run size\`.

${show(
  'bytes',
  barChart('Bytes, after brotli 11', describe('Bytes after brotli 11', FIELDS, value, whole), [
    { bars: FIELDS.map((each) => bar(each, value(each), whole(value(each)))) },
  ]),
)}

${table(
  ['', 'as it is', 'brotli 11', 'ratio'],
  FIELDS.map((each) => [
    each.label,
    whole(measured.bytes.get(each.name)!.raw),
    whole(value(each)),
    ratio(value, each),
  ]),
)}

${compare('Fewer bytes than the element', 'more', value)}`;
}

/** The median of the milliseconds from script to ready, at one of {@link RATES}. */
function startAt(measured: Measurements, rate: number): (contestant: Contestant) => number {
  return ({ name }) =>
    median(
      measured.starts
        .get(name)!
        .get(rate)!
        .map(({ milliseconds }) => milliseconds),
    );
}

function starts(measured: Measurements, show: Show): string {
  const [fast, slow] = [startAt(measured, RATES[0]), startAt(measured, RATES[1])];
  const requests = ({ name }: Contestant): number =>
    measured.starts.get(name)!.get(RATES[0])![0]!.requests;
  return `## From script to ready

From the moment that the browser is handed the script's text until the fields of one can be used (\`pin-ready\`; for the others, when their
inputs are in the page): parsing, running, rendering. Without the network, but for what an isolated form loads from its own origin, which
here is this machine. Medians of ${measured.starts.get(OURS.name)!.get(RATES[0])!.length} pages each, with the processor as it is and six times slower.

${show(
  'ready',
  barChart(
    'From script to ready, ms',
    `${describe('Milliseconds from script to ready, processor as it is', FIELDS, fast, tenths)} ${describe('Six times slower', FIELDS, slow, tenths)}`,
    [
      {
        label: 'Processor as it is',
        bars: FIELDS.map((each) => bar(each, fast(each), tenths(fast(each)))),
      },
      {
        label: 'Six times slower',
        bars: FIELDS.map((each) => bar(each, slow(each), tenths(slow(each)))),
      },
    ],
  ),
)}

${table(
  ['', 'ms at 1×', 'ratio', 'ms at 6×', 'ratio', 'requests until then'],
  FIELDS.map((each) => [
    each.label,
    tenths(fast(each)),
    ratio(fast, each),
    tenths(slow(each)),
    ratio(slow, each),
    whole(requests(each)),
  ]),
)}

${compare('Ready sooner than the element', 'later', fast)} The element makes itself a realm that no script of the page has touched, an empty frame,
before it takes a key: that is a part of its time, and of its memory below.`;
}

function keys(measured: Measurements, show: Show): string {
  const of = (what: 'toPaint' | 'handling', share: number) => (each: Contestant) =>
    quantile(measured.keys.get(each.name)![what], share);
  const [half, most] = [of('toPaint', 0.5), of('toPaint', 0.95)];
  const [handling, mostHandling] = [of('handling', 0.5), of('handling', 0.95)];
  return `## From key to next paint

From a digit's key until the browser shows the next picture, by its own trace, ${measured.keys.get(OURS.name)!.toPaint.length} digits each. A picture comes every 16.7 ms at
best: what lies below that is mostly when in this time the key came, and is nobody's merit. So the table also says how long the browser
and the scripts were busy with a key's events.

${show(
  'keys',
  barChart(
    'From key to next paint, ms',
    `${describe('Median milliseconds from key to next paint', FIELDS, half, tenths)} ${describe('95th percentile', FIELDS, most, tenths)}`,
    [
      { label: 'Median', bars: FIELDS.map((each) => bar(each, half(each), tenths(half(each)))) },
      {
        label: '95th percentile',
        bars: FIELDS.map((each) => bar(each, most(each), tenths(most(each)))),
      },
    ],
  ),
)}

${table(
  ['', 'to paint, median', 'ratio', '95th', 'busy, median', 'ratio', '95th'],
  FIELDS.map((each) => [
    each.label,
    tenths(half(each)),
    ratio(half, each),
    tenths(most(each)),
    hundredths(handling(each)),
    ratio(handling, each),
    hundredths(mostHandling(each)),
  ]),
)}

${compare('Less busy with a key than the element', 'more', handling)}`;
}

function crowds(measured: Measurements, show: Show): string {
  const counts = [...measured.crowds.get(OURS.name)!.keys()];
  const largest = counts.at(-1) ?? NaN;
  const crowd = ({ name }: Contestant, count: number) => measured.crowds.get(name)!.get(count)!;
  const isWhole = (each: Contestant, count: number): boolean => crowd(each, count).ready === count;
  const time = (each: Contestant): number => crowd(each, largest).milliseconds;
  const heap = (each: Contestant): number => crowd(each, largest).heap;
  const lines = (what: 'milliseconds' | 'heap', unit: number) =>
    FIELDS.map((each) => ({
      label: each.label,
      points: counts
        .filter((count) => isWhole(each, count))
        .map((count) => [count, crowd(each, count)[what] / unit] as const),
    }));
  const x: Axis = { ticks: counts, label: 'on one page (logarithmic)', logarithmic: true };
  const grows = (what: string): string =>
    `${what} for ${list(counts.map(String))} on a page, on logarithmic axes; the figures are in the table below.`;
  const late = FIELDS.filter((each) => !isWhole(each, largest));
  return `## Many on one page

All put into the page, until the last is ready and painted: fifty in one go, and the next fifty when these are ready, as more frames at once can be
too many for isolated mode, where a frame page that doesn't answer in time, twice 8 seconds, is an error. And the JavaScript heap, of page and
frame pages, that they hold after a garbage collection, without what the page held before it ran the script. A real page shows one or two.

${show(
  'count-time',
  lineChart(
    'Until all on a page are ready',
    grows('Milliseconds until all are ready'),
    lines('milliseconds', 1),
    x,
    powers(lines('milliseconds', 1), 'ms (logarithmic)'),
  ),
)}

${table(
  ['ms until all are ready', ...counts.map(String), 'each further one', `ratio at ${largest}`],
  FIELDS.map((each) => [
    each.label,
    ...counts.map((count) =>
      isWhole(each, count)
        ? whole(crowd(each, count).milliseconds)
        : `${crowd(each, count).ready} of ${count} ready`,
    ),
    isWhole(each, largest)
      ? tenths((time(each) - crowd(each, counts[0]!).milliseconds) / (largest - counts[0]!))
      : '–',
    isWhole(each, largest) ? ratio(time, each) : '–',
  ]),
)}

${show(
  'count-heap',
  lineChart(
    'Heap that they hold',
    grows('Kilobytes of heap'),
    lines('heap', 1000),
    x,
    powers(lines('heap', 1000), 'kB (logarithmic)'),
  ),
)}

${table(
  [
    'heap, kB',
    ...counts.map(String),
    'each further one',
    `ratio at ${largest}`,
    `nodes, listeners at ${largest}`,
  ],
  FIELDS.map((each) => [
    each.label,
    ...counts.map((count) => (isWhole(each, count) ? whole(crowd(each, count).heap / 1000) : '–')),
    isWhole(each, largest)
      ? tenths((heap(each) - crowd(each, counts[0]!).heap) / (largest - counts[0]!) / 1000)
      : '–',
    isWhole(each, largest) ? ratio(heap, each) : '–',
    isWhole(each, largest)
      ? `${whole(crowd(each, largest).nodes)}, ${whole(crowd(each, largest).listeners)}`
      : '–',
  ]),
)}

${late.map((each) => `${each.label}: of ${largest} not all were ready in time.`).join('\n')}
${compare('Faster than the element with so many', 'slower', time, (each) => isWhole(each, largest))}`;
}

function cycles(measured: Measurements, show: Show): string {
  const all = [...FIELDS, PLAIN];
  const readings = ({ name }: Contestant) => measured.cycles.get(name)!;
  const times = readings(OURS).at(-1)!.cycles;
  const lines = FIELDS.map((each) => ({
    label: each.label,
    points: readings(each).map(
      ({ cycles: count, heap }) => [count, (heap - readings(each)[0]!.heap) / 1000] as const,
    ),
  }));
  const [lowest, highest] = extremes(lines);
  const step = niceStep((highest - lowest) / 4);
  const ticks: number[] = [];
  for (let tick = Math.floor(lowest / step) * step; tick < highest + step; tick += step)
    ticks.push(tick);
  const isClean = (each: Contestant): boolean => {
    const { nodes, listeners } = growthOf(measured.cycles, each);
    return nodes <= 0 && listeners <= 0;
  };
  return `## ${whole(times)} times mounted and unmounted

One is put into the page, becomes ready, and is taken out again, ${whole(times)} times in one page. After every fifth of them garbage is collected
three times, and what the page holds is read. **None of the element's nodes and listeners may stay, and no heap beyond noise: the command
fails otherwise.**

${show(
  'cycles',
  lineChart(
    'Heap that stays',
    `Kilobytes of heap that stay after ${times} mounts, from the first reading on: ${FIELDS.map((each, at) => `${each.label} ${tenths(lines[at]!.points.at(-1)![1])}`).join('; ')}.`,
    lines,
    {
      ticks: readings(OURS).map((reading) => reading.cycles),
      label: 'times mounted and unmounted',
      logarithmic: false,
    },
    { ticks, label: 'kB more than at the first reading', logarithmic: false },
  ),
)}

${table(
  [
    '',
    'nodes for each cycle',
    'listeners for each cycle',
    'heap for each cycle, bytes',
    'heap at the end, kB',
  ],
  all.map((each) => {
    const { nodes, listeners, heap } = growthOf(measured.cycles, each);
    return [
      each.label,
      hundredths(nodes),
      hundredths(listeners),
      whole(heap),
      whole(readings(each).at(-1)!.heap / 1000),
    ];
  }),
)}

How growth is told from noise: the first reading is left out, as until then caches fill and code is compiled; of the others the median of
the slopes between every two is taken, which one reading that is off doesn't turn. Four plain inputs that are mounted and unmounted in
the same way grow too, by what the browser itself keeps. The element may grow by 50 kB more than they in all the cycles after the first reading:
in a full run that is less for each than a function that is kept, with what it refers to; an element that is kept takes a hundred times as
much. The frame page's process is not read here, as it ends with its frame.
${all.every(isClean) ? 'Nothing of the others stays either.' : `Nodes or listeners stay of ${list(all.filter((each) => !isClean(each)).map(({ label }) => label))}.`}`;
}

function wire(measured: Measurements): string {
  const rows = [OURS, ISOLATED].map((each) => {
    const { methods, sent, received } = measured.wire.get(each.name)!;
    return [each.label, methods.join(', '), whole(sent), whole(received)];
  });
  return `## Over the wire, for each PIN that is set

${table(
  ['', 'requests to the service', 'bytes sent', 'bytes received'],
  [...rows, ...FIELDS.slice(2).map(({ label }) => [label, 'sends nothing itself', '–', '–'])],
)}

HTTP with its headers, before TLS, counted between browser and service, with a token that is valid. The browser asks by \`OPTIONS\` whether
it may, once for as long as the service's answer allows. Isolated mode loads its frame page before that, once for each element: its document,
its script and its configuration.`;
}

function loaders(measured: Measurements, show: Show): string {
  const value = ({ name }: Contestant): number => measured.bytes.get(name)!.brotli;
  return `## Loaders of vendors' scripts

Vendors of card services keep their fields on hosts of their own, in frames, and give out a package that loads the script which makes them.
That script is not in the package: **its bytes, its fields, its masking, its words and its speed come from the vendor's host and can't be
measured here**, without a network. What can be is the loader: its bytes, and the time until the tag of the vendor's script is in the page,
when all else has yet to be loaded. So these figures are no measure of the forms themselves, and have no ratio to the element's.

${show(
  'loaders',
  barChart(
    'Bytes of loaders, after brotli 11',
    describe('Bytes after brotli 11; they bring no fields yet', LOADERS, value, whole),
    [{ bars: LOADERS.map((each) => bar(each, value(each), whole(value(each)))) }],
  ),
)}

${table(
  [
    '',
    'package',
    'as it is',
    'brotli 11',
    'ms to the script tag, 1×',
    '6×',
    'hosts that it turns to by then',
    'what it loads',
  ],
  LOADERS.map((each) => [
    each.label,
    each.packages.map((name) => `\`${name}\` ${versionOf(name)}`).join(', '),
    whole(measured.bytes.get(each.name)!.raw),
    whole(value(each)),
    tenths(startAt(measured, RATES[0])(each)),
    tenths(startAt(measured, RATES[1])(each)),
    measured.starts
      .get(each.name)!
      .get(RATES[0])![0]!
      .elsewhere.map((host) => `\`${host}\``)
      .join(', '),
    LOADS[each.name] ?? '',
  ]),
)}

None of these packages sets a card's PIN by itself. Vendors whose fields for that are loaded from their hosts alone, without a package on npm, are missing here.`;
}

const METHOD = `## How to read this

- One machine, one browser engine. Firefox and WebKit tell less of themselves, and are not measured. On your machine the figures are others:
  ratios hold better than milliseconds, and differences of a tenth mean nothing.
- Each page is opened in a window of its own, 800 by 900 pixels, without a cache, by turns, round by round: what else happens on the machine
  happens to all. Medians are shown.
- The pages are as bare as they can be: \`tools/bench/pages\`. A real page has more to do at its start.
- The element shows two fields, a button that shows the PIN, and a button that sends it; the others one field of four digits. Zag and input-otp
  are styled by nobody, which costs them nothing here and their pages something.
- A processor that is slowed down six times is the browser's own pretence of a slow telephone, not one.
- In isolated mode the frame page comes from this machine. On the web two round trips to its origin are added.
- What is not measured: how good any of it is. Accessibility, and what keeps a PIN from other scripts, are [tested](leaks.md), not timed.`;

// --- words and figures ---

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Who is better and who is worse than the element, inline: the others alone, where the difference means something. */
function compare(
  better: string,
  worse: string,
  value: (each: Contestant) => number,
  counts: (each: Contestant) => boolean = () => true,
): string {
  const others = FIELDS.filter((each) => each !== OURS && counts(each));
  const named = (which: (ratio: number) => boolean): string =>
    list(
      others
        .filter((each) => which(value(each) / value(OURS)))
        .map((each) => `${each.label} (${ratio(value, each)})`),
    );
  const [less, more] = [named((each) => each < 0.95), named((each) => each > 1.05)];
  return `${better}: ${less || 'none'}; ${worse}: ${more || 'none'}.`;
}

function ratio(value: (each: Contestant) => number, each: Contestant): string {
  return `${(value(each) / value(OURS)).toFixed(2)}×`;
}

function describe(
  what: string,
  contestants: readonly Contestant[],
  value: (each: Contestant) => number,
  tell: (value: number) => string,
): string {
  return `${what}: ${contestants.map((each) => `${each.label} ${tell(value(each))}`).join('; ')}.`;
}

function bar(each: Contestant, value: number, figure: string) {
  return {
    label: each.label,
    value,
    figure,
    series: each === OURS ? 0 : each === ISOLATED ? 1 : 2,
  } as const;
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function whole(value: number): string {
  // A zero has no sign.
  return (Math.round(value) + 0).toLocaleString('en');
}

function tenths(value: number): string {
  return value.toFixed(1);
}

function hundredths(value: number): string {
  return value.toFixed(2);
}

// --- axes ---

interface Drawn {
  readonly points: readonly (readonly [number, number])[];
}

/** An axis of powers of ten around all of it. */
function powers(lines: readonly Drawn[], label: string): Axis {
  const [lowest, highest] = extremes(lines);
  const [from, to] = [Math.floor(Math.log10(lowest)), Math.ceil(Math.log10(highest))];
  return {
    ticks: Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at)),
    label,
    logarithmic: true,
  };
}

function extremes(lines: readonly Drawn[]): readonly [lowest: number, highest: number] {
  const values = lines.flatMap(({ points }) => points.map(([, y]) => y));
  return [Math.min(...values), Math.max(...values)];
}

/** 1, 2 or 5 times a power of ten, at least as large. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-3)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => step >= least) ?? 10 * power;
}
