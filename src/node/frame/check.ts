import type { FrameConfig } from '../../isolated/page/config.js';
import { ask } from './answer.js';
import { ASKERS, type Asker } from './askers.js';
import { findings, type ExpectedFile } from './findings.js';
import type { Header } from './headers.js';

/**
 * Checks that a served frame page has the expected files and headers, whoever asks for them.
 *
 * @param address - the address, as in `frame-src`
 * @returns the differences, as text for a person
 */
export async function check(
  address: URL,
  files: ReadonlyMap<string, Buffer>,
  headers: readonly Header[],
  { parents: [parent = ''] }: FrameConfig,
): Promise<readonly string[]> {
  const answers = [...files].map(async ([path, content]) => {
    // Hosts redirect `/index.html` to `/`.
    const url = path === 'index.html' ? address : new URL(path, address);
    const file = { url, path, content, headers };
    const found = await Promise.all(ASKERS.map((asker) => findingsOf(file, asker, parent)));
    return merge(found);
  });
  return (await Promise.all(answers)).flat();
}

/** Returns what is wrong with the answer to one asker. */
async function findingsOf(
  file: ExpectedFile,
  asker: Asker,
  parent: string,
): Promise<readonly string[]> {
  try {
    return findings(file, await ask(file.url, asker.headers(file.path, parent)));
  } catch (error) {
    return [`${file.url.href} does not answer: ${(error as Error).message}.`];
  }
}

/**
 * Merges the findings of all askers. One that a plain request has too does not depend on the asker.
 *
 * @param found - The findings of each asker, in the order of {@link ASKERS}.
 */
function merge(found: readonly (readonly string[])[]): readonly string[] {
  const [plain = []] = found;
  return [...new Set(found.flat())].map((text) => {
    if (plain.includes(text)) return text;
    const names = ASKERS.filter((_, index) => found[index]?.includes(text)).map(({ name }) => name);
    return `Asked ${names.join(', ')}: ${text}`;
  });
}
