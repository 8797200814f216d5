/**
 * `npm run rules`: fills in the column “Shown by” of the pages of rules from the titles of the tests, which end with the rules that
 * they show: `(transport 2.4, 7.3) (entry 14)`. It writes docs/leaks.md too, from the table of attacks.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { callCommand } from '../../../src/node/command.js';
import { noOptions } from '../../../src/node/options.js';
import { PROJECT } from '../../../tools/project.js';
import { LEAKS_PAGE, leaksPage } from './leaks-page.js';

const HELP = `Usage: npm run rules

Fills in which tests show each rule of docs/transport.md and docs/pin-entry.md, from the titles of
the tests, and writes docs/leaks.md from the table of attacks.

It exits with 0 when every rule is kept and shown, with 1 when one is not, with 2 when it was called wrongly.
`;

/** Which rules there are: the word by which tests name them, their page, and its parts; one without a name counts from 1 on. */
export const RULEBOOKS = {
  /** The nine of the service, the sandbox's own, and what the client makes of it. */
  transport: {
    path: 'docs/transport.md',
    parts: ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'C'],
  },
  entry: { path: 'docs/pin-entry.md', parts: [''] },
} as const;

/** The word by which tests name rules. */
export type Label = keyof typeof RULEBOOKS;

const ROW = /^\| (?:(\w+)\.)?(\d+) \| (.+) \| (.*) \| (.*?) ?\|$/;

/** Whatever begins like a row of a rule, well-formed or not. */
const ROW_BEGINNING = /^\|\s*(\w+\.)?\d+/;

/** The groups at the end of a title, the last one first. */
const LAST_GROUP = /\(\s*(\w+)\b([^()]*)\)\s*$/;

/** A test file, its path from the top level, and the rules that its titles name. */
export interface TestFile {
  readonly path: string;
  readonly rules: Readonly<Record<Label, readonly string[]>>;
}

/** A page of rules, and the tests that show them. */
export interface Rulebook {
  readonly label: Label;
  readonly page: string;
  readonly tests: readonly TestFile[];
}

/** Reads a page and the tests as they are on disk. */
export function readRulebook(label: Label): Rulebook {
  const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
  return {
    label,
    page: read(RULEBOOKS[label].path),
    tests: readdirSync(join(PROJECT, 'test'), { recursive: true, encoding: 'utf8' })
      .map((path) => `test/${path.replaceAll('\\', '/')}`)
      .filter((path) => path.endsWith('.test.ts'))
      .sort()
      .map((path) => readTest(path, read(path))),
  };
}

/**
 * Reads a test file: the rules with which its texts end, which are titles, and what a loop makes titles of. Comments, and tests that
 * are skipped, show nothing.
 */
export function readTest(path: string, text: string): TestFile {
  const rules = { transport: [] as string[], entry: [] as string[] };
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) {
      for (const [label, ids] of groupsOf(node.text)) rules[label].push(...ids);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return { path, rules };
}

/** The rules with which a title ends. */
function groupsOf(title: string): [Label, string[]][] {
  const [group, word = '', list = ''] = LAST_GROUP.exec(title) ?? [];
  const label = word.toLowerCase();
  if (group === undefined || !isLabel(label)) return [];
  const ids = list.split(',').map((id) => id.trim());
  return [[label, ids], ...groupsOf(title.slice(0, -group.length))];
}

function isLabel(word: string): word is Label {
  return Object.hasOwn(RULEBOOKS, word);
}

function isSkipped(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['skip', 'todo'].includes(node.expression.name.text)
  );
}

/** The page with each rule's tests in its last column. */
export function withShownBy({ label, page, tests }: Rulebook): string {
  const shown = filesByRule(label, tests);
  return mapRows(page, ({ id, rule, keptIn }) => {
    const files = [...(shown.get(id) ?? [])].map((path) => `\`${path}\` `).join('');
    return `| ${id} | ${rule} | ${keptIn} | ${files}|`.replaceAll('` `', '`, `');
  });
}

/** What is wrong with the page, one sentence with its remedy for each thing; none when every rule is kept and shown. */
export function complaintsAbout({ label, page, tests }: Rulebook): string[] {
  const { path: pagePath, parts } = RULEBOOKS[label];
  const complaints: string[] = [];
  const rows: Row[] = [];
  mapRows(page, (row) => {
    rows.push(row);
    return row.line;
  });

  for (const line of page.split('\n')) {
    if (ROW_BEGINNING.test(line) && !ROW.test(line)) {
      complaints.push(`This row has not its four columns: ${line}`);
    }
  }
  for (const part of parts) {
    const numbers = rows.filter((row) => row.part === part).map((row) => row.number);
    if (numbers.length === 0) complaints.push(`Part ${part} is missing: write it.`);
    if (numbers.some((number, index) => number !== index + 1)) {
      complaints.push(`Part ${part} does not count 1, 2, 3 …: number its rules anew.`);
    }
  }
  const shown = filesByRule(label, tests);
  const ids = new Set(rows.map(({ id }) => id));
  for (const { id, part, keptIn } of rows) {
    if (!parts.some((known) => known === part))
      complaints.push(`Rule ${id} is in no part that there is.`);
    const files = [...keptIn.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    if (files.length === 0) complaints.push(`Rule ${id} is kept nowhere: name the files.`);
    for (const file of files.filter((path) => !existsSync(join(PROJECT, path)))) {
      complaints.push(`Rule ${id} is kept in ${file}, which is not there: name the right file.`);
    }
    if (!shown.has(id)) {
      complaints.push(
        `No test shows rule ${id}: write one whose title ends with “(${label} ${id})”.`,
      );
    }
  }
  for (const [id, files] of shown) {
    if (ids.has(id)) continue;
    complaints.push(
      `A test in ${[...files].join(', ')} names “${id}”, which is no rule of ${pagePath}.`,
    );
  }
  if (withShownBy({ label, page, tests }) !== page) {
    complaints.push('The column “Shown by” is not what the tests say: npm run rules');
  }
  return complaints;
}

interface Row {
  readonly line: string;
  readonly id: string;
  readonly part: string;
  readonly number: number;
  readonly rule: string;
  readonly keptIn: string;
}

function mapRows(page: string, map: (row: Row) => string): string {
  return page
    .split('\n')
    .map((line) => {
      const match = ROW.exec(line);
      if (!match) return line;
      const [, part = '', number = '', rule = '', keptIn = ''] = match;
      const id = part === '' ? number : `${part}.${number}`;
      return map({ line, id, part, number: Number(number), rule, keptIn });
    })
    .join('\n');
}

/** Which test files name each rule, in the order of the files. */
function filesByRule(label: Label, tests: readonly TestFile[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { path, rules } of tests) {
    for (const id of rules[label]) files.set(id, (files.get(id) ?? new Set()).add(path));
  }
  return files;
}

async function main(): Promise<void> {
  const write = (path: string, text: string): void => {
    writeFileSync(join(PROJECT, path), text);
    console.log(path);
  };
  write(LEAKS_PAGE, await leaksPage());
  for (const label of Object.keys(RULEBOOKS) as Label[]) {
    const rulebook = readRulebook(label);
    const page = withShownBy(rulebook);
    write(RULEBOOKS[label].path, page);
    for (const complaint of complaintsAbout({ ...rulebook, page })) {
      console.error(complaint);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await callCommand(HELP, noOptions, main);
