/** `npm run site`: builds the site of the project, and tests it. */
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callCommand, UsageError } from '../../src/node/command.js';
import { readOptions } from '../../src/node/options.js';
import { findBrowser } from '../browsers/find-browser.js';
import { runNodeTests } from '../test/node-tests.js';
import { closingLine } from '../test/test-results.js';
import { buildSite, SITE } from './build-site.js';

const HELP = `Usage: npm run site [-- --base PATH --check]

Builds the documentation, the playground and the stories, as a folder of static files for any web server:
${relative(process.cwd(), SITE)}. The first run installs the generator, VitePress, in demo/site.

  --base PATH   path that the site is published at (default: /), such as /set-card-pin/
  --check       also opens every page in Chromium, and fails for a broken link, an error in the
                console, or a violation of axe's rules
  --help        show this help
`;

const TESTS = ['every-page', 'demos'].map((name) =>
  fileURLToPath(new URL(`../../test/demo/site/${name}.ts`, import.meta.url)),
);

interface SiteOptions {
  readonly base: string;
  readonly check: boolean;
}

/** @throws {UsageError} if the path doesn't begin and end with a slash */
function readArguments(args: string[]): SiteOptions | 'help' {
  const options = readOptions(args, { base: readBase, check: () => true }, { flags: ['check'] });
  if (options === 'help') return 'help';
  return { base: options.base ?? '/', check: options.check ?? false };
}

function readBase(text = ''): string {
  if (/^\/([\w.-]+\/)*$/.test(text)) return text;
  throw new UsageError('--base must begin and end with a slash, such as /set-card-pin/.');
}

await callCommand(HELP, readArguments, async ({ base, check }) => {
  const began = performance.now();
  const say = (text: string): void =>
    console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`);
  await buildSite(base, say);
  say(`built: ${relative(process.cwd(), SITE)}`);
  if (!check) return;
  process.env.TEST_CHROMIUM = await findBrowser();
  process.env['SITE_BASE'] = base;
  const counts = await runNodeTests(TESTS, 1);
  say('tested');
  console.log(`\n${closingLine(counts)}`);
  if (counts.failed > 0) process.exitCode = 1;
});
