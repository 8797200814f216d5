/**
 * The looks that the playground and the stories offer.
 */
/// <reference types="vite/types/importMeta.d.ts" />
import type { Choice, Chosen } from './choices.js';
import { THEMES } from './themes.js';

/**
 * The messages in all languages, by path. Inside `Object.keys()`, Vite would list them without
 * loading them.
 */
const LOCALES = import.meta.glob('../../src/locales/*.ts', { eager: true });

const TAGS = ['en', ...Object.keys(LOCALES).map((path) => path.replace(/.*\/(.+)\.ts$/, '$1'))];

/** The look of the element and its page. */
export type Looks = Chosen<'theme' | 'appearance' | 'lang' | 'scheme' | 'dir'>;

export const LOOKS: readonly Choice<keyof Looks>[] = [
  { name: 'theme', label: 'Theme', options: THEMES },
  {
    name: 'appearance',
    label: 'Appearance',
    options: { boxes: 'Boxes', line: 'Line', field: 'Field' },
  },
  {
    name: 'lang',
    label: 'Language',
    options: Object.fromEntries(TAGS.map((tag) => [tag, ownName(tag)])),
  },
  { name: 'scheme', label: 'Colours', options: { system: 'System', light: 'Light', dark: 'Dark' } },
  { name: 'dir', label: 'Direction', options: { auto: 'Auto', ltr: 'LTR', rtl: 'RTL' } },
];

function ownName(tag: string): string {
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

const [, ...NAMED_THEMES] = Object.keys(THEMES);

/** All themes are loaded in advance, so that a change appears without delay. */
const sheets = NAMED_THEMES.map((theme) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL(`../themes/${theme}.css`, import.meta.url).href;
  sheet.media = 'not all';
  document.head.append(sheet);
  return { theme, sheet };
});

/** Applies the chosen colour scheme and theme to the page. */
export function applyLooks({ scheme, theme }: Looks): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
  for (const each of sheets) each.sheet.media = each.theme === theme ? 'all' : 'not all';
}

/** Returns the page's direction. `auto` is the direction of the language's script. */
export function directionOf({ dir, lang }: Looks): string {
  if (dir !== 'auto') return dir;
  return lang === 'ar' ? 'rtl' : 'ltr';
}
