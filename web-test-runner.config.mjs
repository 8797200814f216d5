/**
 * Runs the tests that need a page. `npm test` starts this runner with the files of each browser and
 * mode in `PAGE_GROUPS`.
 */
import { defaultReporter } from '@web/test-runner';
import { isForThisMachine } from './src/node/loopback-server.ts';
import { LOCALE_TAGS } from './tools/build/locales.ts';
import { PAGE_TIMEOUT } from './tools/browsers/engines/engine.ts';
import { chromium } from './tools/browsers/engines/chromium.ts';
import { firefox } from './tools/browsers/engines/firefox.ts';
import { webkit } from './tools/browsers/engines/webkit.ts';
import { keepCoverageOfSources } from './tools/browsers/engines/coverage.ts';
import { freePort } from './tools/browsers/free-port.ts';
import { bundledTestsPlugin, BUNDLED_SOURCES } from './tools/test/bundled-tests-plugin.ts';
import { pageReport } from './tools/test/page-report.ts';
import { serversPlugin } from './tools/test/servers-plugin.ts';

/** @type {readonly import('./tools/test/selection.js').PageGroup[]} */
const groups = JSON.parse(process.env.PAGE_GROUPS);

/** Running browsers, by their names. A browser starts when it receives the first file. */
const engines = new Map();
for (const { browser, engine, executablePath } of groups) {
  if (engines.has(browser)) continue;
  const running = await { chromium, firefox, webkit }[engine](executablePath);
  running.launcher.name = browser;
  engines.set(browser, running);
}

const files = [...new Set(groups.flatMap((group) => group.files))];
const coverage = process.env.COVERAGE === 'true';
if (coverage) keepCoverageOfSources(engines.get('chromium').launcher);

/** @type {import('@web/test-runner').TestRunnerConfig} */
export default {
  rootDir: import.meta.dirname,
  hostname: '127.0.0.1',
  // By default, the runner uses the first free port from 8000 on. Two concurrent runs would use the
  // same one.
  port: await freePort(),
  concurrentBrowsers: 2,
  groups: groups.map(({ browser, engine, mode, files }) => ({
    name: `${browser}, ${mode}`,
    files: [...files],
    browsers: [engines.get(browser).launcher],
    testRunnerHtml: (framework) => `<!doctype html>
      <script>window.testRun = ${JSON.stringify({ engine, mode })}</script>
      <script type="module" src="${framework}"></script>`,
  })),
  // Refuses requests from websites that try to read from this machine.
  middleware: [(context, next) => (isForThisMachine(context.req) ? next() : context.throw(403))],
  plugins: [
    {
      name: 'loopback-only',
      // With this host name, the runner listens on every interface and serves the whole project.
      async serverStart({ server, config: { port, hostname } }) {
        await new Promise((done) => server.close(done));
        await new Promise((done) => server.listen({ port, host: hostname }, done));
      },
    },
    await bundledTestsPlugin(
      [...files, ...LOCALE_TAGS.map((tag) => `${import.meta.dirname}/src/locales/${tag}.ts`)],
      {
        'process.env.LOCALE_TAGS': JSON.stringify(LOCALE_TAGS.join(' ')),
        'process.env.FUZZ_SEED': process.env.FUZZ_SEED ?? 'undefined',
        'process.env.FUZZ_SHARE': process.env.FUZZ_SHARE ?? 'undefined',
      },
    ),
    ...[...engines.values()].flatMap(({ plugins }) => plugins),
    serversPlugin(groups.some(({ mode }) => mode === 'isolated')),
  ],
  // Limits are long, so that only tests that hang reach them, even on a busy machine.
  testFramework: { config: { timeout: 120_000 } },
  browserStartTimeout: PAGE_TIMEOUT,
  testsFinishTimeout: 1_800_000,
  // Lit reports that it is in dev mode, and the element explains the mistakes that tests make.
  filterBrowserLogs: ({ args }) =>
    !args.some(
      (arg) => typeof arg === 'string' && /^(Lit is in dev mode|set-card-pin: )/.test(arg),
    ),
  reporters: [defaultReporter({ reportTestResults: true, reportTestProgress: true }), pageReport],
  coverage,
  coverageConfig: {
    ...BUNDLED_SOURCES,
    threshold: { lines: 95, statements: 0, branches: 0, functions: 0 },
    reportDir: 'coverage',
    reporters: ['lcovonly', 'text-summary'],
  },
};
