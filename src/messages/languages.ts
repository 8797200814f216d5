/**
 * The languages of a page: English, and those that were added. All elements share them.
 */
import type { Catalogue } from './catalogue.js';
import { en } from './en.js';

const catalogues = new Map<string, Catalogue>([['en', en]]);

/** Listeners, called when a language was added or replaced. */
export const languageListeners = new Set<() => void>();

/** A catalogue, and the locale that it is used for. */
export interface Language {
  readonly catalogue: Catalogue;
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
 * Returns the catalogue for a language tag: the one with the same tag, or else the most general one
 * of the same language and script, or else English. A reader of traditional Chinese never gets
 * simplified Chinese.
 */
export function findLanguage(tag: string): Language {
  const locale = parse(tag);
  const [best] = [...catalogues]
    .filter(([known]) => isSameLanguage(new Intl.Locale(known), locale))
    .sort(([a], [b]) => rank(a, locale) - rank(b, locale));
  return best === undefined ? findLanguage('en') : { catalogue: best[1], locale };
}

function parse(tag: string): Intl.Locale {
  try {
    // POSIX and Java write `de_DE`.
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return new Intl.Locale('en');
  }
}

function isSameLanguage(a: Intl.Locale, b: Intl.Locale): boolean {
  return a.language === b.language && scriptOf(a) === scriptOf(b);
}

/** Languages in the Latin script, unless a tag says otherwise. */
const LATIN = /^(de|en|es|fr|pt)$/;

/**
 * Returns the script of a locale, such as `Latn`. The first `maximize` of a page takes
 * milliseconds, so it is left out where the script is known.
 */
export function scriptOf(locale: Intl.Locale): string {
  const { language, script = LATIN.test(language) ? 'Latn' : locale.maximize().script } = locale;
  return script ?? '';
}

/**
 * Returns the sort order of a known tag: the same tag first, then shorter tags, which are more
 * general.
 */
function rank(known: string, { baseName }: Intl.Locale): number {
  return known === baseName ? 0 : known.length;
}
