import { writeFile } from 'node:fs/promises';
import { getWebTypesData } from 'custom-element-jet-brains-integration';
import { getVsCodeHtmlCustomData } from 'custom-element-vs-code-integration';
import packageJson from '../../../package.json' with { type: 'json' };
import { PROJECT } from '../../project.js';
import { readManifest } from './manifest.js';

/** Writes the editors' data about the element into `dist`, from the JSDoc in `src`. */
export async function writeEditorData(): Promise<void> {
  const manifest = readManifest() as Parameters<typeof getWebTypesData>[0];
  const { name, version } = packageJson;
  // The generators print this text for custom properties without a default.
  const parsed = (json: string) =>
    JSON.parse(json.replaceAll(' _(default: undefined)_', '')) as object;
  const files = {
    'custom-elements.json': manifest,
    'vscode.html-custom-data.json': parsed(getVsCodeHtmlCustomData(manifest, {})),
    // The generator reads the name and the version from package.json in the current folder.
    'web-types.json': { ...parsed(getWebTypesData(manifest, {})), name, version },
  };
  for (const [file, content] of Object.entries(files))
    await writeFile(`${PROJECT}dist/${file}`, `${JSON.stringify(content, null, 2)}\n`);
}
