/** `npm run apps`: the apps in `demo`, installed from the packed package, checked, built, and driven or served. */
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callCommand, PortError, serve, style } from '../../src/node/command.js';
import { portFault } from '../../src/node/loopback-server.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { startSite } from '../../demo/apps/site/site.js';
import { findBrowser } from '../browsers/find-browser.js';
import { countAfterReruns } from '../test/flaky-tests.js';
import { runNodeTests } from '../test/node-tests.js';
import { closingLine } from '../test/test-results.js';
import type { App } from './app.js';
import { HELP, readArguments } from './arguments.js';
import { NpmError } from '../npm.js';
import { buildAndPack } from './package.js';
import { prepare, type PreparedApp } from './prepare.js';

const TEST = fileURLToPath(new URL('../../test/demo/apps/every-card-page.ts', import.meta.url));

/** As many as processors that nearly everybody has. */
const AT_ONCE = 2;

const say = (line: string): void => console.log(line);

await callCommand(HELP, readArguments, async (options) => {
  // Not by another name that the system has for it: a bundler takes that for another folder.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-apps-')));
  const tidyUp = () => rm(folder, { recursive: true, force: true });
  // What was begun is tidied up with the process, which a signal alone would end at once.
  const giveUp = () => void tidyUp().then(() => process.exit(1));
  process.on('SIGINT', giveUp).on('SIGTERM', giveUp);
  if (options.kind === 'test') {
    await test(options.apps, folder).finally(tidyUp);
    return;
  }
  const { app, port } = options;
  const [prepared] = await prepareAll([{ ...app, modes: ['production'] }], folder);
  if (prepared === undefined) return tidyUp();
  process.off('SIGINT', giveUp).off('SIGTERM', giveUp);
  await serve(async () => {
    const site = await startApp(prepared, port).catch(async (error: unknown) => {
      await tidyUp();
      throw error;
    });
    return { ...site, close: () => site.close().then(tidyUp) };
  }, describe);
});

/** Prepares apps, and drives those that could be. */
async function test(apps: readonly App[], folder: string): Promise<void> {
  const prepared = await prepareAll(apps, folder);
  const unprepared = apps.length - prepared.length;
  let counts = { passed: 0, failed: unprepared };
  if (prepared.length > 0) {
    process.env.CHROME_PATH = await findBrowser();
    process.env.PREPARED_APPS = JSON.stringify(prepared);
    const { passed, failed } = await countAfterReruns([await runNodeTests([TEST], 1)]);
    counts = { passed, failed: failed + unprepared };
  }
  say(`\n${closingLine(counts)}`);
  if (counts.failed > 0) process.exitCode = 1;
}

/** Packs the package and prepares apps, some at a time; gives those that could be prepared, and says what is wrong with the others. */
async function prepareAll(apps: readonly App[], folder: string): Promise<readonly PreparedApp[]> {
  const packages = join(folder, 'package');
  await mkdir(packages);
  const prepared: PreparedApp[] = [];
  try {
    say('packing the package …');
    const packed = await buildAndPack(packages, say);
    const queue = [...apps];
    const work = async (): Promise<void> => {
      for (let app = queue.shift(); app !== undefined; app = queue.shift()) {
        const { name } = app;
        say(`${name}: installing …`);
        await prepare(app, packed, join(folder, name), say).then(
          (each) => prepared.push(each),
          (error: unknown) => complain(error, name),
        );
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } catch (error) {
    complain(error, 'set-card-pin');
  }
  return apps.flatMap(({ name }) => prepared.filter((each) => each.name === name));
}

function complain(error: unknown, name: string): void {
  const text = error instanceof NpmError ? error.message : String(error);
  console.error(`${style('red', `${name} failed.`)} ${text}`);
  process.exitCode = 1;
}

async function startApp(
  { name, builds: [build] }: PreparedApp,
  port: number,
): Promise<{ name: string; url: string; close: () => Promise<void> }> {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const site = await startSite({ dist: build!.dist, sandbox, port });
    const close = async () => {
      await Promise.all([site.close(), sandbox.close()]);
    };
    return { name, url: site.url, close };
  } catch (error) {
    await sandbox.close();
    const fault = portFault(error);
    if (fault === undefined) throw error;
    throw new PortError(
      `${fault}\nEnd what is using it, or choose another with --port; 0 takes any that is free:\n` +
        `  npm run apps -- --serve ${name} --port 0`,
    );
  }
}

function describe({ name, url }: { readonly name: string; readonly url: string }): string {
  return [
    '',
    `  ${style('bold', name)}   ${style('cyan', url)}`,
    '',
    '  Sign in as you are asked to, and choose a card. The sandbox stands for the card service.',
    '  All of it is for this machine only, and takes no real data.',
    `  ${style('dim', 'Ctrl+C ends it.')}`,
    '',
    '',
  ].join('\n');
}
