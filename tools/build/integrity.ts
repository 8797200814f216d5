import { readdir, readFile, writeFile } from 'node:fs/promises';
import { integrityOf } from '../../src/node/frame/frame-files.js';
import { PROJECT } from '../project.js';

/**
 * Writes the hashes of the built files that are served unchanged into `dist/integrity.json`, with
 * their source maps and licences. Pages copy them as `integrity` attributes. The file also shows
 * whether a server serves exactly the built files.
 */
export async function writeIntegrity(): Promise<void> {
  const integrity: Record<string, string> = {};
  for (const folder of ['cdn', 'frame']) {
    const entries = await readdir(`${PROJECT}dist/${folder}`, { recursive: true });
    // File systems list files in different orders.
    for (const path of entries.map((entry) => `${folder}/${entry}`).sort()) {
      const content = await readFile(`${PROJECT}dist/${path}`).catch(() => undefined);
      // A folder has no hash.
      if (content !== undefined) integrity[path] = integrityOf(content);
    }
  }
  await writeFile(`${PROJECT}dist/integrity.json`, `${JSON.stringify(integrity, null, 2)}\n`);
}
