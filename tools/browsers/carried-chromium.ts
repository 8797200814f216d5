import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { PROJECT } from '../project.js';

const { resolve } = createRequire(import.meta.url);

/**
 * Script that starts the unpacked Chromium with the package's libraries. It sets their paths for
 * Chromium only, because other programs must not load them. The locale doesn't need to be
 * installed. Without it, the browser's language is invalid, and `window.find()` finds no text.
 */
const START_SCRIPT = `#!/bin/sh
here=$(cd "$(dirname "$0")" && pwd)
export LD_LIBRARY_PATH="$here/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_PATH="$here/fonts"
export XDG_CACHE_HOME="$here/cache"
export LC_ALL=en_US.UTF-8
exec "$here/chromium" "$@"
`;

/**
 * Fonts from the npm package `dejavu-fonts-ttf`, because the carried Chromium has only one, which
 * isn't monospaced. The machine's fonts aren't used, so text has the same size on every machine.
 */
const FONTS = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono'].map((name) => `${name}.ttf`);

/** The cache's path is absolute. Fontconfig would create a relative one in the current folder. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">dejavu</dir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the headless Chromium in the npm package `@sparticuz/chromium`, once for each version.
 * Start it with our flags, never with the package's own `args`, which switch off web security.
 *
 * @returns The path of a script that starts it, or `undefined` on a system that the package does
 *   not support.
 */
export async function unpackCarriedChromium(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const version = packageJson.devDependencies['@sparticuz/chromium'];
  const home = join(PROJECT, 'node_modules', '.cache', `carried-chromium-${version}`);
  const program = join(home, 'start-chromium');
  if (existsSync(program)) return program;

  console.error('Unpacking the Chromium in @sparticuz/chromium …');
  await mkdir(dirname(home), { recursive: true });
  const unfinished = await mkdtemp(`${home}-`);
  try {
    await unpackInto(unfinished);
    // Rename the finished folder, because another process may unpack it or look for it meanwhile.
    await rename(unfinished, home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(program)) throw error;
  }
  return program;
}

async function unpackInto(folder: string): Promise<void> {
  const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: PROJECT,
    // The package unpacks into the temporary folder. It unpacks its libraries only if it detects
    // that it runs on AWS Lambda.
    env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  const fonts = join(folder, 'fonts', 'dejavu');
  await mkdir(fonts);
  for (const name of FONTS)
    await copyFile(resolve(`dejavu-fonts-ttf/ttf/${name}`), join(fonts, name));
  await writeFile(join(folder, 'fonts', 'fonts.conf'), FONT_SETTINGS);
  await writeFile(join(folder, 'start-chromium'), START_SCRIPT);
  // The user who runs the tests may not be the user who unpacked Chromium.
  for (const name of ['', 'chromium', 'start-chromium']) await chmod(join(folder, name), 0o755);
}
