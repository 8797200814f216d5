/** Reads the samples of the documentation: every fenced block, with its options. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../tools/project.js';

/** README.md and all pages in `docs` and its folders. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .sort(),
];

/**
 * Options of a sample, written after its language, where readers of the page don't see them:
 * ` ```js card=weak-pin ends=rejected sees="Choose another one." `.
 */
export interface SampleOptions {
  /**
   * Another use of the language: `start`, `app`, `framework`, `module`, `server`, `route`, `suite`,
   * `playwright`, `playwright-isolated`, `vitest`, `jest`, `cypress`, `tsconfig`, `vite-config` or
   * `vite-proxy`. The runners in documentation.all.test.ts say what each one means.
   */
  readonly as?: string;
  /** Behaviour of the sandbox's card, `accepted` by default. */
  readonly card?: string;
  /** Outcome of the submit, `set` by default; `nothing` if the sample makes no submit. */
  readonly ends?: string;
  /** Text that a cardholder can read at the end. */
  readonly sees?: string;
  /** JavaScript that the page runs before the sample. */
  readonly given?: string;
  /** An expression that is true in the page at the end. */
  readonly check?: string;
  /** `typed`: the sample runs after a PIN is typed, and submits it. */
  readonly when?: string;
}

const OPTIONS: readonly string[] = [
  ...(['as', 'card', 'ends', 'sees', 'given', 'check', 'when'] satisfies (keyof SampleOptions)[]),
];

export interface Sample {
  /** Page and line, such as `docs/errors.md:12`. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly options: SampleOptions;
  readonly code: string;
}

const OPTION = /(\w+)=(?:"([^"]*)"|(\S+))/g;

/** A fenced block. In a list, its lines are indented. */
const FENCED = /^( *)```(\w*)(?: +(.+))?\n([^]*?)^\1```$/gm;

/**
 * @throws {Error} if a block is not closed or has an unknown option, so that no sample is left out
 */
export function samplesIn(page: string, text = readPage(page)): readonly Sample[] {
  const blocks = [...text.matchAll(FENCED)];
  if ((text.match(/^ *(```|~~~)/gm) ?? []).length !== 2 * blocks.length)
    throw new Error(`${page}: a code block is not closed. Open and close it with \`\`\`.`);
  return blocks.map((match) => {
    const [, indent = '', language = '', options = '', code = ''] = match;
    const place = `${page}:${text.slice(0, match.index).split('\n').length}`;
    return {
      place,
      page,
      language,
      options: readOptions(options, place),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

/** Reads a file, by its path from the top level of the project. */
export function readPage(page: string): string {
  return readFileSync(join(PROJECT, page), 'utf8');
}

function readOptions(text: string, place: string): SampleOptions {
  const options: Record<string, string> = {};
  const rest = text.replaceAll(OPTION, (_, name: string, quoted?: string, bare?: string) => {
    options[name] = quoted ?? bare ?? '';
    return '';
  });
  if (rest.trim() !== '' || Object.keys(options).some((name) => !OPTIONS.includes(name)))
    throw new Error(`${place}: unknown option in "${text}". Use ${OPTIONS.join(', ')}.`);
  return options;
}
