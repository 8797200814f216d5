/** The languages of a page: English, and those that were added. All elements share them. */
import type { Catalogue } from './catalogue.js';
import { en } from './en.js';
import { closestTags, parseTag } from './tags.js';

const catalogues = new Map<string, Catalogue>([['en', en]]);

/** Listeners, called when a language was added or replaced. */
export const languageListeners = new Set<() => void>();

/** Catalogues, the closest one last, and the locale that they are used for. */
export interface Language {
  readonly catalogues: readonly Catalogue[];
  readonly locale: Intl.Locale;
}

/**
 * Adds a language, or replaces it.
 *
 * @param tag - A BCP 47 tag.
 * @throws {RangeError} if the tag is not valid.
 * @throws {TypeError} if the tag or the catalogue is missing.
 */
export function addMessages(tag: string, catalogue: Catalogue): void {
  if (typeof catalogue !== 'object' || (catalogue as unknown) === null)
    throw new TypeError('addMessages takes a language tag and a catalogue.');
  catalogues.set(new Intl.Locale(tag).baseName, catalogue);
  for (const listener of languageListeners) listener();
}

/**
 * Returns the catalogues of a tag's language and script, or else the English one. A sentence that a
 * variant lacks is in the catalogue before it.
 */
export function findLanguage(tag: string): Language {
  const locale = parseTag(tag);
  const tags = closestTags([...catalogues.keys()], locale);
  return tags.length === 0
    ? findLanguage('en')
    : { catalogues: tags.map((known) => catalogues.get(known)!).reverse(), locale };
}
