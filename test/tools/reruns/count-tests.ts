/** Runs the given test files in Node or in Chromium, and prints the counts after all reruns. */
import { writeSync } from 'node:fs';
import { findBrowser } from '../../../tools/browsers/find-browser.js';
import { countAfterReruns } from '../../../tools/test/flaky-tests.js';
import { closingLine, type TestResults } from '../../../tools/test/test-results.js';

const [runner, ...files] = process.argv.slice(2);

async function runInPages(): Promise<readonly TestResults[]> {
  const { runBrowserTests } = await import('../../../tools/test/browser-tests.js');
  const executablePath = await findBrowser();
  return [
    await runBrowserTests({
      engine: 'chromium',
      mode: 'inline',
      executablePath,
      files,
      coverage: false,
    }),
  ];
}

async function runInNode(): Promise<readonly TestResults[]> {
  const { runNodeTests } = await import('../../../tools/test/node-tests.js');
  return [await runNodeTests(files, 2)];
}

const results = await (runner === 'page' ? runInPages() : runInNode());
// Imitates several runners for pages: they replace `console.log`, and can leave one that prints
// nothing.
console.log = () => {};
const counts = await countAfterReruns(results);
writeSync(process.stdout.fd, `${closingLine(counts)}\n`);
process.exit();
