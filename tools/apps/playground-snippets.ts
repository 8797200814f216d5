/** Loads the playground's code samples through Vite, which finds the languages for them. */
import { createServer } from 'vite';
import type * as scenarios from '../../demo/playground/scenario/scenario.js';
import type * as snippets from '../../demo/playground/snippet/snippets.js';
import { PROJECT } from '../project.js';

export type Scenario = scenarios.Scenario;

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
      idempotencyKey: false,
      disabled: true,
    },
    ['1990', '2810'],
  ],
];

/** The code, by kind of page. */
export type Snippets = ReadonlyMap<Scenario['snippet'], readonly string[]>;

/** Returns the code for each combination of choices that changes it. */
export async function loadSnippets(): Promise<Snippets> {
  const vite = await createServer({
    root: PROJECT,
    configFile: false,
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const { DEFAULT_SCENARIO, SNIPPETS, TOKENS, ANSWERS } = (await vite.ssrLoadModule(
      '/demo/playground/scenario/scenario.ts',
    )) as typeof scenarios;
    const { snippetOf } = (await vite.ssrLoadModule(
      '/demo/playground/snippet/snippets.ts',
    )) as typeof snippets;
    return new Map(
      SNIPPETS.map(({ value: snippet }) => [
        snippet,
        SETTINGS.flatMap(([settings, deniedPins]) =>
          TOKENS.flatMap(({ value: token }) =>
            ANSWERS.map(({ value: answer }) =>
              snippetOf(
                { ...DEFAULT_SCENARIO, ...settings, snippet, token, answer },
                ADDRESSES,
                deniedPins,
              ),
            ),
          ),
        ),
      ]),
    );
  } finally {
    await vite.close();
  }
}
