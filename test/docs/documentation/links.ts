/** Finds a page's links to files or headings that don't exist in the project or the package. */
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PROJECT } from '../../../tools/project.js';
import { readPage } from './samples.js';

/** Returns the broken links and images, with their page. */
export function brokenLinksIn(page: string, root = PROJECT): readonly string[] {
  const isBroken = (target: string): boolean => {
    const [path = '', anchor] = decodeURI(target).split('#', 2);
    const file = path === '' ? page : posix.join(posix.dirname(page), path);
    // A site that publishes these pages has no files from outside.
    if (file.startsWith('..') || !existsSync(join(root, file))) return true;
    return anchor !== undefined && !anchorsOf(readPage(file, root)).includes(anchor);
  };
  const text = withoutCode(readPage(page, root));
  return [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, source]) => link ?? source!)
    .filter((target) => !/^[a-z]+:/.test(target) && isBroken(target))
    .map((target) => `${page}: ${target}`);
}

/** Returns the anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** Removes code, but not from headings, because it is part of their anchors. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/^( *)```[^]*?^\1```$/gm, '')
    .replaceAll(/^(?!#).*$/gm, (line) => line.replaceAll(/`[^`]*`/g, ''));
}
