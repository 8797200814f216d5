/** Boundaries: which folder may import which. `npm run lint` checks them. */

/** Returns a regular expression for the paths of a folder, or of a file without its extension. */
const below = (folder) => `^${folder}(/|[.]tsx?$)`;

/**
 * Returns the rules for a folder, which may import only its own files and those that are listed
 * here.
 *
 * @param {string} folder
 * @param {{ values?: string[], types?: string[], packages?: string[] }} allowed - `values`: folders
 * or files that it may import. `types`: those that it may import only types from. `packages`:
 * packages, as regular expressions.
 */
function wall(folder, { values = [], types = [], packages = [] }) {
  const own = [folder, ...values].map(below);
  const fromNpm = packages.map((name) => `(^|node_modules/)${name}(/|$)`);
  const rules = [
    {
      name: folder,
      severity: 'error',
      from: { path: below(folder) },
      to: { pathNot: [...own, ...types.map(below), ...fromNpm], dependencyTypesNot: ['core'] },
    },
  ];
  if (types.length > 0)
    rules.push({
      name: `${folder}, types`,
      severity: 'error',
      from: { path: below(folder) },
      to: { path: types.map(below), pathNot: own, dependencyTypesNot: ['type-only'] },
    });
  return rules;
}

/** The entry, not the folder with the same name. */
const ISOLATED = 'src/isolated(?=[.]ts)';

const LIT = ['lit', 'lit-html', '@lit/reactive-element'];

