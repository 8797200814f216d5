/** Builds without a trip to the disk. They leave out the second minifier, which takes seconds. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type InlineConfig, type Rollup } from 'vite';
import { PROJECT } from '../../tools/project.js';

/** Contents of files, by their paths below a folder. */
export type Files = ReadonlyMap<string, string>;

/** Builds with Vite, from the top level of the project, and returns the files. */
export async function buildInMemory(config: InlineConfig): Promise<Files> {
  const result = await build({
    root: PROJECT,
    logLevel: 'warn',
    ...config,
    build: { ...config.build, write: false },
  });
  const outputs = ([result].flat() as Rollup.RolldownOutput[]).flatMap(({ output }) => output);
  return new Map(
    outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  );
}

/** Builds a part of the package, as vite.config.ts has it. */
export function buildPart(mode: 'script' | 'frame' | 'command'): Promise<Files> {
  return buildInMemory({ mode });
}

/** Builds the script for a script tag. */
export async function buildScript(): Promise<string> {
  return (await buildPart('script')).get('set-card-pin.js')!;
}

/** Writes files below a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
