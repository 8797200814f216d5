import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import ts from 'typescript';
import { PROJECT } from '../../tools/project.js';

/** Lines of the lists that describe the shapes. Each list must be complete. */
const LINES: readonly (readonly [path: string, line: string])[] = [
  ['src/isolated/host/from-frame.ts', '  waiting: 1,'],
  ['src/isolated/host/from-frame.ts', '  year: 1,'],
  ['src/isolated/host/from-frame.ts', '  mismatch: 1,'],
  ['src/isolated/host/from-frame.ts', '  denied: answered,'],
  ['src/isolated/host/from-frame.ts', '  invalid,'],
  ['src/isolated/host/from-frame.ts', '  ready: bare,'],
  ['src/isolated/page/from-host.ts', '  holdEnded: text,'],
  ['src/isolated/page/from-host.ts', '  newPinProblems: texts,'],
  ['src/isolated/page/from-host.ts', '  cardId: text,'],
  ['src/isolated/page/from-host.ts', '  confirms: flag,'],
  ['src/isolated/page/from-host.ts', '  textSize: number,'],
  ['src/isolated/page/from-host.ts', '  token: object({ value: text }),'],
  ['src/isolated/page/from-host.ts', '  report: bare,'],
];

/** Compiles copies of files, each in the folder of its original, and returns their errors. */
function errorsIn(copies: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(PROJECT, 'tsconfig.json'), (path) =>
    readFileSync(path, 'utf8'),
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, PROJECT);
  const host = ts.createCompilerHost(options);
  host.readFile = (path) => copies.get(path) ?? ts.sys.readFile(path);
  host.fileExists = (path) => copies.has(path) || ts.sys.fileExists(path);
  const program = ts.createProgram([...copies.keys()], options, host);
  return new Map(
    [...copies.keys()].map((path) => [
      path,
      program
        .getSemanticDiagnostics(program.getSourceFile(path))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ]),
  );
}

describe('the list of shapes', () => {
  const copyOf = (path: string, name: string): string =>
    join(PROJECT, path.replace(/\.ts$/, `.${name}.ts`));
  let errors: ReadonlyMap<string, readonly string[]>;

  before(() => {
    const copies = new Map<string, string>();
    for (const [index, [path, line]] of LINES.entries()) {
      const text = readFileSync(join(PROJECT, path), 'utf8');
      assert.ok(text.includes(`\n${line}\n`), `${path} has no line ${line}`);
      copies.set(copyOf(path, 'whole'), text);
      copies.set(copyOf(path, `without-${index}`), text.replace(`\n${line}\n`, '\n'));
    }
    errors = errorsIn(copies);
  });

  for (const [index, [path, line]] of LINES.entries()) {
    it(`does not compile without "${line.trim()}" in ${path}`, () => {
      assert.deepEqual(errors.get(copyOf(path, 'whole')), []);
      const [error = ''] = errors.get(copyOf(path, `without-${index}`)) ?? [];
      assert.match(error, /Property '\w+' is missing in type .* but required in type 'Record</s);
    });
  }
});
