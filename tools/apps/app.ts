/** A page with the element, written as a user of the package would. */
export interface App {
  readonly name: string;
  /** Its folder, from the top level of the project. */
  readonly folder: string;
  /** Versions to install instead of those in its package.json. */
  readonly versions: Readonly<Record<string, string>>;
  /** A page of the documentation whose samples in a language must pass the app's type check. */
  readonly sample?: { readonly page: string; readonly language: string };
  /**
   * Modes to build it in, one after another. Without one, only the types of its samples are
   * checked.
   */
  readonly modes: readonly Mode[];
}

/** `NODE_ENV` during the build. In development a framework warns about wrong use. */
export type Mode = 'production' | 'development';

const BOTH: readonly Mode[] = ['development', 'production'];

/** The apps, in the order in which one process tests them. */
export const APPS: readonly App[] = [
  { name: 'html', folder: 'demo/apps/html', versions: {}, modes: ['production'] },
  { name: 'react', folder: 'demo/apps/react', versions: {}, modes: BOTH },
  {
    name: 'react-18',
    folder: 'demo/apps/react',
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
    folder: 'demo/apps/vue',
    versions: {},
    sample: { page: 'docs/vue.md', language: 'vue' },
    modes: BOTH,
  },
  {
    name: 'next',
    folder: 'demo/apps/next',
    versions: {},
    sample: { page: 'docs/next.md', language: 'tsx' },
    modes: ['production'],
  },
  ...(
    [
      ['svelte', 'svelte'],
      ['solid', 'tsx'],
      ['angular', 'ts'],
    ] as const
  ).map(([name, language]) => ({
    name,
    folder: `test/docs/frameworks/${name}`,
    versions: {},
    sample: { page: `docs/${name}.md`, language },
    modes: [],
  })),
];
