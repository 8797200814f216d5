/** Checks the types of samples against the package's sources. */
import ts from 'typescript';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../../tools/project.js';
import { compileVue, ENTRIES, moduleName } from './modules.js';
import type { Sample } from './samples.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Globals of the pages that run samples. */
const GLOBALS = `
import { SetCardPinElement, type ClientToken } from 'set-card-pin';
declare global {
  const element: SetCardPinElement;
  function fetchClientToken(): Promise<ClientToken>;
}`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: [],
  strict: true,
  noImplicitReturns: true,
  experimentalDecorators: true,
  useDefineForClassFields: false,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
  paths: Object.fromEntries(
    ENTRIES.map(([name, path]) => [
      name.replace('(.+)', '*'),
      [join(PROJECT, path.replace('$1', '*'))],
    ]),
  ),
};

/** Returns the compiler's errors for each sample, or an empty text. */
export function typeErrors(samples: readonly Sample[]): ReadonlyMap<Sample, string> {
  const paths = new Map(samples.map((sample) => [sample, pathOf(sample)]));
  const files = new Map([
    ...[...paths].map(([sample, path]) => [path, scriptOf(sample)] as const),
    [`${FOLDER}globals.ts`, GLOBALS],
  ]);
  const disk = ts.createCompilerHost(OPTIONS);
  const host: ts.CompilerHost = {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    getSourceFile: (path, ...rest) => {
      const code = files.get(path);
      return code === undefined
        ? disk.getSourceFile(path, ...rest)
        : ts.createSourceFile(path, code, ts.ScriptTarget.ES2022, true);
    },
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  const errorsIn = (path: string): string => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .join('\n');
  };
  return new Map([...paths].map(([sample, path]) => [sample, errorsIn(path)]));
}

function pathOf(sample: Sample): string {
  return FOLDER + moduleName(sample) + (sample.language === 'vue' ? '.ts' : '');
}

/**
 * Returns the module, or the script of a single-file component: only vue-tsc can check a template.
 */
function scriptOf(sample: Sample): string {
  const { language, code } = sample;
  return language === 'vue' ? compileVue(code, moduleName(sample), false) : code;
}
