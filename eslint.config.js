import baselineJs from 'eslint-plugin-baseline-js';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { scriptOptions } from './eslint.built.config.js';

/*
 * Besides the usual rules, this file defines what the code in each folder may access: the document,
 * the network, the console. .dependency-cruiser.js defines which folder may import which.
 *
 * If two entries match a file, ESLint uses only the second entry's options for a rule. So each
 * entry lists all options for its files.
 */

// --- syntax ---

const bannedSyntax = [
  {
    selector: 'ImportExpression',
    message: 'No import() in src, because the script-tag build is one file.',
  },
  ...[
    'innerHTML',
    'outerHTML',
    'insertAdjacentHTML',
    'setHTMLUnsafe',
    'unsafeHTML',
    'unsafeSVG',
  ].flatMap((name) => bans(name, `${name} is banned in src: markup comes from templates only.`)),
];

const frameAccess = bans(
  'contentWindow',
  'Only pristine-realm.ts and framed-form.ts reach into a frame (contentWindow).',
);

/** Bans a name in every spelling: `a.name`, `a['name']`, `{ name }`. */
function bans(name, message) {
  return [
    { selector: `Identifier[name='${name}']`, message },
    { selector: `Literal[value='${name}']`, message },
  ];
}

const skippedTests = {
  selector:
    'MemberExpression[object.name=/^(describe|it|suite|test)$/][property.name=/^(only|skip|todo)$/]',
  message: 'Remove .only, .skip or .todo, because every test must run.',
};

const missingAwait = [
  "[callee.property.name='accessible']",
  '[callee.name=/^(sendKeys|sendMouse|resetMouse|emulateMedia|setViewport|executeServerCommand|fixture|waitUntil)$/]',
].map((call) => ({
  selector: `ExpressionStatement > CallExpression${call}`,
  message: 'Await this call. Otherwise, the test can end before the call does.',
}));

const syntax = (...selectors) => ({
  'no-restricted-syntax': ['error', ...selectors.flat()],
});

// --- imports ---

const rawServers = {
  'no-restricted-imports': [
    'error',
    {
      paths: [
        {
          name: 'node:http',
          importNames: ['createServer'],
          message:
            'Use createLoopbackServer. Otherwise, a website could read from this server or stop it.',
        },
      ],
    },
  ],
};

// --- globals ---

const globalFetch = [
  {
    name: 'fetch',
    message: 'Use the pristine realm’s fetch, because the page may have patched the global one.',
  },
];

/**
 * Properties of `window` that hide a missing variable. For example, a field that uses
 * `window.length` by mistake has as many boxes as the page has frames.
 */
const windowProperties = ['length', 'name', 'status', 'event', 'origin', 'closed'].map((name) => ({
  name,
  message: `This is window.${name}. Declare or import a variable with this name.`,
}));

const documentGlobals = [
  'document',
  'window',
  'self',
  'parent',
  'top',
  'frames',
  'navigator',
  'location',
  'history',
  'localStorage',
  'sessionStorage',
  'customElements',
  'addEventListener',
  'dispatchEvent',
  'getComputedStyle',
  'requestAnimationFrame',
  'Document',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'Node',
  'ShadowRoot',
  'Event',
  'CustomEvent',
  'KeyboardEvent',
].map((name) => ({
  name,
  message: 'This folder must not access the document. Accept values and return values instead.',
}));

const globals = (...names) => ({
  'no-restricted-globals': [
    'error',
    { globals: names.flat(), checkGlobalObject: true, globalObjects: ['window', 'self'] },
  ],
});

export default defineConfig(
  { ignores: ['**/dist', 'coverage', 'reports', '.stryker-tmp', '**/node_modules'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    // Prettier wraps code, but not comments.
    rules: { 'max-len': ['error', { code: Infinity, comments: 100, ignoreUrls: true }] },
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // A plain string is the usual way to name a member of graphql's string enumerations.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['{src,demo,tools,test}/**/*.ts'],
    // The sandbox refuses such requests in its own way. A test's own servers run only for seconds.
    ignores: [
      'src/node/loopback-server.ts',
      'src/node/sandbox/http-server.ts',
      'test/**/*.test.ts',
      'test/{node/doctor,support}/{faulty,scripted}-service.ts',
    ],
    rules: rawServers,
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/node/**'],
    extends: [lit['flat/recommended'], wc['flat/recommended']],
    plugins: { 'lit-a11y': litA11y, 'baseline-js': baselineJs },
    // The rules below ask whether a name is global. TypeScript checks all other names.
    languageOptions: {
      globals: {
        window: 'readonly',
        self: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
      },
    },
    rules: {
      ...litA11y.configs.recommended.rules,
      'baseline-js/use-baseline': ['error', scriptOptions],
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      ...syntax(bannedSyntax, frameAccess),
      ...globals(globalFetch, windowProperties),
    },
  },
  {
    files: ['src/shield/pristine-realm.ts', 'src/isolated/host/framed-form.ts'],
    rules: syntax(bannedSyntax),
  },
  { files: ['src/element/token-url.ts'], rules: globals(windowProperties) },
  { files: ['src/element/console.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['src/{pin,service,set-pin}/**/*.ts'],
    rules: globals(globalFetch, windowProperties, documentGlobals),
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Chai's assertions are properties. The types of responses and snapshots are unknown, so
      // assertions check their values.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['describe', 'it', 'suite', 'test'], package: 'node:test' },
          ],
        },
      ],
      ...syntax(skippedTests),
    },
  },
  {
    // Attacks replace methods of the page's prototypes, and the model of a life replaces one.
    files: ['test/leaks/**/*.ts', 'test/element/life.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: [
      'test/**/*.{browser,chromium,inline}.test.ts',
      'test/support/browser/**/*.ts',
      'test/element/life.ts',
    ],
    rules: {
      // The types in `@open-wc/semantic-dom-diff` declare that Chai's `equal` returns a promise, so
      // the rule would report every assertion.
      '@typescript-eslint/no-floating-promises': 'off',
      ...syntax(skippedTests, missingAwait),
    },
  },
  {
    // These are separate projects. Their packages are not installed here. `npm run apps` checks
    // their types, each with its own tsconfig.json.
    files: ['demo/apps/{html,react,vue,next}/**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended, tseslint.configs.disableTypeChecked],
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.base],
  },
);
