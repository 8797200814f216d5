/** The looks that the playground and the stories offer. */
/// <reference types="vite/types/importMeta.d.ts" />
import type { Choice, Chosen } from './choices.js';

/**
 * The messages in all languages, by path. Inside `Object.keys()`, Vite would list them without
 * loading them.
 */
const LOCALES = import.meta.glob('../../src/locales/*.ts', { eager: true });

const TAGS = ['en', ...Object.keys(LOCALES).map((path) => path.replace(/.*\/(.+)\.ts$/, '$1'))];

/** The themes' style sheets, by path. All are loaded in advance, so that a change has no delay. */
const SHEETS = import.meta.glob<string>('../themes/*.css', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const sheet = document.head.appendChild(document.createElement('style'));

/** The look of the element and its page. */
export type Looks = Chosen<'theme' | 'appearance' | 'lang' | 'scheme' | 'dir'>;

export const LOOKS: readonly Choice<keyof Looks>[] = [
  {
    name: 'theme',
    label: 'Theme',
    options: { none: 'None', linden: 'Linden', carbon: 'Carbon', material: 'Material' },
  },
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

/** Applies the chosen colour scheme and theme to the page. */
export function applyLooks({ scheme, theme }: Looks): void {
  document.documentElement.style.colorScheme = scheme === 'system' ? '' : scheme;
  sheet.textContent = SHEETS[`../themes/${theme}.css`] ?? '';
}

/** Returns the page's direction. `auto` is the direction of the language's script. */
export function directionOf({ dir, lang }: Looks): string {
  if (dir !== 'auto') return dir;
  return lang === 'ar' ? 'rtl' : 'ltr';
}
