/** Markdown → its samples: every fenced block, with what its first line says of how it is run. */
import { readdirSync, readFileSync } from 'node:fs';
export { PROJECT } from '../../../tools/project.js';
import { PROJECT } from '../../../tools/project.js';

/** The README, and everything in `docs`. */
export const PAGES: readonly string[] = [
  'README.md',
  ...readdirSync(`${PROJECT}docs`)
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/**
 * How a sample is run, beyond what its language says: words after the language, which no reader of the page sees, as in
 * ` ```js card=weak-pin ends=rejected sees="Choose another one." `.
 */
export interface Direction {
  /** `node`: outside of a page. `server`: as the portal's server half. `playwright`: as a test that Playwright runs. */
  readonly as?: string;
  /** The test that runs it in place of ours, which has to read the page. */
  readonly by?: string;
  /** The sandbox's behaviour of the card, `accepted` by default. */
  readonly card?: string;
  /** What the submit ends as, `set` by default; `nothing` where none is made. */
  readonly ends?: string;
  /** What a cardholder can read at the end. */
  readonly sees?: string;
  /** JavaScript that the page runs before the sample. */
  readonly given?: string;
  /** An expression that is true in the page at the end. */
  readonly check?: string;
  /** `typed`: the sample runs once a PIN is typed, and submits it itself. */
  readonly when?: string;
}

export interface Sample {
  /** Such as `docs/errors.md:12`. */
  readonly place: string;
  readonly page: string;
  readonly language: string;
  readonly direction: Direction;
  readonly code: string;
}

const OPTIONS: readonly string[] = [
  ...(['as', 'by', 'card', 'ends', 'sees', 'given', 'check', 'when'] satisfies (keyof Direction)[]),
];

const WORD = /(\w+)=(?:"([^"]*)"|(\S+))/g;

/** A fence may be indented, in a list; its lines then are too. */
const FENCED = /^( *)```(\w*)(?: +(.+))?\n([^]*?)^\1```$/gm;

/** @throws where a block is not closed, or a direction is none of those that there are: no sample is passed over */
export function samplesIn(page: string, text = readPage(page)): readonly Sample[] {
  const blocks = [...text.matchAll(FENCED)];
  if ((text.match(/^ *(```|~~~)/gm) ?? []).length !== 2 * blocks.length)
    throw new Error(`${page}: there is a block of code that is not closed, or of another kind.`);
  return blocks.map((match) => {
    const [, indent = '', language = '', direction = '', code = ''] = match;
    const place = `${page}:${text.slice(0, match.index).split('\n').length}`;
    return {
      place,
      page,
      language,
      direction: readDirection(direction, place),
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    };
  });
}

export function readPage(page: string): string {
  return readFileSync(PROJECT + page, 'utf8');
}

function readDirection(text: string, place: string): Direction {
  const direction: Record<string, string> = {};
  const rest = text.replaceAll(WORD, (_, name: string, quoted?: string, bare?: string) => {
    direction[name] = quoted ?? bare ?? '';
    return '';
  });
  const unknown = Object.keys(direction).filter((name) => !OPTIONS.includes(name));
  if (rest.trim() !== '' || unknown.length > 0)
    throw new Error(`${place}: what does "${text}" mean?`);
  return direction;
}
