import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readManifest } from './manifest.js';
import { vsCodeData } from './vs-code.js';
import { webTypes } from './web-types.js';

/** Writes into `dist` what editors know the element by, from the JSDoc in `src`. */
export async function writeEditorData(project: string): Promise<void> {
  const manifest = readManifest(project);
  const names = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const files = {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': vsCodeData(manifest),
    'web-types.json': webTypes(manifest, names),
  };
  for (const [file, content] of Object.entries(files))
    await writeFile(join(project, 'dist', file), `${JSON.stringify(content, null, 2)}\n`);
}
