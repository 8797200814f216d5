/** `npm run release:check`: whether what would be published is what people can use. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callCommand, style, UsageError } from '../../../src/node/command.js';
import { readOptions } from '../../../src/node/options.js';
import { withWaitNotice } from '../../../src/node/wait-notice.js';
import { Consumer } from './consumer.js';
import { fileFaults } from './files.js';
import { pack, type Packed } from './packed.js';
import { publicationFaults, typeFaults } from './tools.js';
import { versionFaults } from './version.js';
import { PROJECT } from '../../project.js';

const HELP = `Usage: npm run release:check [-- --tag TAG]

Packs what npm run build has made, and checks the package as people get it: its files, its
entries (publint, attw), and that it can be installed into an empty project, imported in Node
and type-checked, with and without React and Vue beside it. It publishes nothing.

  --tag TAG  the tag of the release, such as v1.2.3: it, package.json and CHANGELOG.md must agree
  --help     shows this and ends

It exits with 0 when nothing is wrong, with 1 when something is, with 2 when it was called wrongly.
`;

interface Check {
  readonly name: string;
  /** Gives what is wrong, line by line. */
  readonly run: () => string[] | Promise<string[]>;
}

function readArguments(args: string[]): { readonly tag?: string } | 'help' {
  return readOptions<{ tag: string }>(args, {
    tag: (text) => {
      if (text) return text;
      throw new UsageError('--tag needs a value.');
    },
  });
}

await callCommand(HELP, readArguments, async ({ tag }) => {
  if (!existsSync(join(PROJECT, 'dist', 'integrity.json'))) {
    process.stderr.write('There is no build here yet: npm run build\n');
    process.exitCode = 1;
    return;
  }
  // With a space, as in many a person's path.
  const folder = await mkdtemp(join(tmpdir(), 'set-card-pin release '));
  try {
    const packed = await withWaitNotice(pack(PROJECT, folder), 'Packing …');
    const consumer = new Consumer(join(folder, 'consumer'), packed);
    let failed = 0;
    for (const { name, run } of checks(packed, consumer, tag)) {
      const faults = await withWaitNotice(Promise.resolve(run()), `Still at it: ${name} …`);
      failed += faults.length === 0 ? 0 : 1;
      const mark = faults.length === 0 ? style('green', 'ok  ') : style('red', 'FAIL');
      process.stdout.write(`${mark} ${name}\n`);
      for (const fault of faults)
        process.stdout.write(`     ${fault.replaceAll('\n', '\n     ')}\n`);
    }
    if (failed > 0) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function checks(packed: Packed, consumer: Consumer, tag: string | undefined): readonly Check[] {
  const { manifest, tarball, files, size } = packed;
  const kilobytes = Math.round(size / 1000);
  return [
    {
      name: `version ${manifest.version}${tag === undefined ? '' : `, released as ${tag}`}`,
      run: async () =>
        versionFaults({
          version: manifest.version,
          locked: JSON.parse(await readFile(join(PROJECT, 'package-lock.json'), 'utf8')) as object,
          changelog: await readFile(join(PROJECT, 'CHANGELOG.md'), 'utf8'),
          tag,
        }),
    },
    { name: `${files.length} files, ${kilobytes} kB`, run: () => fileFaults(manifest, files) },
    { name: 'entries as publint has them', run: () => publicationFaults(tarball) },
    { name: 'entries as attw has them', run: () => typeFaults(tarball) },
    { name: 'installs into an empty project', run: () => consumer.install() },
    { name: 'imports in Node do nothing', run: () => consumer.importFaults('alone') },
    { name: 'types, without React and Vue', run: () => consumer.typeFaults('alone') },
    { name: 'installs beside React and Vue', run: () => consumer.installFrameworks() },
    { name: 'imports in Node beside them', run: () => consumer.importFaults('frameworks') },
    { name: 'types, with React and Vue', run: () => consumer.typeFaults('frameworks') },
  ];
}
