/** The links of a page that lead to another page or file of the project, and whether they arrive. */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { PROJECT, readPage } from './samples.js';

/** Every link and picture of a page that leads nowhere. */
export function brokenLinksIn(page: string, text = readPage(page)): readonly string[] {
  const prose = withoutCode(text);
  const targets = [
    ...[...prose.matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g)].map(([, target = '']) => target),
    ...[...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/g)].map(([, target = '']) => target),
  ];
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => !leadsSomewhere(page, target, text));
}

function leadsSomewhere(page: string, target: string, text: string): boolean {
  const [path = '', anchor] = decodeURI(target).split('#', 2);
  const file = path === '' ? page : relative(PROJECT, join(PROJECT, dirname(page), path));
  // A host that shows the pages shows nothing from above the project.
  if (file.startsWith('..') || !existsSync(PROJECT + file)) return false;
  if (anchor === undefined) return true;
  if (statSync(PROJECT + file).isDirectory() || !file.endsWith('.md')) return false;
  return anchorsOf(path === '' ? text : readPage(file)).includes(anchor);
}

/** What the headings of a page are called in an address, as GitHub has it: the second of the same name gets a number. */
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

/** A heading keeps its code, which is a part of its name. */
function withoutCode(text: string): string {
  return text
    .replaceAll(/^( *)```[^]*?^\1```$/gm, '')
    .split('\n')
    .map((line) => (line.startsWith('#') ? line : line.replaceAll(/`[^`]*`/g, '')))
    .join('\n');
}
