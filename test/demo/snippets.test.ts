/**
 * The code that the playground offers to copy compiles, whatever is chosen. `npm run apps` checks
 * its types with each framework's own tools.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { loadSnippets, type Scenario } from '../../tools/apps/playground-snippets.js';
import { compileVue } from '../docs/documentation/modules.js';

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

/** Compiles the script of a page. */
function compileScript(code: string, opening: string, fileName: string): string {
  const [, script = ''] = code.split(opening);
  const end = script.indexOf('</script>');
  assert.ok(end > 0, code);
  return compile(script.slice(0, end), fileName);
}

const COMPILERS: Readonly<Record<Scenario['snippet'], (code: string) => string>> = {
  html: (code) => compileScript(code, '<script type="module">', 'page.js'),
  react: (code) => compile(code, 'page.jsx'),
  tsx: (code) => compile(code, 'page.tsx'),
  vue: (code) => compile(compileVue(code, 'page.vue'), 'page.ts'),
  svelte: (code) => compileScript(code, '<script lang="ts">', 'page.ts'),
  solid: (code) => compile(code, 'page.tsx'),
  angular: (code) => compile(code, 'page.ts'),
};

describe('the code in the playground', async () => {
  for (const [snippet, codes] of await loadSnippets()) {
    it(`compiles for every choice: ${snippet}`, () => {
      for (const code of codes) assert.match(COMPILERS[snippet](code), /set-card-pin/);
    });
  }
});
