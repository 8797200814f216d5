import type { FrameConfig } from '../../isolated/page/config.js';
import { ask } from './answer.js';
import { ASKERS, PLAINLY, type Asker } from './askers.js';
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
 * Only the first line counts, because a host may send other values each time.
 *
 * @param found - The findings of each asker, in the order of {@link ASKERS}.
 */
function merge(found: readonly (readonly string[])[]): readonly string[] {
  const askers = new Map<string, string[]>();
  const texts = new Map<string, string>();
  for (const [index, each] of found.entries()) {
    for (const text of each) {
      const line = firstLine(text);
      if (!texts.has(line)) texts.set(line, text);
      askers.set(line, [...(askers.get(line) ?? []), ASKERS[index]!.name]);
    }
  }
  return [...texts].map(([line, text]) => {
    const names = askers.get(line) ?? [];
    return names.includes(PLAINLY) ? text : `Asked ${names.join(', ')}: ${text}`;
  });
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!;
}
