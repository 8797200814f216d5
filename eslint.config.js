import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/*
 * Besides the usual rules this file keeps the walls between the rooms of `src`: who may import whom, and who may touch
 * the document, the network and the console. test/node/walls.test.ts plants an offence against each.
 *
 * ESLint replaces a rule's options where two entries match a file. So each file's options are put together here from the
 * lists that hold for it, and each of the three rules stands once in an entry.
 */

// --- imports ---

const neverImported = [
  {
    regex: '^\\.{1,2}/(.*/)?(demo|test|tools)/',
    message: 'src is what is shipped: it imports nothing from demo, test or tools.',
  },
  {
    regex: '/unsafe-(html|svg|mathml)\\.js$|/static-html\\.js$',
    message: 'Markup comes from templates only.',
  },
];

/** A framework's types and functions stay in the entry that is for it. */
const onlyReactImports = {
  regex: '^(react|react-dom|@lit/react)(/|$)',
  message: 'src/react.ts is the only importer of React.',
};

const onlyVueImports = {
  regex: '^(vue|@vue/.*)$',
  message: 'src/vue.ts is the only importer of Vue.',
};

const vueImports = {
  regex: '',
  allowTypeImports: true,
  message: 'Build tools read src/vue.ts: it imports types alone.',
};

const onlyRequestImports = {
  regex: '^graphql(-request)?(/|$)',
  message:
    'src/set-pin/request.ts is the only importer of graphql-request, and nobody imports graphql.',
};

const requestImports = {
  regex: '^graphql(/|$)|^graphql-request/',
  message: 'Only the entry of graphql-request; graphql itself would bring its parser along.',
};

const setPinImports = [
  {
    regex: '^@?lit(-|/|$)',
    message: 'src/set-pin knows no Lit: it takes values and gives an outcome.',
  },
  {
    regex: '^\\.\\./(?!pin-rules\\.js$)',
    allowTypeImports: true,
    message: 'src/set-pin imports nothing from the rest of src but pin-rules.js and types.',
  },
];

const messagesImports = {
  regex: '^(?!\\./)',
  allowTypeImports: true,
  message: 'src/messages imports nothing but its own files and types.',
};

const localesImports = {
  regex: '^(?!\\.\\./messages/)',
  message: 'src/locales imports nothing but src/messages: a catalogue is data.',
};

const hostImports = {
  regex: '/(pin-(form|entry|field|digits|platform)|pristine-realm|frame-page|host-tokens)\\.js$',
  allowTypeImports: true,
  message: 'The host of a frame imports nothing that a PIN passes through.',
};

const imports = (...patterns) => ({
  '@typescript-eslint/no-restricted-imports': ['error', { patterns: patterns.flat() }],
});

// --- syntax ---

const neverWritten = [
  {
    selector: 'ImportExpression',
    message: 'No import() in src: the script-tag build is one file.',
  },
  ...[
    'innerHTML',
    'outerHTML',
    'insertAdjacentHTML',
    'setHTMLUnsafe',
    'unsafeHTML',
    'unsafeSVG',
  ].flatMap((name) => named(name, `${name} is banned in src: markup comes from templates only.`)),
];

const onlyFramesWrites = named(
  'contentWindow',
  'Only src/pristine-realm.ts and src/frame/framed-form.ts reach into a frame (contentWindow).',
);

/** However it is written: `a.name`, `a['name']`, `{ name }`. */
function named(name, message) {
  return [
    { selector: `Identifier[name='${name}']`, message },
    { selector: `Literal[value='${name}']`, message },
  ];
}

const everyTestRuns = {
  selector:
    'MemberExpression[object.name=/^(describe|it|suite|test)$/][property.name=/^(only|skip|todo)$/]',
  message: 'Every test runs.',
};

const everyStepIsAwaited = [
  "[callee.property.name='accessible']",
  '[callee.name=/^(sendKeys|sendMouse|resetMouse|emulateMedia|setViewport|executeServerCommand|fixture|waitUntil)$/]',
].map((call) => ({
  selector: `ExpressionStatement > CallExpression${call}`,
  message: 'Wait for it: what nobody awaits shows nothing.',
}));

const syntax = (...selectors) => ({
  'no-restricted-syntax': ['error', ...selectors.flat()],
});

