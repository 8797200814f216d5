import { UsageError } from '../../src/node/command.js';
import { portReader, readOptions } from '../../src/node/options.js';
import { APPS, type App } from './app.js';

/** What to do with which apps. */
export type AppsOptions =
  | { readonly kind: 'test'; readonly apps: readonly App[] }
  | { readonly kind: 'serve'; readonly app: App; readonly port: number };

const DEFAULT_PORT = 5175;

const NAMES = APPS.map(({ name }) => name).join(', ');

export const HELP = `Usage: npm run apps [-- NAME …]
       npm run apps -- --serve NAME [--port N]

Takes the apps in demo as their users would: installs the packed package into each, checks
its types, builds it, and drives it in Chromium. Of ${NAMES},
those named, or all.

  --serve NAME  builds that one and serves it, with the sandbox and the portal's server half
  --port N      where, ${DEFAULT_PORT} by default; 0 takes any that is free
  --help        shows this and ends

The last line of a test is "N passed, N failed"; the exit code is 1 if any failed.
`;

/** @throws {UsageError} when there is one that it doesn't know */
export function readArguments(args: string[]): AppsOptions | 'help' {
  const apps: App[] = [];
  const options = readOptions<{ serve: App; port: number }>(
    args,
    { serve: appNamed, port: portReader('port') },
    { onPositional: (name) => apps.push(appNamed(name)) },
  );
  if (options === 'help') return 'help';
  const { serve: app, port } = options;
  if (app === undefined) {
    if (port !== undefined) throw new UsageError('--port is where to --serve.');
    return { kind: 'test', apps: apps.length === 0 ? APPS : apps };
  }
  if (apps.length > 0) throw new UsageError('--serve takes one app.');
  return { kind: 'serve', app, port: port ?? DEFAULT_PORT };
}

function appNamed(name = ''): App {
  const app = APPS.find((each) => each.name === name);
  if (app === undefined) throw new UsageError(`There is no app "${name}", but: ${NAMES}.`);
  return app;
}
