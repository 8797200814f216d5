/** Runs the test files that it is given, in Node or in Chromium, and prints the counts after all reruns. */
import { findBrowser } from '../../../tools/browsers/find-browser.js';
import { countAfterReruns } from '../../../tools/test/flaky-tests.js';
import { closingLine, type TestResults } from '../../../tools/test/test-results.js';

const [runner, ...files] = process.argv.slice(2);

async function runInPages(): Promise<TestResults> {
  const { runBrowserTests } = await import('../../../tools/test/browser-tests.js');
  const executablePath = await findBrowser();
  return runBrowserTests({
    engine: 'chromium',
    mode: 'inline',
    executablePath,
    files,
    coverage: false,
  });
}

async function runInNode(): Promise<TestResults> {
  const { runNodeTests } = await import('../../../tools/test/node-tests.js');
  return runNodeTests(files, 2);
}

const results = await (runner === 'page' ? runInPages() : runInNode());
console.log(closingLine(await countAfterReruns([results])));
process.exit();
