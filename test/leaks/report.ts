/**
 * `npm run attacks`: writes docs/evidence/leaks.md, tries every attack of the table in Chromium and
 * prints what each one got from the element, inline and isolated.
 */
import { writeFile } from 'node:fs/promises';
import { callCommand, readOptions } from '../../src/node/command.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { MOMENTS, ONE_DIGIT } from './attack.js';
import { randomPin } from './cardholder.js';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { PLACEMENTS } from './placements.js';
import { MODES, Portal } from './portal-page.js';
import { PLACED, TABLE } from './table.js';
import { rob, THEFTS } from './thefts.js';
import { TIMEOUT, Trials } from './trial.js';

const HELP = `Usage: npm run attacks [-- PART]

Writes docs/evidence/leaks.md from the table of attacks. Then it tries them in Chromium, each before
the element's script and after it, and prints what each one got inline and isolated. It builds the
element from src, and takes about two minutes. With PART it tries only attacks with these words in
their titles: npm run attacks -- keyup

Exit code: 0 if every attack was tried, 1 if one was not, 2 for a usage error.
`;

/** Trials at the same time. Each keeps a browser busy. */
const AT_ONCE = 4;

/** One line of the report: its first column, and the trials of the other columns. */
interface Line {
  readonly title: string;
  readonly trials: readonly (() => Promise<string>)[];
}

async function main({ part }: ReportOptions): Promise<void> {
  await writeFile(LEAKS_PAGE, leaksPage());
  process.env.TEST_CHROMIUM = await findBrowser();
  const portal = await Portal.start();
  try {
    const trials = new Trials(portal);
    const lines = [
      ...linesOfTable(trials),
      ...linesOfPlaces(trials),
      ...linesOfThefts(portal),
    ].filter(({ title }) => title.includes(part));
    const width = Math.max(...lines.map(({ title }) => title.length), 0);
    const print = (...cells: readonly string[]) =>
      console.log(
        cells
          .map((cell, at) => cell.padEnd(at === 0 ? width : 30))
          .join('  ')
          .trimEnd(),
      );
    print('attack', ...MODES);
    // Each line is printed as soon as it and all lines before it are complete.
    const results = startAll(lines.map(({ trials: cells }) => cells));
    for (const [index, { title }] of lines.entries())
      print(title, ...(await Promise.all(results[index]!)));
  } finally {
    await portal.close();
  }
}

function linesOfTable(trials: Trials): Line[] {
  return TABLE.flatMap(({ attack }) =>
    MOMENTS.map((moment) => ({
      title: `${attack.title}, ${moment}`,
      trials: MODES.map((mode) => async () => {
        const way = await trials.tryOnce(attack, mode, moment);
        if (way === undefined) return 'nothing';
        if (way === ONE_DIGIT) return `${ONE_DIGIT}, noticed`;
        return `${attack.movesFocus ? 'a digit' : 'the PIN'} (${way})`;
      }),
    })),
  );
}

/** In isolated mode the fields are in a document of their own, wherever the element is. */
function linesOfPlaces(trials: Trials): Line[] {
  return PLACED.map((attack) => ({
    title: `${attack.title}, after, in ${PLACEMENTS.length} places`,
    trials: [
      async () => {
        const places = (await trials.tryPlaces([attack], 'inline')).get(attack)!;
        return places.length === 0 ? 'nothing' : `the PIN in ${places.join(', ')}`;
      },
    ],
  }));
}

/** From a cardholder who presses the button of the frame page once. Inline there is none. */
function linesOfThefts(portal: Portal): Line[] {
  return THEFTS.map((theft) => ({
    title: `stolen focus: ${theft.way}, ${theft.moment}, hidden by ${theft.hiding}`,
    trials: [
      () => Promise.resolve('not tried'),
      async () => {
        const profile = await portal.newProfile();
        await profile.clock.install();
        const pin = randomPin();
        const page = await portal.open(profile, { mode: 'isolated', pinLength: pin.length });
        const { left, told, isSet } = await rob(page, theft, pin, true);
        await profile.close();
        const digits = `${left.length} of ${pin.length} digits`;
        return `${digits}, ${told > 0 ? 'noticed' : 'unnoticed'}, ${isSet ? 'set' : 'not set'}`;
      },
    ],
  }));
}

/** Starts all trials, a few at the same time, and returns their results. Never rejects. */
function startAll(lines: readonly Line['trials'][]): Promise<string>[][] {
  const waiting: (() => Promise<void>)[] = [];
  const results = lines.map((trials) =>
    trials.map(
      (trial) =>
        new Promise<string>((done) => {
          waiting.push(async () => done(await settled(trial)));
        }),
    ),
  );
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  for (let count = 0; count < AT_ONCE; count += 1) void work();
  return results;
}

async function settled(trial: () => Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((done) => {
    timer = setTimeout(() => {
      process.exitCode = 1;
      done('no result: no PIN was set');
    }, TIMEOUT);
  });
  try {
    return await Promise.race([trial(), timeout]);
  } catch (error) {
    process.exitCode = 1;
    return `no result: ${String(error).split('\n')[0]}`;
  } finally {
    clearTimeout(timer);
  }
}

/** Words in the titles of the wanted attacks. */
interface ReportOptions {
  readonly part: string;
}

function readArguments(args: string[]): ReportOptions | 'help' {
  const parts: string[] = [];
  const options = readOptions(args, {}, { onPositional: (text) => parts.push(text) });
  return options === 'help' ? 'help' : { part: parts.join(' ') };
}

await callCommand(HELP, readArguments, main);
