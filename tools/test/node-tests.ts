import { resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { escapeRegExp } from './escape-reg-exp.js';
import { resultsOf, type EndedTest, type TestReport, type TestResults } from './test-results.js';
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
): Promise<TestResults> {
  return resultsOf(await runFiles(files, atOnce, output), (file, titles) =>
    runFiles([file], 1, process.stdout, titles?.at(-1)),
  );
}

/** @param title - Only tests with this title are run. All by default. */
async function runFiles(
  files: readonly string[],
  atOnce: number,
  output: Output,
  title?: string,
): Promise<TestReport> {
  const stream = run({
    files: [...files],
    concurrency: atOnce,
    timeout: FILE_LIMIT,
    // Node 20 matches a pattern against a test's own title, later versions against the titles of
    // its suites too.
    ...(title !== undefined && {
      testNamePatterns: new RegExp(`(^| )${escapeRegExp(title)}$`),
    }),
  });
  const tests: EndedTest[] = [];
  const brokenFiles = new Set<string>();
  const path: string[] = [];
  const onEnd = (data: EventData, passed: boolean): void => {
    const { file = '', nesting, details, skip } = data;
    if (details?.type === 'suite' || isOfFile(data)) {
      if (!passed && failureTypeOf(details?.error) !== 'subtestsFailed') brokenFiles.add(file);
    } else if (skip === undefined) {
      tests.push({ file, titles: path.slice(0, nesting + 1), passed });
    }
  };
  stream.on('test:start', ({ name, nesting }) => path.splice(nesting, Infinity, name));
  stream.on('test:pass', (data) => onEnd(data, true));
  stream.on('test:fail', (data) => onEnd(data, false));
  for await (const text of stream.compose(new spec())) output.write(String(text));
  return { tests, brokenFiles };
}

function isOfFile({ name, nesting, file }: EventData): boolean {
  return nesting === 0 && resolve(PROJECT, name) === file;
}

/** Node's types leave this out of the error. */
function failureTypeOf(error: { readonly failureType?: unknown } = {}): unknown {
  return error.failureType;
}
