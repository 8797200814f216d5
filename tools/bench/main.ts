/** `npm run bench`: the element and what people would take instead, side by side, in Chromium on this machine. */
import { loadavg } from 'node:os';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import { NoBrowserError } from '../browsers/find-browser.js';
import { InstallError, installContestants } from './install.js';

const HELP = `Usage: npm run bench [-- --quick]

Measures the element, in both modes, beside other fields for PINs and codes and the loaders of
vendors' scripts: bytes, time until ready, time for a key, 200 on a page, what stays after 1,000
were mounted and unmounted, and what goes over the wire. It writes docs/benchmark.md and its
charts, docs/images/benchmark-*.svg. It takes about five minutes: let the machine do nothing else.
Nothing is sent beyond this machine. The first run installs the others into tools/bench.

  --quick   fewer rounds, about a minute and a half; prints the page and writes nothing

It exits with 0 when all is measured, with 1 where our element leaves nodes, listeners or memory
behind or something is missing, and with 2 when it was called wrongly.
`;

interface Options {
  readonly quick: boolean;
}

function readArguments(args: string[]): Partial<Options> | 'help' {
  return readOptions<Options>(args, {
    quick(text) {
      if (text === undefined) return true;
      throw new UsageError('--quick takes no value.');
    },
  });
}

const began = performance.now();

/** What the machine had to do in the minute before; Windows doesn't tell. */
const [load = 0] = loadavg();

/** A line for each step, where no result is expected. */
function say(step: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${step}\n`);
}

async function main({ quick = false }: Partial<Options>): Promise<void> {
  try {
    await installContestants(say);
  } catch (error) {
    if (!(error instanceof InstallError)) throw error;
    fail(error.message);
    return;
  }
  // Only now: to be called wrongly costs nothing.
  const { Stage } = await import('./stage.js');
  const { FULL, leaks, measureAll, QUICK } = await import('./measurements.js');
  const { report, write } = await import('./report.js');
  let stage;
  try {
    stage = await Stage.open(say);
  } catch (error) {
    if (!(error instanceof NoBrowserError)) throw error;
    fail(error.message);
    return;
  }
  try {
    const measurements = await measureAll(stage, quick ? QUICK : FULL, say);
    const page = await report(measurements, stage.browser.version(), load);
    if (quick) process.stdout.write(page.text);
    else for (const file of await write(page)) console.log(file);
    for (const leak of leaks(measurements)) fail(leak);
  } finally {
    await stage.close();
  }
}

function fail(why: string): void {
  process.stderr.write(`${why}\n`);
  process.exitCode = 1;
}

await callCommand(HELP, readArguments, main);
