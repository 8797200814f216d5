/** `npm run bench`: compares the element with other fields, in Chromium on this machine. */
import { loadavg } from 'node:os';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import { NoBrowserError } from '../browsers/find-browser.js';
import { NpmError } from '../npm.js';
import { installContestants } from './install.js';

const HELP = `Usage: npm run bench [-- --quick]

Compares the element, in both modes, with other fields for PINs and codes. It measures bytes, the
time until ready, the time for a key, 200 elements on a page, the memory after 1,000 mounts, and
traffic. For packages that only load a vendor's script, it measures bytes and the time until the
script tag is in the page. Writes docs/evidence/benchmark.md.

It takes about five minutes. Keep the machine idle meanwhile. The first run installs the other
packages into tools/bench. The measured pages can't reach other machines.

  --quick   runs fewer rounds, which takes about a minute and a half, and prints the page instead
            of writing it

Exit codes: 0 success; 1 the element leaks nodes, listeners or memory, or the benchmark could not
run; 2 usage error.
`;

interface Options {
  readonly quick: boolean;
}

function readArguments(args: string[]): Partial<Options> | 'help' {
  return readOptions<Options>(args, {
    quick(text) {
      if (text === undefined) return true;
      throw new UsageError('--quick takes no value: remove it.');
    },
  });
}

const began = performance.now();

/** Load average before the benchmark. It is 0 on Windows, which doesn't have one. */
const [load = 0] = loadavg();

/** Prints progress to stderr, because `--quick` prints the page to stdout. */
function say(step: string): void {
  const seconds = Math.round((performance.now() - began) / 1000);
  process.stderr.write(`${String(seconds).padStart(4)} s  ${step}\n`);
}

async function main({ quick = false }: Partial<Options>): Promise<void> {
  await installContestants(say);
  // Imported here, because they take seconds to load and `--help` doesn't need them.
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
