import type { Catalogue } from './catalogue.js';

/** Returns a catalogue with other words in its sentences, replaced one after the other. */
export function variantOf(
  catalogue: Catalogue,
  words: Readonly<Record<string, string>>,
): Catalogue {
  return JSON.parse(JSON.stringify(catalogue), (_name, value: unknown) =>
    typeof value === 'string'
      ? Object.entries(words).reduce((text, [word, other]) => text.replaceAll(word, other), value)
      : value,
  ) as Catalogue;
}
