/** The tools that know how packages are read by others. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { wordsOf } from './words.js';

/** What publint says of the package, its suggestions too. */
export async function publicationFaults(tarball: string): Promise<string[]> {
  const { buffer } = new Uint8Array(await readFile(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code);
}

/** What attw says of its types. There is no CommonJS in it, which every supported Node can do without. */
export async function typeFaults(tarball: string): Promise<string[]> {
  const folder = dirname(
    createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json'),
  );
  const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: { attw: string };
  };
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'];
  try {
    await promisify(execFile)(process.execPath, [join(folder, bin.attw), tarball, ...options]);
    return [];
  } catch (error) {
    return [wordsOf(error)];
  }
}
