/** Merges an element's texts from a language's catalogue and the page's own messages. */
import type { Words } from './catalogue.js';
import { en } from './en.js';
import { findLanguage, languageListeners } from './languages.js';
import { scriptOf } from './tags.js';

/** Modern right-to-left scripts. Not every browser has `Intl.Locale.prototype.getTextInfo`. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

/** Elements without the page's own messages share words, because choosing words is slow. */
const shared = new Map<string, Words>();
languageListeners.add(() => shared.clear());

/** @param messages - The page's own messages. Values that aren't text are ignored. */
export function wordsFor(tag: string, messages: unknown, length: number): Words {
  // Not cached, because the page may change its messages and pass them to another element.
  if (messages) return chooseWords(tag, messages, length);
  const key = `${length} ${tag}`;
  const words = shared.get(key) ?? chooseWords(tag, messages, length);
  shared.set(key, words);
  return words;
}

function chooseWords(tag: string, messages: unknown, length: number): Words {
  const { catalogues, locale } = findLanguage(tag);
  const lang = locale.toString();
  const script = scriptOf(locale);
  // Creating a page's first formatter takes as long as all other work before the element is ready.
  // Languages in the Latin script don't need a formatter, unless the tag asks for other digits.
  const number =
    script === 'Latn' && !lang.includes('-u-') ? `${length}` : length.toLocaleString(lang);
  let rules: Intl.PluralRules | undefined;
  const textOf = (given: unknown): string | undefined => {
    const isPlural = typeof given === 'object';
    const forms: Record<string, unknown> = isPlural ? { ...given } : { other: given };
    const form = isPlural && (rules ??= new Intl.PluralRules(lang)).select(length);
    const text = (form && forms[form]) || forms.other;
    // Translation tools leave untranslated texts empty.
    return Object.values(forms).every((each) => typeof each === 'string' && each.trim() !== '')
      ? (text as string | undefined)?.replaceAll('{length}', number)
      : undefined;
  };
  const merge = (given: unknown, words: Record<string, unknown>): void => {
    if (typeof given !== 'object' || given === null) return;
    for (const [name, value] of Object.entries(given)) {
      // Only own properties, because a name may be `__proto__`.
      const group = Object.hasOwn(words, name) ? words[name] : undefined;
      if (typeof group === 'object') {
        merge(value, group as Record<string, unknown>);
        continue;
      }
      const text = textOf(value);
      if (text !== undefined) words[name] = text;
    }
  };

  // Cloned without `structuredClone`, which Jest’s jsdom lacks.
  const words = JSON.parse(JSON.stringify(en)) as Record<string, unknown>;
  // English fills the gaps in the other layers.
  for (const layer of new Set([en, ...catalogues, messages])) merge(layer, words);
  const dir = RIGHT_TO_LEFT.test(script) ? 'rtl' : 'ltr';
  return { ...(words as unknown as Words), lang, dir };
}
