/**
 * `npm run apps`: installs the packed package into the apps of `demo/apps`, checks and builds them,
 * and drives or serves them.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSite } from '../../demo/apps/site/site.js';
import { callCommand, readOptions, serve, style, UsageError } from '../../src/node/command.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { findBrowser } from '../browsers/find-browser.js';
import { closingLine, runNodeTests } from '../test/runners.js';
import { APPS, type App } from './app.js';
import { buildAndPack } from './package.js';
import { prepare, type PreparedApp } from './prepare.js';

const NAMES = APPS.map(({ name }) => name).join(', ');

const HELP = `Usage: npm run apps [-- NAME …]
       npm run apps -- --serve NAME

Tests the apps in demo/apps as their users would write them: installs the packed package into each,
checks its types, builds it, and drives it in Chromium. NAME is one of ${NAMES}.
Without a name, it tests all of them.

  --serve NAME  builds one app and serves it, with the sandbox and the portal's server half
  --help        shows this help

The last line of a test run is "N passed, N failed".

Exit codes: 0 success; 1 something failed; 2 usage error.
`;

const TEST = fileURLToPath(new URL('../../test/demo/apps/every-card-page.ts', import.meta.url));

// Next.js must not report its use.
process.env.NEXT_TELEMETRY_DISABLED = '1';

/** @throws {UsageError} if an option or a name is unknown */
function readArguments(args: string[]) {
  const named: App[] = [];
  const options = readOptions<{ serve: App }>(
    args,
    { serve: readApp },
    { onPositional: (name) => named.push(readApp(name)) },
  );
  if (options === 'help') return 'help';
  if (options.serve && named.length > 0)
    throw new UsageError('--serve takes one app: drop the other names.');
  return { served: options.serve, apps: named.length > 0 ? named : APPS };
}

function readApp(name = ''): App {
  const app = APPS.find((each) => each.name === name);
  if (app === undefined) throw new UsageError(`Unknown app: "${name}". Use one of ${NAMES}.`);
  return app;
}

await callCommand(HELP, readArguments, async ({ served, apps }) => {
  // The real path, because a bundler takes a link to a folder for another folder.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-apps-')));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  // Without a handler a signal would end the process and leave the folder behind.
  const onSignal = () => void removeFolder().then(() => process.exit(1));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  if (served === undefined) return test(apps, folder).finally(removeFolder);
  const [prepared] = await prepareAll([{ ...served, modes: ['production'] }], folder);
  if (prepared === undefined) {
    process.exitCode = 1;
    return removeFolder();
  }
  process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  await serve(async () => {
    const sandbox = await startSandbox({ port: 0 });
    const site = await startSite(prepared.builds[0]!.dist, sandbox);
    const close = async () => {
      await Promise.all([site.close(), sandbox.close(), removeFolder()]);
    };
    return { name: prepared.name, url: site.url, close };
  }, describe);
});

/** Prepares apps, and drives those that could be prepared. */
async function test(apps: readonly App[], folder: string): Promise<void> {
  const prepared = await prepareAll(apps, folder);
  process.env.TEST_CHROMIUM = await findBrowser();
  process.env.PREPARED_APPS = JSON.stringify(prepared);
  const { passed, failed } = prepared.length
    ? await runNodeTests([TEST], 1)
    : { passed: 0, failed: 0 };
  const counts = { passed, failed: failed + apps.length - prepared.length };
  console.log(`\n${closingLine(counts)}`);
  if (counts.failed > 0) process.exitCode = 1;
}

/** Packs the package and prepares apps. Reports those that fail, and returns the others. */
async function prepareAll(apps: readonly App[], folder: string): Promise<readonly PreparedApp[]> {
  const packages = join(folder, 'package');
  await mkdir(packages);
  const packed = await buildAndPack(packages, console.log);
  const results = await Promise.allSettled(
    apps.map((app) => prepare(app, packed, join(folder, app.name), console.log)),
  );
  return results.flatMap((result, at) => {
    if (result.status === 'fulfilled') return [result.value];
    console.error(`${style('red', `${apps[at]!.name} failed.`)} ${String(result.reason)}`);
    return [];
  });
}

function describe({ name, url }: { readonly name: string; readonly url: string }): string {
  return `
  ${style('bold', name)}   ${style('cyan', url)}

  Choose a card. The sandbox takes the place of the card service.
  Only this machine can reach it. Enter no real data.
  ${style('dim', 'Press Ctrl+C to stop.')}

`;
}
