/**
 * What one element says: a language's catalogue with the page's own sentences over it, for one number of digits. Pure, but for the
 * languages that the page has.
 */
import type { Words } from './catalogue.js';
import { en } from './en.js';
import { findLanguage } from './languages.js';

/** The scripts of living languages that run from right to left. Not every engine can be asked for them. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Nkoo|Rohg|Syrc|Thaa/;

/**
 * Chooses the words.
 *
 * @param tag - The language that the element stands in, BCP 47; English where there are no words of it.
 * @param messages - The page's own sentences: whatever is not text is ignored.
 * @param length - How many digits a PIN has.
 */
export function wordsFor(tag: string, messages: unknown, length: number): Words {
  const { catalogue, locale } = findLanguage(tag);
  const lang = locale.toString();
  const number = length.toLocaleString(lang);
  const form = new Intl.PluralRules(lang).select(length);

  const textOf = (given: unknown): string | undefined => {
    // A copy, as what is read twice might be something else the second time.
    const forms: Record<string, unknown> =
      typeof given === 'object' ? { ...given } : { other: given };
    const text = forms[form] ?? forms.other;
    // Tools for translators leave what is not translated empty.
    return Object.values(forms).every((each) => typeof each === 'string' && each.trim() !== '')
      ? (text as string | undefined)?.replaceAll('{length}', number)
      : undefined;
  };
  const lay = (given: unknown, words: Record<string, unknown>): void => {
    if (typeof given !== 'object' || given === null) return;
    for (const [name, value] of Object.entries(given)) {
      // Its own: a name may be `__proto__`.
      const group = Object.hasOwn(words, name) ? words[name] : undefined;
      const text = textOf(value);
      if (typeof group === 'object') lay(value, group as Record<string, unknown>);
      else if (text !== undefined) words[name] = text;
    }
  };

  const words = structuredClone(en) as unknown as Record<string, unknown>;
  // English fills whatever a catalogue or the page leaves out.
  for (const layer of [en, catalogue, messages]) lay(layer, words);
  return {
    ...(words as unknown as Words),
    lang,
    dir: RIGHT_TO_LEFT.test(locale.maximize().script ?? '') ? 'rtl' : 'ltr',
  };
}
