/** The code that the playground offers to copy compiles, whatever is chosen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { createServer as createVite } from 'vite';
import type * as scenarios from '../../demo/playground/scenario/scenario.js';
import type * as snippets from '../../demo/playground/snippet/snippets.js';
import { PROJECT } from '../../tools/project.js';
import { compileVue } from '../docs/documentation/modules.js';

type Scenario = scenarios.Scenario;

const ADDRESSES = {
  endpoint: 'http://127.0.0.1:4400/graphql',
  frame: 'http://localhost:4403/',
};

/** Choices that change the code: the defaults, and everything else at once. */
const SETTINGS: readonly (readonly [Partial<Scenario>, deniedPins: readonly string[]])[] = [
  [{}, []],
  [
    {
      mode: 'isolated',
      length: 6,
      rules: 'sequence year',
      appearance: 'line',
      lang: 'de',
      confirm: false,
      steps: true,
      autoSubmit: true,
      haptics: true,
      idempotencyKey: false,
      disabled: true,
    },
    ['1990', '2810'],
  ],
];

/** Compiles a module. Throws the first error of its syntax. */
function compile(code: string, fileName: string): string {
  const { outputText, diagnostics = [] } = ts.transpileModule(code, {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.ReactJSX },
  });
  const [error] = diagnostics;
  assert.equal(error && ts.flattenDiagnosticMessageText(error.messageText, '\n'), undefined, code);
  return outputText;
}

const COMPILERS: Readonly<Record<Scenario['snippet'], (code: string) => string>> = {
  html: (code) => {
    const [, script = ''] = /<script type="module">\n([^]*)<\/script>$/.exec(code) ?? [];
    assert.notEqual(script, '', code);
    return compile(script, 'page.js');
  },
  react: (code) => compile(code, 'page.jsx'),
  vue: (code) => compile(compileVue(code, 'page.vue'), 'page.js'),
};

/** Loads modules of the playground through Vite, which finds the languages for them. */
async function loadPlayground(): Promise<typeof scenarios & typeof snippets> {
  const vite = await createVite({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const [scenario, snippet] = await Promise.all(
      ['scenario/scenario.ts', 'snippet/snippets.ts'].map((path) =>
        vite.ssrLoadModule(`/demo/playground/${path}`),
      ),
    );
    return { ...scenario, ...snippet } as typeof scenarios & typeof snippets;
  } finally {
    await vite.close();
  }
}

describe('the code in the playground', async () => {
  const { ANSWERS, DEFAULT_SCENARIO, SNIPPETS, TOKENS, snippetOf } = await loadPlayground();

  for (const { value: snippet } of SNIPPETS) {
    it(`compiles for every choice: ${snippet}`, () => {
      const codes = SETTINGS.flatMap(([settings, deniedPins]) =>
        TOKENS.flatMap(({ value: token }) =>
          ANSWERS.map(({ value: answer }) =>
            snippetOf(
              { ...DEFAULT_SCENARIO, ...settings, snippet, token, answer },
              ADDRESSES,
              deniedPins,
            ),
          ),
        ),
      );
      for (const code of codes) assert.match(COMPILERS[snippet](code), /fetchClientToken/);
    });
  }
});
