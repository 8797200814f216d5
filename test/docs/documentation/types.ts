/** Checks the types of samples against the package's own. */
import ts from 'typescript';
import { fileURLToPath } from 'node:url';
import { compiledVue, ENTRIES } from './builds.js';
import { PROJECT } from './samples.js';

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** What a page of samples has beside them. */
const SURROUNDINGS = `
import { SetCardPinElement, type ClientToken } from 'set-card-pin';
declare global {
  const element: SetCardPinElement;
  function fetchClientToken(): Promise<ClientToken>;
}`;

/** Compiles modules, each by its file's name; gives what the compiler complains of, by the same names. */
export function typeFaults(modules: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const files = new Map(
    [...modules, ['surroundings.ts', SURROUNDINGS] as const].map(([name, code]) =>
      // Of a single-file component its script: what its template has for types vue-tsc alone could tell.
      name.endsWith('.vue')
        ? [`${FOLDER}${name}.ts`, compiledVue(code, name, false)]
        : [FOLDER + name, code],
    ),
  );
  const options: ts.CompilerOptions = {
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
        [PROJECT + path.replace('$1', '*')],
      ]),
    ),
  };
  const disk = ts.createCompilerHost(options);
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
  const program = ts.createProgram([...files.keys()], options, host);
  return new Map(
    [...files.keys()].map((path) => {
      const source = program.getSourceFile(path);
      const faults = [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ];
      const text = faults.map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      );
      return [path.slice(FOLDER.length).replace(/\.vue\.ts$/, '.vue'), text.join('\n')];
    }),
  );
}
