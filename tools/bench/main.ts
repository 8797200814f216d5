/** `npm run bench`: compares the element with other fields, in Chromium on this machine. */
import { loadavg } from 'node:os';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import { NoBrowserError } from '../browsers/find-browser.js';
import { NpmError } from '../npm.js';
import { BUDGETED, spent } from './budgets.js';
import { FIELDS, PLAIN, VENDORS } from './contestants.js';
import { leaksIn } from './cycles.js';
import { installContestants } from './install.js';
import type { Samples } from './measurements.js';
import type { Testbed } from './testbed.js';

const HELP = `Usage: npm run bench [-- --quick | --check]

Compares the element, in both modes, with other fields for PINs and codes. It measures bytes, the
time until ready, the time for a key, 200 elements on a page, and the memory after 1,000 mounts.
Writes docs/evidence/benchmark.md.

It takes about five minutes. Keep the machine idle meanwhile. The first run installs the other
packages into tools/bench. The measured pages can't reach other machines.

  --quick   runs fewer rounds, which takes about a minute and a half, and prints the page instead
            of writing it
  --check   measures only the processor time until ready and for a key, which takes about half a
            minute, and compares it with that of other fields in the same run

Exit codes: 0 success; 1 the element leaks nodes, listeners or memory, it is over a budget of
--check, or the benchmark could not run; 2 usage error.
`;

interface Options {
  readonly quick: boolean;
  readonly check: boolean;
}

function readArguments(args: string[]): Partial<Options> | 'help' {
  const flag = (name: string) => (text: string | undefined) => {
    if (text === undefined) return true;
    throw new UsageError(`--${name} takes no value: remove it.`);
  };
  const options = readOptions<Options>(args, { quick: flag('quick'), check: flag('check') });
  if (options !== 'help' && options.quick && options.check)
    throw new UsageError('--quick and --check exclude each other: remove one.');
  return options;
}

const began = performance.now();

/** Load average before the benchmark. It is 0 on Windows, which doesn't have one. */
const [load = 0] = loadavg();

/** Prints progress to stderr, because `--quick` prints the page to stdout. */
function say(step: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${step}\n`);
}

async function main({ quick = false, check = false }: Partial<Options>): Promise<void> {
  await installContestants(say);
  // Imported here, because they take seconds to load and `--help` doesn't need them.
  const { startTestbed } = await import('./testbed.js');
  const testbed = await startTestbed(check ? BUDGETED : [...FIELDS, PLAIN, ...VENDORS], say);
  try {
    await (check ? checkBudgets(testbed) : writeReport(testbed, quick));
  } finally {
    await testbed.close();
  }
}

async function writeReport(testbed: Testbed, quick: boolean): Promise<void> {
  const { FULL, measureAll, QUICK } = await import('./measurements.js');
  const { environmentOf, report, writePage } = await import('./report.js');
  const measurements = await measureAll(testbed, quick ? QUICK : FULL, say);
  const page = await report(measurements, environmentOf(testbed.browser.version(), load));
  if (quick) process.stdout.write(page);
  else console.log(await writePage(page));
  for (const leak of leaksIn(measurements.cycles)) fail(leak);
}

/** Number of rounds and of PINs in each, for the budgets. */
const ROUNDS = 9;
const PINS = 3;

async function checkBudgets(testbed: Testbed): Promise<void> {
  const { measureAllKeys, measureThreadTimes } = await import('./measurements.js');
  const ready = await measureThreadTimes(testbed, BUDGETED, ROUNDS, say);
  const keys = await measureAllKeys(testbed, BUDGETED, ROUNDS, PINS, say);
  const busy: Samples<number> = new Map(
    [...keys].map(([each, rounds]) => [each, rounds.flatMap(({ busy }) => busy)]),
  );
  for (const { of, than, ratio, limit } of spent({ ready, key: busy })) {
    const sentence = `${of}: ${ratio.toFixed(2)}× ${than.label}, limit ${limit.toFixed(2)}×`;
    console.log(sentence);
    if (ratio > limit) fail(`Over the budget: ${sentence}.`);
  }
}

function fail(reason: string): void {
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

await callCommand(HELP, readArguments, async (options) => {
  try {
    await main(options);
  } catch (error) {
    if (!(error instanceof NoBrowserError || error instanceof NpmError)) throw error;
    fail(error.message);
  }
});
