/**
 * Themes, languages, colour schemes and directions that the playground and the stories offer.
 */
import { LANGUAGES } from './languages.js';
import { valuesOf, type Allowed, type Option } from './query.js';
import { THEMES } from './themes.js';

export const APPEARANCES = [
  { value: 'boxes', label: 'Boxes' },
  { value: 'line', label: 'Line' },
  { value: 'field', label: 'Field' },
] as const satisfies readonly Option<string>[];

export const SCHEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly Option<string>[];

/** `auto` is the direction of the language's script. */
export const DIRECTIONS = [
  { value: 'auto', label: 'Auto' },
  { value: 'ltr', label: 'LTR' },
  { value: 'rtl', label: 'RTL' },
] as const satisfies readonly Option<string>[];

/** Values of some options. */
export type ValueOf<Choice extends readonly Option<string>[]> = Choice[number]['value'];

/** The look of the element and its page. */
export interface Looks {
  readonly theme: ValueOf<typeof THEMES>;
  readonly appearance: ValueOf<typeof APPEARANCES>;
  /** The element's `lang`. */
  readonly lang: string;
  /** The page's `color-scheme`. */
  readonly scheme: ValueOf<typeof SCHEMES>;
  readonly dir: ValueOf<typeof DIRECTIONS>;
}

export const DEFAULT_LOOKS: Looks = {
  theme: 'none',
  appearance: 'boxes',
  lang: 'en',
  scheme: 'system',
  dir: 'auto',
};

export const ALLOWED_LOOKS: Allowed<Looks> = {
  theme: valuesOf(THEMES),
  appearance: valuesOf(APPEARANCES),
  lang: valuesOf(LANGUAGES),
  scheme: valuesOf(SCHEMES),
  dir: valuesOf(DIRECTIONS),
};

/** Returns the direction of the page. */
export function directionOf({ dir, lang }: Looks): 'ltr' | 'rtl' {
  if (dir !== 'auto') return dir;
  return lang === 'ar' ? 'rtl' : 'ltr';
}

/** Every choice with its label and options. */
export const LOOKS: readonly {
  readonly name: keyof Looks;
  readonly label: string;
  readonly options: readonly Option<string>[];
}[] = [
  { name: 'theme', label: 'Theme', options: THEMES },
  { name: 'appearance', label: 'Appearance', options: APPEARANCES },
  { name: 'lang', label: 'Language', options: LANGUAGES },
  { name: 'scheme', label: 'Colours', options: SCHEMES },
  { name: 'dir', label: 'Direction', options: DIRECTIONS },
];
