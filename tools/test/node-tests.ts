import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import type { TestCounts } from './test-results.js';
import { PROJECT } from '../project.js';

/** Milliseconds for a file. One that left something running would never end otherwise. */
const FILE_LIMIT = 600_000;

/** Where a report is written. */
interface Output {
  write(text: string): unknown;
}

/** What an event tells of a test, a suite or a file that has ended. */
interface EventData {
  readonly name: string;
  readonly nesting: number;
  readonly file?: string | undefined;
  readonly skip?: string | boolean | undefined;
  readonly details?: { readonly type?: string | undefined; readonly error?: object };
}

/**
 * Runs test files in Node's own runner and prints its report.
 *
 * @param atOnce - Files that run at the same time.
 * @param output - Receives the report. The default is the standard output.
 */
export async function runNodeTests(
  files: readonly string[],
  atOnce: number,
  output: Output = process.stdout,
): Promise<TestCounts> {
  const stream = run({
    files: [...files],
    concurrency: atOnce,
    timeout: FILE_LIMIT,
  });
  let passed = 0;
  let failed = 0;
  const brokenFiles = new Set<string>();
  const isTest = (data: EventData): boolean =>
    data.details?.type !== 'suite' && data.skip === undefined && !isOfFile(data);
  stream.on('test:pass', (data) => {
    if (isTest(data)) passed++;
  });
  stream.on('test:fail', (data) => {
    if (isTest(data)) failed++;
    else if (failureTypeOf(data.details.error as object) !== 'subtestsFailed')
      brokenFiles.add(data.file ?? '');
  });
  for await (const text of stream.compose(new spec())) output.write(String(text));
  return { passed, failed: failed + brokenFiles.size };
}

function isOfFile({ name, nesting, file }: EventData): boolean {
  return nesting === 0 && resolve(PROJECT, name) === file;
}

/** Node's types leave this out of the error. */
function failureTypeOf(error: { readonly failureType?: unknown } = {}): unknown {
  return error.failureType;
}
