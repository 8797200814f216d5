import { THEMES, type Looks } from './looks.js';

/** Gives the page the colours and the theme that are chosen. */
export function dress({ scheme, theme }: Looks): void {
  document.documentElement.dataset['scheme'] = scheme;
  for (const { sheet, name } of sheets) sheet.media = name === theme ? 'all' : 'not all';
}

/** All are loaded, so that a change shows at once. */
const sheets = THEMES.filter(({ value }) => value !== 'none').map(({ value: name }) => {
  const sheet = document.createElement('link');
  sheet.rel = 'stylesheet';
  sheet.href = `/demo/themes/${name}.css`;
  sheet.media = 'not all';
  document.head.append(sheet);
  return { name, sheet };
});
