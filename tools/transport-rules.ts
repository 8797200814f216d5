/**
 * `npm run rules`: fills in the column “Shown by” of docs/transport.md from the titles of the tests, which end with the rules that
 * they show: `(transport 2.4, 7.3)`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PROJECT = new URL('../', import.meta.url);
const PAGE = 'docs/transport.md';

/** The nine of the service, the sandbox's own, and what the client makes of it. */
const PARTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'S', 'C'];

const ROW = /^\| (\w+)\.(\d+) \| (.+) \| (.*) \| (.*?) ?\|$/;

/** Whatever begins like a row of a rule, well-formed or not. */
const ROW_BEGINNING = /^\|\s*\w+\.\d+/;

const NAMED_RULES = /\(\s*transport\b([^)]*)\)\s*$/i;

/** A test file, its path from the top level, and the rules that its titles name. */
export interface TestFile {
  readonly path: string;
  readonly rules: readonly string[];
}

/** The page of rules, and the tests that show them. */
export interface Rulebook {
  readonly page: string;
  readonly tests: readonly TestFile[];
}

/** Reads the page and the tests as they are on disk. */
export function readRulebook(): Rulebook {
  const read = (path: string) => readFileSync(new URL(path, PROJECT), 'utf8');
  return {
    page: read(PAGE),
    tests: readdirSync(new URL('test/', PROJECT), { recursive: true, encoding: 'utf8' })
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
  const rules: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isSkipped(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateTail(node)) {
      const list = NAMED_RULES.exec(node.text)?.[1];
      if (list !== undefined) rules.push(...list.split(',').map((id) => id.trim()));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest));
  return { path, rules };
}

function isSkipped(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    ['skip', 'todo'].includes(node.expression.name.text)
  );
}

/** The page with each rule's tests in its last column. */
export function withShownBy({ page, tests }: Rulebook): string {
  const shown = filesByRule(tests);
  return mapRows(page, ({ id, rule, keptIn }) => {
    const files = [...(shown.get(id) ?? [])].map((path) => `\`${path}\` `).join('');
    return `| ${id} | ${rule} | ${keptIn} | ${files}|`.replaceAll('` `', '`, `');
  });
}

/** What is wrong with the page, one sentence with its remedy for each thing; none when every rule is kept and shown. */
export function complaintsAbout({ page, tests }: Rulebook): string[] {
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
  for (const part of PARTS) {
    const numbers = rows.filter((row) => row.part === part).map((row) => row.number);
    if (numbers.length === 0) complaints.push(`Part ${part} is missing: write it.`);
    if (numbers.some((number, index) => number !== index + 1)) {
      complaints.push(`Part ${part} does not count 1, 2, 3 …: number its rules anew.`);
    }
  }
  const shown = filesByRule(tests);
  const ids = new Set(rows.map(({ id }) => id));
  for (const { id, part, keptIn } of rows) {
    if (!PARTS.includes(part)) complaints.push(`Rule ${id} is in no part that there is.`);
    const files = [...keptIn.matchAll(/`([^`]+)`/g)].map((match) => match[1]!);
    if (files.length === 0) complaints.push(`Rule ${id} is kept nowhere: name the files.`);
    for (const file of files.filter((path) => !existsSync(new URL(path, PROJECT)))) {
      complaints.push(`Rule ${id} is kept in ${file}, which is not there: name the right file.`);
    }
    if (!shown.has(id)) {
      complaints.push(
        `No test shows rule ${id}: write one whose title ends with “(transport ${id})”.`,
      );
    }
  }
  for (const [id, files] of shown) {
    if (ids.has(id)) continue;
    complaints.push(
      `A test in ${[...files].join(', ')} names “${id}”, which is no rule of ${PAGE}.`,
    );
  }
  if (withShownBy({ page, tests }) !== page) {
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
      return map({ line, id: `${part}.${number}`, part, number: Number(number), rule, keptIn });
    })
    .join('\n');
}

/** Which test files name each rule, in the order of the files. */
function filesByRule(tests: readonly TestFile[]): Map<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const { path, rules } of tests) {
    for (const id of rules) files.set(id, (files.get(id) ?? new Set()).add(path));
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rulebook = readRulebook();
  writeFileSync(new URL(PAGE, PROJECT), withShownBy(rulebook));
  for (const complaint of complaintsAbout({ ...rulebook, page: withShownBy(rulebook) })) {
    console.error(complaint);
    process.exitCode = 1;
  }
}
