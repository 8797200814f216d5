/** Finds links of a page to missing files or headings of the project. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROJECT } from '../../../tools/project.js';
import { readPage } from './samples.js';

/** Returns the targets of broken links and images. */
export function brokenLinksIn(page: string, text = readPage(page)): readonly string[] {
  return targetsIn(text).filter((target) => !exists(page, target, text));
}

/** Returns the targets of links and images, except those of other hosts. */
export function targetsIn(text: string): readonly string[] {
  const prose = withoutCode(text);
  return [/\]\(([^)\s]+)(?: "[^"]*")?\)/g, /\b(?:src|srcset|href)="([^"]+)"/g]
    .flatMap((pattern) => [...prose.matchAll(pattern)])
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

function exists(page: string, target: string, text: string): boolean {
  const [path = '', anchor] = decodeURI(target).split('#', 2);
  const file = path === '' ? page : relative(PROJECT, join(PROJECT, dirname(page), path));
  // A site that publishes these pages has no files from outside the project.
  if (file.startsWith('..') || !existsSync(join(PROJECT, file))) return false;
  if (anchor === undefined) return true;
  if (statSync(join(PROJECT, file)).isDirectory() || !file.endsWith('.md')) return false;
  return anchorsOf(path === '' ? text : readPage(file)).includes(anchor);
}

/** Returns the anchors of a page's headings, as GitHub makes them: a repeated one gets a number. */
function anchorsOf(text: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
    const name = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-');
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  });
}

/** Removes code, but not from headings: it is a part of their anchors. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/^( *)```[^]*?^\1```$/gm, '')
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replaceAll(/`[^`]*`/g, '')))
    .join('\n');
}
