/**
 * The languages that a page has: English, and those that were added. One list for all elements.
 */
import type { Catalogue } from './catalogue.js';
import { en } from './en.js';

const catalogues = new Map<string, Catalogue>([['en', en]]);

/** Called when a language was added or replaced. */
export const readers = new Set<() => void>();

/** A catalogue, and the locale in which it is read. */
export interface Language {
  readonly catalogue: Catalogue;
  readonly locale: Intl.Locale;
}

/**
 * Adds a language, or replaces it.
 *
 * @param tag - BCP 47.
 * @throws {RangeError} when the tag is none.
 * @throws {TypeError} when there is no tag, or no catalogue.
 */
export function addMessages(tag: string, catalogue: Catalogue): void {
  if (typeof catalogue !== 'object' || (catalogue as unknown) === null)
    throw new TypeError('addMessages takes a language tag and a catalogue.');
  catalogues.set(new Intl.Locale(tag).baseName, catalogue);
  for (const read of readers) read();
}

/**
 * Finds the catalogue for a language tag: the one with this very tag, else the most general one of the same language in the same
 * script, else English. Who reads traditional Chinese is not shown simplified.
 */
export function findLanguage(tag: string): Language {
  const locale = parse(tag);
  const [best] = [...catalogues]
    .filter(([known]) => scriptOf(new Intl.Locale(known)) === scriptOf(locale))
    .sort(([a], [b]) => distance(a, locale) - distance(b, locale));
  return best === undefined ? findLanguage('en') : { catalogue: best[1], locale };
}

function parse(tag: string): Intl.Locale {
  try {
    return new Intl.Locale(tag);
  } catch {
    return new Intl.Locale('en');
  }
}

function scriptOf(locale: Intl.Locale): string {
  const { language, script } = locale.maximize();
  return `${language}-${script}`;
}

/** A longer tag is of fewer people. */
function distance(known: string, { baseName }: Intl.Locale): number {
  return known === baseName ? 0 : known.length;
}
