/**
 * `npm run rules`: fills in the column “Shown by” of the pages of rules. A test names the rules
 * that it shows at the end of its title, as in `(transport 2.4, 7.3) (entry 14)`. The command also
 * writes docs/evidence/leaks.md, from the table of attacks.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { callCommand } from '../../../src/node/command.js';
import { noOptions } from '../../../src/node/options.js';
import { PROJECT } from '../../../tools/project.js';
import { LEAKS_PAGE, leaksPage } from './leaks-page.js';

const HELP = `Usage: npm run rules

Fills in which tests show each rule of docs/evidence/transport.md and docs/evidence/pin-entry.md, from the titles of
the tests, and writes docs/evidence/leaks.md from the table of attacks.

Exit code: 0 if every rule is kept and shown, 1 if one is not, 2 for a usage error.
`;

/**
 * The pages of rules and their parts. Each key is the word that titles of tests use for the page.
 */
export const RULEBOOKS = {
  /** 1 to 9 are the service's, S the sandbox's, and C the client's. */
  transport: { path: 'docs/evidence/transport.md', parts: [...'123456789SC'] },
  /** Its only part has no name. */
  entry: { path: 'docs/evidence/pin-entry.md', parts: [''] },
};

export type Label = keyof typeof RULEBOOKS;

/** A page of rules, and the text of every test file by its path. */
interface Rulebook {
  readonly label: Label;
  readonly page: string;
  readonly tests: Readonly<Record<string, string>>;
}

/**
 * A row: the rule's id (its part and a number), its text, the files that keep it, and its tests.
 */
const ROW = /^\| ((?:(\w+)\.)?(\d+)) \| (.+) \| (.*) \| .*?\|$/gm;

/** A line that starts as a row does, well-formed or not. */
const ROW_START = /^\|\s*(?:\w+\.)?\d.*$/gm;

/** One of the groups at the end of a title. */
const GROUP = /\( *(\w+)\b([^()]*)\)(?=(?: *\([^()]*\))* *['"`])/g;

/** A comment, or a test that is skipped. */
const NOT_RUN = /^\s*(?:\/\/|\/?\*)|\.(?:skip|todo)\(/;

export function readRulebook(label: Label): Rulebook {
  const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
  const paths = readdirSync(join(PROJECT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => `test/${path.replaceAll('\\', '/')}`);
  const tests = Object.fromEntries(paths.sort().map((path) => [path, read(path)]));
  return { label, page: read(RULEBOOKS[label].path), tests };
}

/** Returns the rules that the titles of a test file name. */
export function rulesIn(test: string, label: Label): ReadonlySet<string> {
  const run = test.split('\n').filter((line) => !NOT_RUN.test(line));
  const groups = [...run.join('\n').matchAll(GROUP)].filter(
    ([, word]) => word?.toLowerCase() === label,
  );
  return new Set(groups.flatMap(([, , ids = '']) => ids.split(',').map((id) => id.trim())));
}

/** Returns the files whose tests show each rule. */
function filesByRule({ label, tests }: Rulebook): ReadonlyMap<string, readonly string[]> {
  const files = new Map<string, string[]>();
  for (const [path, test] of Object.entries(tests))
    for (const id of rulesIn(test, label)) files.set(id, [...(files.get(id) ?? []), path]);
  return files;
}

/** Returns the page with the tests of each rule in its last column. */
export function withShownBy(book: Rulebook): string {
  const shown = filesByRule(book);
  return book.page.replaceAll(ROW, (_, id: string, _part, _number, rule, keptIn) => {
    const files = (shown.get(id) ?? []).map((path) => `\`${path}\``).join(', ');
    return `| ${id} | ${rule} | ${keptIn} | ${files}${files && ' '}|`;
  });
}

/** Yields each fault of the page, with its remedy. */
export function* faultsOf(book: Rulebook): Generator<string> {
  const { label, page } = book;
  const { path, parts } = RULEBOOKS[label];
  const shown = filesByRule(book);
  const rows = [...page.matchAll(ROW)].map(([, id = '', part = '', number, , keptIn = '']) => {
    const files = [...keptIn.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);
    return { id, part, number: Number(number), files };
  });

  for (const line of page.replaceAll(ROW, '').match(ROW_START) ?? [])
    yield `This row does not have four columns: ${line}`;
  for (const part of parts) {
    const numbers = rows.filter((row) => row.part === part).map(({ number }) => number);
    if (numbers.length === 0) yield `Part ${part} is missing: write it.`;
    if (numbers.some((number, index) => number !== index + 1))
      yield `Part ${part} does not count 1, 2, 3 …: renumber its rules.`;
  }
  for (const { id, part, files } of rows) {
    if (!parts.includes(part))
      yield `Rule ${id} is in an unknown part: move it to one of ${parts.join(', ')}.`;
    if (files.length === 0) yield `Rule ${id} names no file that keeps it: name the files.`;
    for (const file of files.filter((each) => !existsSync(join(PROJECT, each))))
      yield `Rule ${id} is kept in ${file}, which does not exist: name the right file.`;
    if (!shown.has(id))
      yield `No test shows rule ${id}: write one whose title ends with “(${label} ${id})”.`;
  }
  for (const [id, files] of shown)
    if (!rows.some((row) => row.id === id))
      yield `A test in ${files.join(', ')} names “${id}”, which is not a rule of ${path}.`;
  if (withShownBy(book) !== page) yield 'The column “Shown by” is out of date: npm run rules';
}

async function main(): Promise<void> {
  const write = (path: string, text: string): void => {
    writeFileSync(join(PROJECT, path), text);
    console.log(path);
  };
  write(LEAKS_PAGE, await leaksPage());
  for (const label of Object.keys(RULEBOOKS) as Label[]) {
    const book = readRulebook(label);
    const page = withShownBy(book);
    write(RULEBOOKS[label].path, page);
    for (const fault of faultsOf({ ...book, page })) {
      console.error(fault);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await callCommand(HELP, noOptions, main);
