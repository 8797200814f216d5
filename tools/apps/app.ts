/** An app of `demo/apps`: a page with the element, written as a user of the package would. */
export interface App {
  readonly name: string;
  /** Its folder in `demo/apps`. */
  readonly folder: string;
  /** Versions to install instead of those in its package.json. */
  readonly versions?: Readonly<Record<string, string>>;
  /** A page of the documentation whose samples in a language must pass the app's type check. */
  readonly sample?: { readonly page: string; readonly language: string };
  /** Modes to build it in, one after another. */
  readonly modes: readonly Mode[];
}

/** `NODE_ENV` during the build. In development a framework warns about wrong use. */
export type Mode = 'production' | 'development';

const BOTH: readonly Mode[] = ['development', 'production'];

const REACT_18 = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  '@types/react': '18.3.8',
  '@types/react-dom': '18.3.7',
};

export const APPS: readonly App[] = [
  { name: 'html', folder: 'html', modes: ['production'] },
  { name: 'react', folder: 'react', modes: BOTH },
  { name: 'react-18', folder: 'react', versions: REACT_18, modes: BOTH },
  { name: 'vue', folder: 'vue', sample: { page: 'docs/vue.md', language: 'vue' }, modes: BOTH },
  {
    name: 'next',
    folder: 'next',
    sample: { page: 'docs/next.md', language: 'tsx' },
    modes: ['production'],
  },
];
