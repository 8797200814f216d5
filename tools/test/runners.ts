/** Starts the runners: `node --test`, and `wtr` for the tests that need a page. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PROJECT } from '../project.js';
import type { PageGroup } from './selection.js';

const { resolve } = createRequire(import.meta.url);

/** Numbers of passed and failed tests, in one runner or in all. */
export interface TestCounts {
  readonly passed: number;
  /**
   * A file counts as one more failure if something failed outside a test: the file did not load, a
   * hook of a suite failed, or an error was thrown between two tests.
   */
  readonly failed: number;
}

/** Milliseconds for a file in Node. One that left something running would never end otherwise. */
const FILE_LIMIT = 600_000;

/** Returns the last line of a test run. `.ci/run` reads it. */
export function closingLine({ passed, failed }: TestCounts): string {
  return `${passed} passed, ${failed} failed`;
}

/**
 * Runs test files in Node.
 *
 * @param atOnce - Files that run at the same time.
 * @param until - The report is held back until then.
 */
export function runNodeTests(
  files: readonly string[],
  atOnce: number,
  until?: Promise<unknown>,
): Promise<TestCounts> {
  const reporters = ['spec', join(PROJECT, 'tools', 'test', 'node-counts.mjs')];
  return run(
    [
      ...['--import', 'tsx', '--test', `--test-concurrency=${atOnce}`],
      `--test-timeout=${FILE_LIMIT}`,
      ...reporters.flatMap((reporter) => [
        `--test-reporter=${reporter}`,
        '--test-reporter-destination=stdout',
      ]),
      ...files,
    ],
    {},
    until,
  );
}

/** Runs test files in pages, as `web-test-runner.config.mjs` says. */
export function runPageTests(groups: readonly PageGroup[]): Promise<TestCounts> {
  const wtr = join(dirname(resolve('@web/test-runner')), 'bin.js');
  return run([wtr], { PAGE_GROUPS: JSON.stringify(groups) });
}

/** Runs Node with a script that sends its {@link TestCounts} before it ends. */
async function run(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  until: Promise<unknown> = Promise.resolve(),
): Promise<TestCounts> {
  const child = spawn(process.execPath, args, {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill();
  process.once('exit', stop);
  // If it ends without them, it is broken, whatever its exit code.
  let counts: TestCounts | undefined;
  child.once('message', (message) => (counts = message as TestCounts));
  let held: string[] | undefined = [];
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    if (held) held.push(text);
    else process.stdout.write(text);
  });
  const code = new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  await until.catch(() => undefined);
  process.stdout.write(held.join(''));
  held = undefined;
  const isBroken = (await code) !== 0 || counts === undefined;
  process.off('exit', stop);
  const { passed = 0, failed = 0 } = counts ?? {};
  return { passed, failed: isBroken ? Math.max(failed, 1) : failed };
}