export default {
  forbidden: [
    { name: 'no cycle between files', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no cycle between folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(src/(?!isolated$)|demo/)' },
      to: { circular: true },
    },
    // Pure: they turn digits into a problem, and a reply into an outcome.
    ...wall('src/pin', {}),
    ...wall('src/set-pin', {
      values: ['src/service/(client-token|members)'],
      types: ['src/pin', 'src/service'],
    }),
    // The transport for any mutation. It doesn't use the DOM or Lit.
    ...wall('src/service', { packages: ['graphql-request'] }),
    {
      name: 'only src/service/attempt imports graphql-request',
      severity: 'error',
      from: { path: '^src/', pathNot: below('src/service/attempt') },
      to: { path: '(^|node_modules/)graphql-request(/|$)' },
    },
    ...wall('src/shield', { values: ['src/pin'], types: ['src/service'] }),
    ...wall('src/messages', { types: ['src/pin', 'src/set-pin'] }),
    ...wall('src/locales', { values: ['src/messages'] }),
    // These never receive a PIN: what an element and its form share, and isolated mode's messages
    // and host.
    ...wall('src/address', {}),
    ...wall('src/contract', {
      values: ['src/address', 'src/pin/rule-names'],
      types: ['src/messages', 'src/service', 'src/set-pin'],
    }),
    ...wall('src/isolated/config', { values: ['src/address'] }),
    ...wall('src/isolated/protocol', { types: ['src/contract', 'src/service'] }),
    ...wall('src/isolated/host', {
      values: ['src/isolated/protocol', 'src/contract', 'src/address'],
      types: ['src/messages', 'src/service', 'src/set-pin'],
    }),
    // The form doesn't know what shields it or where it is.
    ...wall('src/form', {
      values: ['src/contract', 'src/messages', 'src/pin', 'src/service', 'src/set-pin'],
      packages: LIT,
    }),
    ...wall('src/isolated/page', {
      values: [
        'src/isolated/(config|protocol)',
        'src/contract',
        'src/form',
        'src/service/(client-token|members)',
        'src/shield',
      ],
      types: ['src/messages', 'src/service', 'src/set-pin'],
      packages: LIT,
    }),
    ...wall('src/element', {
      values: [
        'src/shared',
        'src/contract',
        'src/form',
        'src/messages',
        'src/pin',
        'src/address',
        'src/service/client-tokens?',
        'src/shield',
        'src/set-pin/outcome',
      ],
      packages: LIT,
    }),
    // The package's entries.
    ...wall('src/shared', {
      values: ['src/element/events'],
      types: ['src/element', 'src/messages', 'src/pin', 'src/service', 'src/set-pin'],
    }),
    ...wall('src/isolated-element', {
      values: ['src/element', 'src/shared', 'src/contract', 'src/isolated/host', 'src/address'],
      packages: LIT,
    }),
    ...wall('src/index', { values: ['src/element'] }),
    ...wall(ISOLATED, { values: ['src/isolated-element'] }),
    ...wall('src/testing', {
      values: ['src/element'],
      types: ['src/service', 'src/set-pin'],
    }),
    ...wall('src/script-tag', { values: ['src/index'] }),
    ...wall('src/script-tag[.]isolated', { values: [ISOLATED] }),
    ...wall('src/react-component', {
      values: ['src/element'],
      packages: ['react', '@lit/react', '@types/react'],
    }),
    ...wall('src/react', { values: ['src/index', 'src/react-component'] }),
    ...wall('src/isolated-react', { values: [ISOLATED, 'src/react-component'] }),
    ...wall('src/jsx', {
      types: ['src/element'],
      packages: ['react', '@types/react', 'preact', 'solid-js'],
    }),
    ...wall('src/svelte', { types: ['src/element'], packages: ['svelte'] }),
    // Build tools import it, in Node.
    ...wall('src/vue', { types: ['src/element'], packages: ['vue'] }),
    // Code for Node uses addresses and configurations, but not the DOM.
    ...wall('src/node', {
      values: [
        'src/isolated/config',
        'src/address',
        'src/service/(client-token|members|reply)',
        'src/set-pin',
      ],
      types: ['src/service/attempt'],
      packages: ['graphql'],
    }),
    // The package's commands. None of them imports another.
    ...wall('src/node/frame', {
      values: ['src/node/(command|loopback-server)', 'src/isolated/config', 'src/address'],
    }),
    ...wall('src/node/doctor', {
      values: [
        'src/node/command',
        'src/node/server/(client-token-operation|read-text)',
        'src/isolated/config',
        'src/address',
        'src/service/(client-token|members|reply)',
        'src/set-pin',
      ],
      types: ['src/service/attempt'],
      packages: ['graphql'],
    }),
    // It runs on servers without Node, too.
    ...wall('src/node/server', {
      values: ['src/address', 'src/service/(client-token|members|reply)'],
    }),
    {
      name: 'src/node/server uses nothing of Node',
      severity: 'error',
      from: { path: below('src/node/server') },
      to: { dependencyTypes: ['core'] },
    },
    ...wall('src/node/sandbox', {
      values: ['src/node/(command|loopback-server)', 'src/service/members'],
      packages: ['graphql'],
    }),

    {
      name: 'markup comes from templates only',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '/(unsafe-(html|svg|mathml)|static-html)[.]js$' },
    },
    // Only src is shipped. Tools may drive the demos; tests may drive both.
    ...wall('demo', {
      values: ['src'],
      packages: ['graphql', 'lit', 'rrweb', 'vite'],
    }),
    ...wall('demo/looks', { values: ['src'], packages: ['lit', 'vite'] }),
    // People copy this file, so it imports only `set-card-pin/server`.
    ...wall('demo/portal/portal', { values: ['src/node/server'] }),
    ...wall('demo/server-calls', { values: ['src', 'demo/portal/demo-cardholder'] }),
    ...wall('demo/stories', {
      values: ['src', 'demo/looks', 'demo/server-calls'],
      packages: ['lit'],
    }),
    ...wall('demo/playground', {
      values: ['src', 'demo/looks', 'demo/server-calls'],
      packages: ['lit', 'rrweb'],
    }),
    ...wall('demo/apps', { values: ['src', 'demo/portal'] }),
    { name: 'tools', severity: 'error', from: { path: '^tools/' }, to: { path: '^test/' } },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(demo/apps/(?!site/)[^/]+|demo/dist|tools/bench/pages|tools/check/release/consumer|dist)/',
    },
  },
};
