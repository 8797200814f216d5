import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../project.js';

/**
 * Starts the unpacked Chromium with the libraries and fonts that came with it. They are named here and not in our own
 * environment, as other programs should not find them.
 */
const START_SCRIPT = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="$here/fonts"
export XDG_CACHE_HOME="$here/cache"
exec "$here/chromium" "$@"
`;

/** The package's own file names places of Amazon's servers. A cache may be no relative path: it would come to be where one stands. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the Chromium that the npm package `@sparticuz/chromium` carries, once for each version, and gives the path of
 * a script that starts it; `undefined` on a system it was not built for. It is a headless shell, and is started with
 * our flags, never with the package's own `args`, which switch web security off.
 */
export async function unpackCarriedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const home = join(PROJECT, 'node_modules', '.cache', `carried-chromium-${await version()}`);
  const program = join(home, 'start-chromium');
  if (existsSync(program)) return program;

  console.error('Unpacking the Chromium that @sparticuz/chromium carries …');
  await mkdir(dirname(home), { recursive: true });
  const unfinished = await mkdtemp(`${home}-`);
  try {
    await unpackInto(unfinished);
    // Whole or not at all: somebody else may be unpacking, or looking, at the same time.
    await rename(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}

async function version(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const manifest: unknown = JSON.parse(
    await readFile(join(dirname(entry), '..', '..', 'package.json'), 'utf8'),
  );
  return (manifest as { version: string }).version;
}

async function unpackInto(folder: string): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      'import chromium from "@sparticuz/chromium"; await chromium.executablePath();',
    ],
    {
      cwd: PROJECT,
      // The package unpacks into the temporary folder, and its libraries only where it takes itself to be in a cloud.
      env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    },
  );
  await writeFile(join(folder, 'fonts', 'fonts.conf'), FONT_SETTINGS);
  await writeFile(join(folder, 'start-chromium'), START_SCRIPT);
  // Whoever installs may be another user than who tests.
  for (const path of [folder, join(folder, 'chromium'), join(folder, 'start-chromium')]) {
    await chmod(path, 0o755);
  }
}
