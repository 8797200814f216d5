import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Package } from 'custom-elements-manifest/schema';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import { readManifest } from './manifest.js';

/** Writes the editors' data about the element into `dist`, from the JSDoc in `src`. */
export async function writeEditorData(project: string): Promise<void> {
  const manifest = readManifest(project);
  const packageJson = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as Release;
  const files = {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': vsCodeData(manifest),
    'web-types.json': webTypes(manifest, packageJson),
  };
  for (const [file, content] of Object.entries(files))
    await writeFile(join(project, 'dist', file), `${JSON.stringify(content, null, 2)}\n`);
}

/** Returns custom data for VS Code's HTML. */
export function vsCodeData(manifest: Package): object {
  return parsed(getVsCodeHtmlCustomData(manifest as Generated, {}));
}

interface Release {
  readonly name: string;
  readonly version: string;
}

/** Returns web types for JetBrains' editors. */
export function webTypes(manifest: Package, { name, version }: Release): object {
  // The generator takes name and version from the package.json of the current folder.
  return { ...parsed(getWebTypesData(manifest as Generated, {})), name, version };
}

type Generated = Parameters<typeof getWebTypesData>[0];

function parsed(json: string): object {
  // The generators print this text for custom properties without a default.
  return JSON.parse(json.replaceAll(' _(default: undefined)_', '')) as object;
}
