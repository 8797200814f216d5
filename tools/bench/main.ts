/** `npm run bench`: measures the element beside other fields, in Chromium on this machine. */
import { loadavg } from 'node:os';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import { NoBrowserError } from '../browsers/find-browser.js';
import { NpmError } from '../npm.js';
import { installContestants } from './install.js';

const HELP = `Usage: npm run bench [-- --quick]

Measures the element, in both modes, beside other fields for PINs and codes, and the packages that
load vendors' scripts: bytes, time until ready, time for a key, 200 on a page, what 1,000 mounts
leave behind, and traffic. Writes docs/benchmark.md.

It takes about five minutes. Leave the machine idle meanwhile. Nothing is sent to other machines.
The first run installs the other packages into tools/bench.

  --quick   fewer rounds, about a minute and a half; prints the page instead of writing it

Exit codes: 0 success; 1 our element leaks nodes, listeners or memory, or the benchmark could not
run; 2 usage error.
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

/** Load average before the benchmark began; 0 on Windows, which has none. */
const [load = 0] = loadavg();

/** Prints progress to stderr, so that stdout has only the page. */
function say(step: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${step}\n`);
}

async function main({ quick = false }: Partial<Options>): Promise<void> {
  await installContestants(say);
  // Loaded here because it takes seconds, which a usage error or --help shouldn't.
  const { startTestbed } = await import('./testbed.js');
  const { FULL, measureAll, QUICK } = await import('./measurements.js');
  const { leaksIn } = await import('./cycles.js');
  const { environmentOf, report, writePage } = await import('./report.js');
  const testbed = await startTestbed(say);
  try {
    const measurements = await measureAll(testbed, quick ? QUICK : FULL, say);
    const page = await report(measurements, environmentOf(testbed.browser.version(), load));
    if (quick) process.stdout.write(page);
    else console.log(await writePage(page));
    for (const leak of leaksIn(measurements.cycles)) fail(leak);
  } finally {
    await testbed.close();
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
