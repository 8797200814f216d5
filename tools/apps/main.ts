/**
 * `npm run apps`: installs the packed package into the apps of `demo/apps`, checks and builds them,
 * and drives or serves them.
 */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callCommand, serve, style } from '../../src/node/command.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { startSite } from '../../demo/apps/site/site.js';
import { findBrowser } from '../browsers/find-browser.js';
import { closingLine, runNodeTests } from '../test/runners.js';
import type { App } from './app.js';
import { HELP, readArguments } from './arguments.js';
import { NpmError } from '../npm.js';
import { buildAndPack } from './package.js';
import { prepare, type PreparedApp } from './prepare.js';

const TEST = fileURLToPath(new URL('../../test/demo/apps/every-card-page.ts', import.meta.url));

// Next.js must not report its use.
process.env.NEXT_TELEMETRY_DISABLED = '1';

const say = (line: string): void => console.log(line);

await callCommand(HELP, readArguments, async (options) => {
  // The real path, because a bundler takes a link to a folder for another folder.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-apps-')));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  // Without a handler a signal would end the process and leave the folder behind.
  const onSignal = () => void removeFolder().then(() => process.exit(1));
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  if (options.kind === 'test') {
    await test(options.apps, folder).finally(removeFolder);
    return;
  }
  const [prepared] = await prepareAll([{ ...options.app, modes: ['production'] }], folder);
  if (prepared === undefined) return removeFolder();
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
  const unprepared = apps.length - prepared.length;
  let counts = { passed: 0, failed: unprepared };
  if (prepared.length > 0) {
    process.env.TEST_CHROMIUM = await findBrowser();
    process.env.PREPARED_APPS = JSON.stringify(prepared);
    const { passed, failed } = await runNodeTests([TEST], 1);
    counts = { passed, failed: failed + unprepared };
  }
  say(`\n${closingLine(counts)}`);
  if (counts.failed > 0) process.exitCode = 1;
}

/** Packs the package and prepares apps. Reports those that fail, and returns the others. */
async function prepareAll(apps: readonly App[], folder: string): Promise<readonly PreparedApp[]> {
  const packages = join(folder, 'package');
  await mkdir(packages);
  const prepared: PreparedApp[] = [];
  try {
    say('packing the package …');
    const packed = await buildAndPack(packages, say);
    const work = async (app: App): Promise<void> => {
      try {
        prepared.push(await prepare(app, packed, join(folder, app.name), say));
      } catch (error) {
        reportFailure(error, app.name);
      }
    };
    await Promise.all(apps.map(work));
  } catch (error) {
    reportFailure(error, 'set-card-pin');
  }
  return apps.flatMap(({ name }) => prepared.filter((each) => each.name === name));
}

function reportFailure(error: unknown, name: string): void {
  const text = error instanceof NpmError ? error.message : String(error);
  console.error(`${style('red', `${name} failed.`)} ${text}`);
  process.exitCode = 1;
}

function describe({ name, url }: { readonly name: string; readonly url: string }): string {
  return [
    '',
    `  ${style('bold', name)}   ${style('cyan', url)}`,
    '',
    '  Choose a card. The sandbox takes the place of the card service.',
    '  Only this machine can reach it. Enter no real data.',
    `  ${style('dim', 'Press Ctrl+C to stop.')}`,
    '',
    '',
  ].join('\n');
}
