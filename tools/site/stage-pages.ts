/**
 * Writes the documentation as the generator reads it. The files of the project stay as they are:
 * they link to each other and to source files, as people read them in the repository.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import { PROJECT } from '../project.js';
import { groups, sitePathOf } from './pages.js';

/** Writes the pages, the pictures, and the source files that pages link to, into a folder. */
export function stagePages(folder: string): void {
  const sidebar = groups();
  const pages = new Map(
    sidebar.flatMap(({ pages }) => pages).map((page) => [page, `/${sitePathOf(page)}`]),
  );
  const sources = new Set<string>();
  const pictures = new Set<string>();

  /** Returns the address in the site of a link's target. */
  const addressOf = (page: string, target: string): string => {
    if (/^([a-z]+:|#)/.test(target)) return target;
    const [path = '', anchor] = target.split('#', 2);
    const file = posix.join(posix.dirname(page), path).replace(/\/$/, '');
    const address = pages.get(file) ?? pages.get(`${file}/README.md`);
    if (address !== undefined) return address + (anchor === undefined ? '' : `#${anchor}`);
    if (['.png', '.svg'].includes(extname(file))) {
      pictures.add(file);
      return `/pictures/${file}`;
    }
    sources.add(file);
    // Without an extension the generator would take the address for a file's own.
    return `/source/${file}.md`;
  };

  const write = (path: string, text: string): void => {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };

  const titles = new Map<string, string>();
  for (const [page, path] of pages) {
    const text = readFileSync(join(PROJECT, page), 'utf8');
    titles.set(page, titleOf(text));
    write(
      path,
      rewritten(text, (target) => addressOf(page, target)),
    );
  }
  for (const source of sources) write(`source/${source}`, sourcePage(source));
  for (const picture of pictures)
    cpSync(join(PROJECT, picture), join(folder, 'public', 'pictures', picture));
  writeFileSync(
    join(folder, 'sidebar.json'),
    JSON.stringify(
      sidebar.map(({ text, pages: names }) => ({
        text,
        items: names.map((page) => ({
          text: page === 'README.md' ? 'What it is' : titles.get(page),
          link: pages.get(page)?.replace(/^\/index$/, '/'),
        })),
      })),
    ),
  );
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? '';
}

const FENCED = /^( *)```[^]*?^\1```$/gm;

/**
 * Replaces the targets of links and pictures, and removes what follows the language of a sample.
 */
function rewritten(text: string, addressOf: (target: string) => string): string {
  let end = 0;
  let result = '';
  for (const block of text.matchAll(FENCED)) {
    result += withLinks(text.slice(end, block.index), addressOf);
    result += block[0].replace(/^( *```\w*).*/, '$1');
    end = block.index + block[0].length;
  }
  return result + withLinks(text.slice(end), addressOf);
}

function withLinks(prose: string, addressOf: (target: string) => string): string {
  return prose
    .replaceAll(
      /(\]\()([^)\s]+)/g,
      (_, before: string, target: string) => before + addressOf(target),
    )
    .replaceAll(
      /(\b(?:src|srcset|href)=")([^"]+)/g,
      (_, before: string, target: string) => before + addressOf(target),
    );
}

/** Returns a page that shows a file, or the files of a folder. The search leaves it out. */
function sourcePage(source: string): string {
  const path = join(PROJECT, source);
  const files = statSync(path).isDirectory()
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => !/(^|[\\/])(node_modules|dist)([\\/]|$)/.test(file))
        .map((file) => posix.join(source, file.replaceAll('\\', '/')))
        .filter((file) => statSync(join(PROJECT, file)).isFile())
        .sort()
    : [source];
  return [
    '---',
    'search: false',
    'outline: false',
    '---',
    `# \`${source}\``,
    ...files.map((file) => {
      const heading = file === source ? '' : `## \`${file}\`\n\n`;
      const code = readFileSync(join(PROJECT, file), 'utf8').trimEnd();
      return `${heading}\`\`\`\`txt\n${code}\n\`\`\`\``;
    }),
    '',
  ].join('\n\n');
}
