/** Reads the documentation's samples: every fenced block, with its options. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../tools/project.js';

/** README.md and all pages in `docs` and its folders. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`)
    .sort(),
];

/**
 * Options of a sample, written after its language, where the page's readers don't see them:
 * ` ```js card=weak-pin ends=rejected sees="Choose another one." `.
 */
interface SampleOptions {
  /** Another use of the language. documentation.all.test.ts has a runner for each. */
  readonly as?: string;
  /** Behaviour of the sandbox's card, `accepted` by default. */
  readonly card?: string;
  /** Outcome of the submit, `set` by default, or `nothing` if the sample doesn't submit a PIN. */
  readonly ends?: string;
  /** Text that a cardholder can read at the end. */
  readonly sees?: string;
  /** JavaScript that the page runs before the sample. */
  readonly given?: string;
  /** An expression that is true in the page at the end. */
  readonly check?: string;
}

export interface Sample {
  /** Page and line, such as `docs/errors.md:12`. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly options: SampleOptions;
  readonly code: string;
}

const OPTION = /(as|card|ends|sees|given|check)=(?:"([^"]*)"|(\S+)) ?/g;

/** A fenced block. In a list, its lines are indented. */
const FENCED = /^( *)```(\w*)(?: +(.+))?\n([^]*?)^\1```$/gm;

/** Reads a file, by its path from the top level of the project or the package. */
export function readPage(page: string, root = PROJECT): string {
  return readFileSync(join(root, page), 'utf8');
}

/** @throws {Error} if a block isn't closed or an option is unknown, so that no sample is skipped */
export function samplesIn(page: string, root = PROJECT): readonly Sample[] {
  const text = readPage(page, root);
  const blocks = [...text.matchAll(FENCED)];
  if ((text.match(/^ *(```|~~~)/gm) ?? []).length !== 2 * blocks.length)
    throw new Error(`${page}: a code block is not closed. Open and close it with \`\`\`.`);
  return blocks.map(({ index, 1: indent, 2: language = '', 3: words = '', 4: code = '' }) => {
    const place = `${page}:${text.slice(0, index).split('\n').length}`;
    if (words.replaceAll(OPTION, '') !== '')
      throw new Error(`${place}: unknown option in "${words}".`);
    const options: SampleOptions = Object.fromEntries(
      [...words.matchAll(OPTION)].map(([, name, quoted, bare]) => [name, quoted ?? bare]),
    );
    const unindented = code.replaceAll(RegExp(`^${indent}`, 'gm'), '');
    return { place, page, language, options, code: unindented };
  });
}
