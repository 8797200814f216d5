import { UsageError } from '../../src/node/command.js';
import { portReader, readOptions } from '../../src/node/options.js';
import { APPS, type App } from './app.js';

/** The task, and the apps to do it with. */
export type AppsOptions =
  | { readonly kind: 'test'; readonly apps: readonly App[] }
  | { readonly kind: 'serve'; readonly app: App; readonly port: number };

const DEFAULT_PORT = 5175;

const NAMES = APPS.map(({ name }) => name).join(', ');

export const HELP = `Usage: npm run apps [-- NAME …]
       npm run apps -- --serve NAME [--port N]

Tests the apps in demo/apps as their users would write them: installs the packed package into each,
checks its types, builds it, and drives it in Chromium. For other frameworks it checks only the types
of their page in docs. NAME is one of ${NAMES}.
Without a name, it tests all of them.

  --serve NAME  builds one app and serves it, with the sandbox and the portal's server half
  --port N      port to serve it on; the default is ${DEFAULT_PORT}, 0 picks a free port
  --help        shows this help

The last line of a test run is "N passed, N failed".

Exit codes: 0 success; 1 something failed; 2 usage error.
`;

/** @throws {UsageError} if an option or a name is unknown */
export function readArguments(args: string[]): AppsOptions | 'help' {
  const apps: App[] = [];
  const options = readOptions<{ serve: App; port: number }>(
    args,
    { serve: readApp, port: portReader('port') },
    { onPositional: (name) => apps.push(readApp(name)) },
  );
  if (options === 'help') return 'help';
  const { serve: app, port } = options;
  if (app === undefined) {
    if (port !== undefined) throw new UsageError('--port needs --serve NAME.');
    return { kind: 'test', apps: APPS.filter((each) => apps.length === 0 || apps.includes(each)) };
  }
  if (apps.length > 0) throw new UsageError('--serve takes one app: drop the other names.');
  return { kind: 'serve', app, port: port ?? DEFAULT_PORT };
}

function readApp(name = ''): App {
  const app = APPS.find((each) => each.name === name);
  if (app === undefined) throw new UsageError(`Unknown app: "${name}". Use one of ${NAMES}.`);
  return app;
}