// --- globals ---

const onlyRealmCalls = [
  {
    name: 'fetch',
    message: 'Take fetch from src/pristine-realm.ts: the page may have patched the global one.',
  },
];

/** Properties of the window with which a forgotten variable is no error: the boxes were once as many as the page had frames. */
const windowsOwn = ['length', 'name', 'status', 'event', 'origin', 'closed'].map((name) => ({
  name,
  message: `This is the window's ${name}: a variable of this name is missing here.`,
}));

const setPinGlobals = [
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
  message: 'src/set-pin touches no document: it takes values and gives an outcome.',
}));

const globals = (...names) => ({
  'no-restricted-globals': [
    'error',
    { globals: names.flat(), checkGlobalObject: true, globalObjects: ['window', 'self'] },
  ],
});

export default defineConfig(
  { ignores: ['dist', 'coverage', 'reports', '.stryker-tmp', 'node_modules'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      // A plain string is the usual way to name a member of graphql's enumerations of strings.
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
    files: ['src/**/*.ts'],
    extends: [lit['flat/recommended'], wc['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    // The rules below ask whether a name is the global one; what else exists is TypeScript's business.
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
      'no-console': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'no-new-func': 'error',
      ...imports(neverImported, onlyReactImports, onlyVueImports, onlyRequestImports),
      ...syntax(neverWritten, onlyFramesWrites),
      ...globals(onlyRealmCalls, windowsOwn),
    },
  },
  {
    files: ['src/pristine-realm.ts'],
    rules: syntax(neverWritten),
  },
  {
    files: ['src/pin-platform.ts'],
    rules: {
      'no-restricted-globals': 'off',
      // It takes methods off their objects: that is its purpose.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['src/frame/framed-form.ts'],
    rules: {
      ...imports(neverImported, onlyReactImports, onlyVueImports, onlyRequestImports, hostImports),
      ...syntax(neverWritten),
    },
  },
  {
    // No other script runs in its realm.
    files: ['src/frame/frame-page.ts'],
    rules: globals(windowsOwn),
  },
  {
    files: ['src/pin-rules.ts'],
    rules: imports({
      regex: '',
      message: 'src/pin-rules.ts imports nothing: digits in, a problem out.',
    }),
  },
  {
    files: ['src/messages/**/*.ts'],
    rules: imports(neverImported, messagesImports),
  },
  {
    files: ['src/locales/**/*.ts'],
    rules: imports(neverImported, localesImports),
  },
  {
    files: ['src/react.ts'],
    rules: imports(neverImported, onlyVueImports, onlyRequestImports),
  },
  {
    files: ['src/vue.ts'],
    rules: imports(neverImported, onlyReactImports, vueImports),
  },
  {
    files: ['src/set-pin/**/*.ts'],
    rules: {
      ...imports(
        neverImported,
        onlyReactImports,
        onlyVueImports,
        onlyRequestImports,
        setPinImports,
      ),
      ...globals(onlyRealmCalls, windowsOwn, setPinGlobals),
    },
  },
  {
    files: ['src/set-pin/request.ts'],
    rules: imports(neverImported, onlyReactImports, onlyVueImports, requestImports, setPinImports),
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Assertions of chai are properties; replies and snapshots are of no known type, and the assertion is the check.
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      ...syntax(everyTestRuns),
    },
  },
  {
    files: ['test/{node,leaks,apps}/**/*.ts'],
    rules: {
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['describe', 'it', 'suite', 'test'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    // Attacks take the page's methods off their prototypes, and put others there.
    files: ['test/leaks/**/*.ts'],
    rules: { '@typescript-eslint/unbound-method': 'off' },
  },
  {
    files: ['test/browser/**/*.ts'],
    rules: {
      // By its types chai's `equal` gives a promise (`@open-wc/semantic-dom-diff`), so the rule would name every assertion.
      '@typescript-eslint/no-floating-promises': 'off',
      ...syntax(everyTestRuns, everyStepIsAwaited),
    },
  },
  {
    // They are projects of their own, whose packages are not here: `npm run apps` checks their types, each by its own tsconfig.json.
    files: ['demo/{html,react,vue}/**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended, tseslint.configs.disableTypeChecked],
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.base],
  },
);
