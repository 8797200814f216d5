/** A page's languages: English, and any that were added. All elements share them. */
import type { Catalogue } from './catalogue.js';
import { en } from './en.js';
import { closestTags, parseTag } from './tags.js';

const catalogues = new Map<string, Catalogue>([['en', en]]);

/** Listeners that are called when a language has been added or replaced. */
export const languageListeners = new Set<() => void>();

/** Adds or replaces a language. Returns its catalogue. Throws if the tag isn't valid. */
export function addMessages(tag: string, catalogue: Catalogue): Catalogue {
  if (typeof catalogue !== 'object' || (catalogue as unknown) === null)
    throw new TypeError('addMessages needs a language tag and a catalogue.');
  catalogues.set(new Intl.Locale(tag).baseName, catalogue);
  for (const listener of languageListeners) listener();
  return catalogue;
}

/**
 * Returns a tag's locale and the catalogues for its language and script, or else for English. The
 * closest catalogue comes last. Texts that a catalogue lacks come from the catalogues before it.
 */
export function findLanguage(tag: string): { catalogues: Catalogue[]; locale: Intl.Locale } {
  const locale = parseTag(tag);
  const tags = closestTags([...catalogues.keys()], locale);
  return tags.length === 0
    ? findLanguage('en')
    : { catalogues: tags.map((known) => catalogues.get(known)!).reverse(), locale };
}
