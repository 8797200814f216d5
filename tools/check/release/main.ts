/** `npm run release:check`: checks that people can use the package that a release would publish. */
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { callCommand, readOptions, style } from '../../../src/node/command.js';
import { npm } from '../../npm.js';
import { buildAndPack } from '../../pack.js';
import { PROJECT } from '../../project.js';
import { checkEmptyProject, checkFrameworks } from './consumer.js';

const HELP = `Usage: npm run release:check [-- --tag TAG --repository URL --out DIR]

Builds the package if it is out of date, and packs it, with its hashes in the script tags of the
documentation. Checks its entries (publint, attw). Then checks that an empty project can install it,
import it in Node, and type-check code that uses it: once without a framework, once with React,
Preact and Vue. The first also runs the commands. Publishes nothing.

  --tag TAG  tag of the release, such as v1.2.3; must agree with package.json and CHANGELOG.md
  --repository URL
             address of the repository, for package.json and for the links to files that the
             package doesn't have
  --out DIR  the folder to put the checked tarball into, if no check fails
  --help     shows this help

Exit codes: 0 success; 1 a check failed; 2 usage error.
`;

const readArguments = (args: string[]) =>
  readOptions(args, { tag: String, repository: String, out: String });

await callCommand(HELP, readArguments, async ({ tag, repository, out }) => {
  // The path has a space, because many users' paths have one.
  const folder = await mkdtemp(join(tmpdir(), 'set-card-pin release '));
  try {
    const tarball = await buildAndPack(folder, repository);
    const project = join(folder, 'project');
    /** Runs a check, which returns one string for each fault, and prints them. */
    const run = async (name: string, check: () => Promise<readonly string[]>): Promise<void> => {
      const faults = await check().catch((error: Error) => [error.message]);
      if (faults.length > 0) process.exitCode = 1;
      const mark = faults.length === 0 ? style('green', 'ok  ') : style('red', 'FAIL');
      console.log([`${mark} ${name}`, ...faults].join('\n').replaceAll('\n', '\n     '));
    };
    if (tag !== undefined) await run(`version, released as ${tag}`, () => versionFaults(tag));
    await run('publint', () => lint('publint', 'run', tarball, '--strict'));
    // The package intentionally doesn't have CommonJS.
    await run('attw', () =>
      lint('attw', tarball, '--profile', 'esm-only', '--no-color', '--no-emoji'),
    );
    await run('an empty project: install, imports in Node, types, commands', () =>
      checkEmptyProject(tarball, project),
    );
    await run('the same with React, Preact and Vue: install, imports in Node, types', () =>
      checkFrameworks(tarball, project),
    );
    if (out !== undefined && process.exitCode === undefined) {
      await mkdir(out, { recursive: true });
      await copyFile(tarball, join(out, basename(tarball)));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function versionFaults(tag: string): Promise<string[]> {
  const { version } = packageJson;
  if (tag !== `v${version}`) return [`The tag must be v${version}, the version in package.json.`];
  const changelog = await readFile(join(PROJECT, 'CHANGELOG.md'), 'utf8');
  const heading = `## [${version}] - `;
  if (changelog.includes(`\n${heading}`)) return [];
  return [`CHANGELOG.md has no section "${heading}YYYY-MM-DD". Add it.`];
}

/** Runs a program from our dependencies, which prints any faults. */
async function lint(...args: string[]): Promise<string[]> {
  await npm(PROJECT, ['exec', '--no', '--', ...args]);
  return [];
}
