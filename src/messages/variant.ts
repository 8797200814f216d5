import type { Catalogue } from './catalogue.js';
import { addMessages } from './languages.js';

/** Adds a language that differs from another only in some words, which are replaced in order. */
export function addVariant(
  tag: string,
  catalogue: Catalogue,
  words: Readonly<Record<string, string>>,
): Catalogue {
  const variant = JSON.parse(JSON.stringify(catalogue), (_name, value: unknown) =>
    typeof value === 'string'
      ? Object.entries(words).reduce((text, [word, other]) => text.replaceAll(word, other), value)
      : value,
  ) as Catalogue;
  return addMessages(tag, variant);
}
