/** Figures → an SVG picture, for a light and for a dark page. Pure. It is as narrow as a telephone, so that its words can be read on one. */

export interface Chart {
  readonly title: string;
  /** What is shown, for who can't see it: the figures themselves are in the page's table. */
  readonly description: string;
  readonly height: number;
  /** What is drawn, in the colours of a scheme. */
  readonly draw: (scheme: Scheme) => string;
}

interface Scheme {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  /** By how much a line is ours: inline, isolated, anybody else's. */
  readonly series: readonly [string, string, string, string, string];
}

/** Contrasts of at least 4.5 for words and 3 for lines, and told apart by those who see few colours: each line has its name besides. */
export const SCHEMES: Readonly<Record<'light' | 'dark', Scheme>> = {
  light: {
    paper: '#ffffff',
    ink: '#1f2328',
    faint: '#d1d9e0',
    series: ['#0550ae', '#8250df', '#6e7781', '#bc4c00', '#1a7f37'],
  },
  dark: {
    paper: '#0d1117',
    ink: '#e6edf3',
    faint: '#3d444d',
    series: ['#58a6ff', '#c297ff', '#9198a1', '#f0883e', '#3fb950'],
  },
};

const WIDTH = 400;
const MARGIN = 12;
const TITLE = 36;
const ROW = 24;
const FONT = 'font-family="system-ui, -apple-system, Segoe UI, Roboto, sans-serif"';

/** The whole picture. */
export function svg({ title, description, height, draw }: Chart, scheme: Scheme): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title description" ${FONT} font-size="13" fill="${scheme.ink}">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(description)}</desc>`,
    `<rect width="${WIDTH}" height="${height}" fill="${scheme.paper}"/>`,
    words(MARGIN, 22, title, 'font-size="15" font-weight="600"'),
    draw(scheme),
    '</svg>',
    '',
  ].join('\n');
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The figure as it is written behind the bar. */
  readonly figure: string;
  /** Which colour: 0 for ours inline, 1 for ours isolated, 2 for others. */
  readonly series: 0 | 1 | 2;
}

export interface BarGroup {
  /** Nothing where there is one group only. */
  readonly label?: string;
  readonly bars: readonly Bar[];
}

/** Bars that begin at 0, of one length for one figure in all groups. */
export function barChart(title: string, description: string, groups: readonly BarGroup[]): Chart {
  const [from, to] = [158, 322];
  const most = Math.max(...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const rows = groups.reduce((sum, group) => sum + group.bars.length + (group.label ? 1 : 0), 0);
  return {
    title,
    description,
    height: TITLE + rows * ROW + MARGIN,
    draw({ series, faint }) {
      const parts: string[] = [];
      let y = TITLE;
      for (const { label, bars } of groups) {
        if (label !== undefined) {
          parts.push(words(MARGIN, y + 17, label, 'font-weight="600"'));
          y += ROW;
        }
        for (const bar of bars) {
          const length = Math.max(((to - from) * bar.value) / most, 1);
          parts.push(
            words(MARGIN, y + 16, bar.label),
            `<rect x="${from}" y="${y + 4}" width="${round(length)}" height="16" fill="${series[bar.series]}"/>`,
            words(round(from + length + 6), y + 16, bar.figure),
          );
          y += ROW;
        }
      }
      const height = y - TITLE;
      parts.unshift(`<path d="M${from - 0.5} ${TITLE}v${height}" stroke="${faint}" fill="none"/>`);
      return parts.join('\n');
    },
  };
}

export interface Line {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Axis {
  readonly ticks: readonly number[];
  readonly label: string;
  /** On a logarithmic one each step is so many times the one before. */
  readonly logarithmic: boolean;
}

/** Lines, each with its name at its end. */
export function lineChart(
  title: string,
  description: string,
  lines: readonly Line[],
  x: Axis,
  y: Axis,
): Chart {
  const [left, right, top, bottom] = [72, 244, TITLE + 22, 258];
  const across = scale(x, left, right);
  const up = scale(y, bottom, top);
  return {
    title,
    description,
    height: bottom + 52,
    draw({ series, faint, paper }) {
      const parts = [words(MARGIN, TITLE + 8, y.label, 'font-size="12"')];
      for (const tick of y.ticks)
        parts.push(
          `<path d="M${left} ${up(tick)}H${right}" stroke="${faint}" fill="none"/>`,
          words(left - 6, up(tick) + 4, number(tick), 'text-anchor="end" font-size="12"'),
        );
      for (const tick of x.ticks)
        parts.push(
          words(across(tick), bottom + 18, number(tick), 'text-anchor="middle" font-size="12"'),
        );
      parts.push(
        words((left + right) / 2, bottom + 38, x.label, 'text-anchor="middle" font-size="12"'),
      );
      const names = apart(
        lines.map(({ points }) => up(points.at(-1)?.[1] ?? 0)),
        16,
        top,
        bottom,
      );
      for (const [at, { label, points }] of lines.entries()) {
        const colour = series[at % series.length];
        const drawn = points.map(([px, py]) => `${across(px)} ${up(py)}`);
        const [endX, endY] = [across(points.at(-1)?.[0] ?? 0), up(points.at(-1)?.[1] ?? 0)];
        parts.push(
          `<path d="M${drawn.join('L')}" stroke="${colour}" stroke-width="2" fill="none"/>`,
          ...points.map(([px, py]) => mark(at, across(px), up(py), colour, paper)),
          // From the line's end to its name.
          `<path d="M${endX + 6} ${endY}L${right + 16} ${names[at]}" stroke="${colour}" fill="none"/>`,
          words(right + 20, (names[at] ?? 0) + 4, label, `fill="${colour}" font-size="12"`),
        );
      }
      return parts.join('\n');
    },
  };
}

/** A shape for each line, so that no colour has to be seen. */
function mark(at: number, x: number, y: number, colour = '', paper = ''): string {
  const shape = [
    `<circle cx="${x}" cy="${y}" r="4"`,
    `<rect x="${x - 4}" y="${y - 4}" width="8" height="8"`,
    `<path d="M${x} ${y - 5}l5 9h-10z"`,
    `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z"`,
    `<path d="M${x} ${y + 5}l5 -9h-10z"`,
  ][at % 5];
  return `${shape} fill="${colour}" stroke="${paper}"/>`;
}

/** Moves heights apart that are closer than a line of words, and keeps their order. */
function apart(
  heights: readonly number[],
  gap: number,
  least: number,
  most: number,
): readonly number[] {
  const order = heights.map((_, at) => at).sort((a, b) => heights[a]! - heights[b]!);
  const moved = [...heights];
  let free = least;
  for (const at of order) {
    moved[at] = Math.max(moved[at]!, free);
    free = moved[at] + gap;
  }
  free = most;
  for (const at of order.reverse()) {
    moved[at] = Math.min(moved[at]!, free);
    free = moved[at] - gap;
  }
  return moved.map(round);
}

function scale({ ticks, logarithmic }: Axis, from: number, to: number): (value: number) => number {
  const [first = 0, last = 1] = [ticks[0], ticks.at(-1)];
  const place = logarithmic ? Math.log : (value: number): number => value;
  return (value) =>
    round(from + ((place(value) - place(first)) / (place(last) - place(first))) * (to - from));
}

function words(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escape(text)}</text>`;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
