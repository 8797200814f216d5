/** The code that the playground offers to copy is valid, whatever is chosen. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import ts from 'typescript';
import { createServer } from 'vite';
import type * as scenarios from '../../demo/playground/scenario/scenario.js';
import type * as snippets from '../../demo/playground/snippet/snippet.js';
import { PROJECT } from '../../tools/project.js';

const ADDRESSES = {
  endpoint: 'http://127.0.0.1:4400/graphql',
  frame: 'http://localhost:4403/',
};

describe('the code in the playground', () => {
  it('compiles for every choice of tokens, and has every other choice as an attribute', async () => {
    // Vite finds the languages.
    const vite = await createServer({
      root: PROJECT,
      configFile: false,
      logLevel: 'error',
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true, include: [] },
    });
    try {
      const { DEFAULT_SCENARIO, TOKENS, ANSWERS } = (await vite.ssrLoadModule(
        '/demo/playground/scenario/scenario.ts',
      )) as typeof scenarios;
      const { snippetOf } = (await vite.ssrLoadModule(
        '/demo/playground/snippet/snippet.ts',
      )) as typeof snippets;
      for (const { value: token } of TOKENS)
        for (const { value: answer } of ANSWERS) {
          const code = snippetOf({ ...DEFAULT_SCENARIO, token, answer }, ADDRESSES, ['1990']);
          const [, script = ''] = /<script type="module">([^]*)<\/script>$/.exec(code) ?? [];
          const { diagnostics } = ts.transpileModule(script, { reportDiagnostics: true });
          assert.deepEqual(diagnostics, [], code);
        }
      const other = {
        mode: 'isolated',
        length: 6,
        rules: 'sequence year',
        appearance: 'line',
        lang: 'de',
        confirm: false,
        steps: true,
        autoSubmit: true,
        idempotencyKey: false,
        disabled: true,
      } as const;
      assert.match(
        snippetOf({ ...DEFAULT_SCENARIO, ...other }, ADDRESSES, []),
        /frame-src="http:\/\/localhost:4403\/"\s+pin-length="6"\s+pin-rules="sequence year"\s+appearance="line"\s+lang="de"\s+no-confirm\s+flow="steps"\s+auto-submit\s+no-idempotency-key\s+disabled\s+>/,
      );
    } finally {
      await vite.close();
    }
  });
});
