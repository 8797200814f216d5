/** `npm run apps`: tests the apps of `demo/apps`, or serves one. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSite } from '../../demo/apps/site/site.js';
import { callCommand, readOptions, serve, style, UsageError } from '../../src/node/command.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { PROJECT } from '../project.js';
import { buildAndPack } from '../pack.js';
import { APPS, prepare, type App } from './prepare.js';

const NAMES = APPS.map(({ name }) => name).join(', ');

const HELP = `Usage: npm run apps [-- NAME …]
       npm run apps -- --serve NAME

Tests the apps in demo/apps, which are written as users of the package would write them. Installs the
packed package into each app, checks its types, builds it, and drives it in Chromium. NAME is one of
${NAMES}. Without a name, it tests all of them.

  --serve NAME  builds one app and serves it, with the sandbox and the portal's backend
  --help        shows this help
`;

/** @throws {UsageError} if an option or a name is unknown */
function readArguments(args: string[]) {
  const names: string[] = [];
  const onPositional = (name: string) => names.push(readApp(name).name);
  const options = readOptions<{ serve: App }>(args, { serve: readApp }, { onPositional });
  return options === 'help' ? 'help' : { served: options.serve, names };
}

function readApp(name: string): App {
  const app = APPS.find((each) => each.name === name);
  if (app === undefined) throw new UsageError(`Unknown app: "${name}". Use one of ${NAMES}.`);
  return app;
}

await callCommand(HELP, readArguments, async ({ served, names }) => {
  if (served !== undefined) return serve(() => startApp(served), describe);
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter=spec', 'test/demo/apps/every-card-page.ts'],
    { cwd: PROJECT, stdio: 'inherit', env: { ...process.env, APPS: names.join(' ') } },
  );
  process.exitCode = status ?? 1;
});

async function startApp(app: App) {
  // The real path, because a bundler treats a link to a folder as a different folder.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-app-')));
  const [build] = await prepare({ ...app, modes: ['production'] }, await buildAndPack(folder));
  const sandbox = await startSandbox({ port: 0 });
  const site = await startSite(build!.dist, sandbox);
  const close = async () => {
    await Promise.all([site.close(), sandbox.close()]);
    await rm(folder, { recursive: true });
  };
  return { name: app.name, url: site.url, close };
}

function describe({ name, url }: { readonly name: string; readonly url: string }): string {
  return `
  ${style('bold', name)}   ${style('cyan', url)}

  The sandbox takes the place of the card-issuing API. For a different outcome, change the card's id
  in the address to that of another sandbox card.
  Only this machine can reach it. Don't enter real data.
  ${style('dim', 'Press Ctrl+C to stop.')}

`;
}
