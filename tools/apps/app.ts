import type { Scenario } from './playground-snippets.js';

/** An app of `demo/apps`: a page with the element, written as a user of the package would. */
export interface App {
  readonly name: string;
  /** Its folder in `demo/apps`. */
  readonly folder: string;
  /** Versions to install instead of those in its package.json. */
  readonly versions: Readonly<Record<string, string>>;
  /** A page of the documentation whose samples in a language must pass the app's type check. */
  readonly sample?: { readonly page: string; readonly language: string };
  /** The kind of page in the playground whose code must pass it too, and the name's ending. */
  readonly snippet?: { readonly kind: Scenario['snippet']; readonly extension: string };
  /** False if the framework can't run with Trusted Types. */
  readonly hasTrustedTypes?: false;
  /** Modes to build it in, one after another. */
  readonly modes: readonly Mode[];
}

/** `NODE_ENV` during the build. In development a framework warns about wrong use. */
export type Mode = 'production' | 'development';

const BOTH: readonly Mode[] = ['development', 'production'];

/** The apps, in the order in which one process tests them. */
export const APPS: readonly App[] = [
  { name: 'html', folder: 'html', versions: {}, modes: ['production'] },
  {
    name: 'react',
    folder: 'react',
    versions: {},
    snippet: { kind: 'tsx', extension: 'tsx' },
    modes: BOTH,
  },
  {
    name: 'react-18',
    folder: 'react',
    versions: {
      react: '18.3.1',
      'react-dom': '18.3.1',
      '@types/react': '18.3.8',
      '@types/react-dom': '18.3.7',
    },
    modes: BOTH,
  },
  {
    name: 'vue',
    folder: 'vue',
    versions: {},
    sample: { page: 'docs/vue.md', language: 'vue' },
    snippet: { kind: 'vue', extension: 'vue' },
    modes: BOTH,
  },
  {
    name: 'svelte',
    folder: 'svelte',
    versions: {},
    sample: { page: 'docs/svelte.md', language: 'svelte' },
    snippet: { kind: 'svelte', extension: 'svelte' },
    modes: BOTH,
  },
  {
    name: 'solid',
    folder: 'solid',
    versions: {},
    sample: { page: 'docs/solid.md', language: 'tsx' },
    snippet: { kind: 'solid', extension: 'tsx' },
    // Solid sets `innerHTML` to text.
    hasTrustedTypes: false,
    modes: BOTH,
  },
  {
    name: 'next',
    folder: 'next',
    versions: {},
    sample: { page: 'docs/next.md', language: 'tsx' },
    modes: ['production'],
  },
  // The last one, because its server replaces `Event` and other globals of the process. In Next.js
  // requests would fail after it.
  {
    name: 'angular',
    folder: 'angular',
    versions: {},
    sample: { page: 'docs/angular.md', language: 'ts' },
    snippet: { kind: 'angular', extension: 'ts' },
    modes: ['production'],
  },
];
