import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestCounts } from './test-counts.js';

/** Runs test files of Node's own runner, so many at once, and prints what they say. A file that does not load counts as one failed test. */
export async function runNodeTests(files: readonly string[], atOnce: number): Promise<TestCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-tests-'));
  try {
    const tap = join(folder, 'results.tap');
    const exitCode = await run([
      '--import',
      'tsx',
      '--test',
      `--test-concurrency=${atOnce}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=tap',
      `--test-reporter-destination=${tap}`,
      ...files,
    ]);
    const counts = countsIn(await readFile(tap, 'utf8'));
    return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function run(nodeArguments: readonly string[]): Promise<number | null> {
  return new Promise((resolve, reject) => {
    spawn(process.execPath, nodeArguments, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      stdio: ['ignore', 'inherit', 'inherit'],
    })
      .once('error', reject)
      .once('exit', resolve);
  });
}

/** Reads the totals with which a TAP report of Node's runner ends. */
function countsIn(tap: string): TestCounts {
  const total = (name: string): number =>
    Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? 0);
  return { passed: total('pass'), failed: total('fail') + total('cancelled') };
}
