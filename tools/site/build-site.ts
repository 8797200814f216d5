/** Builds the site: one folder of static files. */
import { spawn } from 'node:child_process';
import { cpSync, existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { npm } from '../npm.js';
import { PROJECT } from '../project.js';
import { buildDemos } from './build-demos.js';
import { stagePages } from './stage-pages.js';

/** The generator, with its own packages. */
const GENERATOR = join(PROJECT, 'demo', 'site');

/** The folder with the finished site. */
export const SITE = join(GENERATOR, 'dist', 'site');

/**
 * Builds the site into {@link SITE}.
 *
 * @param base - The path that the site is published at. It begins and ends with a slash.
 * @param say - Called with the name of each step before it begins.
 */
export async function buildSite(base: string, say: (step: string) => void): Promise<void> {
  if (!isInstalled()) {
    say('installing the generator');
    // The scripts of its packages only check what npm has installed.
    await npm(GENERATOR, ['ci', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts']);
  }
  rmSync(join(GENERATOR, 'dist'), { recursive: true, force: true });
  const pages = join(GENERATOR, 'dist', 'pages');
  say('building the pages');
  stagePages(pages);
  cpSync(join(GENERATOR, 'public'), join(pages, 'public'), { recursive: true });
  cpSync(join(PROJECT, 'demo', 'looks', 'favicon.svg'), join(pages, 'public', 'favicon.svg'));
  await generate({ SITE_PAGES: pages, SITE_OUT: SITE, SITE_BASE: base });
  say('building the playground and the stories');
  await buildDemos(SITE, join(GENERATOR, 'dist', 'demos'), base);
}

/** Returns whether the packages of the generator are those of its lock file. */
function isInstalled(): boolean {
  const installed = join(GENERATOR, 'node_modules', '.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(GENERATOR, 'package-lock.json')).mtimeMs
  );
}

function generate(env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const program = join(GENERATOR, 'node_modules', 'vitepress', 'bin', 'vitepress.js');
    const child = spawn(process.execPath, [program, 'build', GENERATOR], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    const keep = (data: Buffer): void => void (printed += data.toString());
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`VitePress ended with ${code}:\n${printed}`));
    });
  });
}
