import { readOptions, UsageError } from '../../src/node/command.js';
import { APPS, type App } from './app.js';

/** The task, and the apps to do it with. */
export type AppsOptions =
  | { readonly kind: 'test'; readonly apps: readonly App[] }
  | { readonly kind: 'serve'; readonly app: App };

const NAMES = APPS.map(({ name }) => name).join(', ');

export const HELP = `Usage: npm run apps [-- NAME …]
       npm run apps -- --serve NAME

Tests the apps in demo/apps as their users would write them: installs the packed package into each,
checks its types, builds it, and drives it in Chromium. NAME is one of ${NAMES}.
Without a name, it tests all of them.

  --serve NAME  builds one app and serves it, with the sandbox and the portal's server half
  --help        shows this help

The last line of a test run is "N passed, N failed".

Exit codes: 0 success; 1 something failed; 2 usage error.
`;

/** @throws {UsageError} if an option or a name is unknown */
export function readArguments(args: string[]): AppsOptions | 'help' {
  const apps: App[] = [];
  const options = readOptions<{ serve: App }>(
    args,
    { serve: readApp },
    { onPositional: (name) => apps.push(readApp(name)) },
  );
  if (options === 'help') return 'help';
  const { serve: app } = options;
  if (app === undefined)
    return { kind: 'test', apps: APPS.filter((each) => apps.length === 0 || apps.includes(each)) };
  if (apps.length > 0) throw new UsageError('--serve takes one app: drop the other names.');
  return { kind: 'serve', app };
}

function readApp(name = ''): App {
  const app = APPS.find((each) => each.name === name);
  if (app === undefined) throw new UsageError(`Unknown app: "${name}". Use one of ${NAMES}.`);
  return app;
}
