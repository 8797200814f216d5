/**
 * `npm run lint:built`: checks that the scripts in `dist`, and the style sheets in them, work in
 * the oldest browsers in docs/reference.md. Chrome 109, Firefox 115 and Safari 16.4 have every
 * feature that was in all browsers by the end of 2022 ("Baseline 2022"). Later features are named
 * here.
 */
import css from '@eslint/css';
import baselineJs from 'eslint-plugin-baseline-js';
import { defineConfig } from 'eslint/config';
import { parseAst } from 'vite';

const available = 2022;

/** Options for scripts, which `eslint.config.js` uses for our sources, where it knows the types. */
export const scriptOptions = {
  available,
  includeWebApis: { preset: 'type-aware' },
  includeJsBuiltins: { preset: 'type-aware' },
  ignoreFeatures: [
    // Safari 16.4.
    'constructed-stylesheets',
    'form-associated-custom-elements',
    // Not needed, because `exposeState` and `isStop` work without them.
    'state',
    'check-visibility',
  ],
};

const styleOptions = {
  available,
  // Chrome 105, Firefox 110, Safari 16.0.
  allowAtRules: ['container'],
  allowProperties: [
    'container-type',
    // Before Safari 16.4, it had square corners.
    'outline',
    // Without these, lines break elsewhere, a reference is selected word by word, and the spinner
    // has no gap in forced colours.
    'text-wrap',
    'user-select',
    'forced-color-adjust',
  ],
  allowPropertyValues: {
    'word-break': ['auto-phrase'],
    // With a prefix in Chrome.
    'text-align': ['match-parent'],
  },
  // Without it, selected digits have the system's colour.
  allowSelectors: ['selection'],
  allowFunctions: [
    // An earlier declaration has a different value.
    'light-dark',
    'round',
    // Chrome 111. Without it, there are no tinted backgrounds and no lines between the boxes.
    'color-mix',
  ],
};

/** Finds the style sheets in a script: the strings with rules that use a token from `theme.ts`. */
const styleSheets = {
  meta: { name: 'style-sheets' },
  preprocess(script) {
    const styles = textsIn(parseAst(script)).filter((text) => /\{.*var\(--_/.test(text));
    return [script, ...styles.map((text, index) => ({ text, filename: `${index}.css` }))];
  },
  postprocess: (messages) => messages.flat(),
};

function textsIn(node) {
  if (typeof node !== 'object' || node === null) return [];
  if (node.type === 'Literal') return [String(node.value)];
  if (node.type === 'TemplateElement') return [node.value.cooked];
  return Object.values(node).flatMap(textsIn);
}

export default defineConfig(
  { files: ['dist/**/*.js'], ignores: ['dist/node/**'], processor: styleSheets },
  {
    files: ['dist/**/*.js'],
    ignores: ['dist/node/**'],
    plugins: { 'baseline-js': baselineJs },
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: {
      'baseline-js/use-baseline': [
        'error',
        { ...scriptOptions, includeWebApis: true, includeJsBuiltins: true },
      ],
    },
  },
  {
    files: ['dist/**/*.css'],
    plugins: { css },
    language: 'css/css',
    rules: { 'css/use-baseline': ['error', styleOptions] },
  },
);
