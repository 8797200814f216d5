/** The apps there are: the element in a page, as those who embed it would write that page. */
export interface App {
  readonly name: string;
  /** Its folder in `demo/apps`. */
  readonly folder: string;
  /** Versions of packages other than those in its package.json, where one source is to run with several. */
  readonly versions: Readonly<Record<string, string>>;
  /** How it is built, one after the other: as for its users, and as while it is written, when a framework says what it doesn't like. */
  readonly modes: readonly Mode[];
}

/** What `NODE_ENV` is while the app is built. */
export type Mode = 'production' | 'development';

const BOTH: readonly Mode[] = ['development', 'production'];

export const APPS: readonly App[] = [
  { name: 'html', folder: 'html', versions: {}, modes: ['production'] },
  { name: 'react', folder: 'react', versions: {}, modes: BOTH },
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
  { name: 'vue', folder: 'vue', versions: {}, modes: BOTH },
];
