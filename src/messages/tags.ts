/** Finds the languages that match a BCP 47 tag. Pure. */

/** Parses a tag. Returns English if the tag isn't valid. */
export function parseTag(tag: string): Intl.Locale {
  try {
    // POSIX and Java write `de_DE`.
    return new Intl.Locale(tag.replaceAll('_', '-'));
  } catch {
    return new Intl.Locale('en');
  }
}

/**
 * Returns the known tags with the same language and script, the closest one first: the same tag,
 * then the region's variant, then shorter tags, which are more general. A reader of Traditional
 * Chinese never sees Simplified Chinese.
 */
export function closestTags(known: readonly string[], locale: Intl.Locale): string[] {
  return known
    .filter((tag) => isSameLanguage(new Intl.Locale(tag), locale))
    .sort((a, b) => rank(a, locale) - rank(b, locale));
}

function isSameLanguage(a: Intl.Locale, b: Intl.Locale): boolean {
  return a.language === b.language && scriptOf(a) === scriptOf(b);
}

/** Languages in the Latin script, unless a tag specifies otherwise. */
const LATIN = /^(de|en|es|fr|pt)$/;

/** Returns a script, such as `Latn`. A page's first call to `maximize` would take milliseconds. */
export function scriptOf(locale: Intl.Locale): string {
  const { language, script = LATIN.test(language) ? 'Latn' : locale.maximize().script } = locale;
  return script ?? '';
}

/** Regions whose CLDR parent is the language itself. All other regions use the variant. */
const REGIONS: Readonly<Record<string, string>> = {
  'es-419': 'EA ES GQ IC PH',
  'pt-PT': 'BR',
};

function rank(known: string, { baseName, region }: Intl.Locale): number {
  if (known === baseName) return 0;
  return region && REGIONS[known]?.includes(region) === false ? 1 : known.length;
}
