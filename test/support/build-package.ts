import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../tools/project.js';

/** Everything that a build and the package are made from. */
const SOURCES = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.node.json',
  'vite.config.ts',
  '.size-limit.js',
  '.prettierrc.json',
  'README.md',
  'docs',
  'src',
  'demo',
  'tools',
];

/**
 * Packages that go into a build. They are copied, because source maps contain their paths, and a
 * link would lead back to the project.
 */
const BUNDLED = ['@lit', 'lit', 'lit-element', 'lit-html', 'graphql', 'graphql-request'];

/**
 * Runs `npm run build` in a copy of the project.
 *
 * @param folder - Where to make the copy.
 * @returns the path of its `dist`
 */
export async function buildPackage(folder: string): Promise<string> {
  const packages = join(folder, 'node_modules');
  await mkdir(packages, { recursive: true });
  for (const name of SOURCES) {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true });
  }
  for (const name of await readdir(join(PROJECT, 'node_modules'))) {
    const original = join(PROJECT, 'node_modules', name);
    if (BUNDLED.includes(name)) await cp(original, join(packages, name), { recursive: true });
    else await symlink(original, join(packages, name));
  }
  try {
    await promisify(execFile)('npm', ['run', 'build'], { cwd: folder });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(stdout + stderr);
  }
  return join(folder, 'dist');
}
