import type { Looks } from './looks.js';
import { THEMES } from './themes.js';

/** Applies the chosen colour scheme and theme to the page. */
export function applyLooks({ scheme, theme }: Looks): void {
  document.documentElement.dataset['scheme'] = scheme;
  for (const { sheet, name } of sheets) sheet.media = name === theme ? 'all' : 'not all';
}

/** All themes are loaded in advance, so that a change shows without delay. */
const sheets = THEMES.filter(({ value }) => value !== 'none').map(({ value: name }) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = new URL(`../themes/${name}.css`, import.meta.url).href;
  sheet.media = 'not all';
  document.head.append(sheet);
  return { name, sheet };
});
