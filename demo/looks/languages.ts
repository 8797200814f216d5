/** Languages that the playground and the stories offer. Loads the messages of all of them. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { Option } from './query.js';

/** Modules by path. Inside `Object.keys()`, Vite would list them without loading them. */
const LOCALES = import.meta.glob('../../src/locales/*.ts', { eager: true });

/** English, and the languages in `src/locales`. The label of each is its name in that language. */
export const LANGUAGES: readonly Option<string>[] = [
  'en',
  ...Object.keys(LOCALES).map((path) => path.replace(/.*\/(.+)\.ts$/, '$1')),
].map((tag) => ({ value: tag, label: ownName(tag) }));

function ownName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
