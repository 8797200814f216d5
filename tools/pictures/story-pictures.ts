/** Takes pictures of the stories, several on a sheet. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import type { Playground } from '../../demo/start/playground-server.js';
import type { Looks } from '../../demo/looks/looks.js';
import type { StoryName } from '../../demo/stories/stories.js';
import { STORY_NAMES, TOGETHER, waitForStories } from './story-pages.js';

/** One picture of several stories, each 320 px wide. */
export interface Sheet {
  readonly name: string;
  /** Differences from the default look. */
  readonly look: Partial<Looks>;
  readonly stories: readonly StoryName[];
  readonly forcedColors?: 'active';
  /** A style sheet of the user. */
  readonly style?: string;
}

/** Milliseconds for each step of a page: a busy machine is slow. */
const TIMEOUT = 120_000;

/** Stories that together show most parts of the element. */
const SOME: readonly StoryName[] = ['full', 'mismatch', 'waiting', 'set', 'unconfirmed'];

export const SHEETS: readonly Sheet[] = [
  { name: 'light', look: { scheme: 'light' }, stories: TOGETHER },
  { name: 'dark', look: { scheme: 'dark' }, stories: TOGETHER },
  { name: 'line', look: { scheme: 'light', appearance: 'line' }, stories: SOME },
  { name: 'field', look: { scheme: 'light', appearance: 'field' }, stories: SOME },
  { name: 'linden', look: { scheme: 'light', theme: 'linden' }, stories: SOME },
  { name: 'carbon', look: { scheme: 'dark', theme: 'carbon' }, stories: SOME },
  { name: 'material', look: { scheme: 'light', theme: 'material' }, stories: SOME },
  { name: 'arabic', look: { scheme: 'light', lang: 'ar' }, stories: SOME },
  {
    name: 'forced-colours',
    look: {},
    stories: [...SOME, 'disabled'],
    forcedColors: 'active',
  },
  {
    name: 'text-200-percent',
    look: { scheme: 'light' },
    stories: SOME,
    style: 'html { font-size: 200% }',
  },
  {
    // The values of WCAG 1.4.12.
    name: 'text-spacing',
    look: { scheme: 'light' },
    stories: SOME,
    style:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  },
];

/** Hides all but the stories, and sets a font that is the same on every machine. */
const PAGE_STYLE = `
  body > header, section > :not(.place) { display: none }
  main { display: flex; flex-wrap: wrap; gap: 0; padding: 0 }
  section { flex: none; width: 320px }
  .place { margin: 0 }
  set-card-pin { --set-card-pin-font: Pictures, 'Pictures Arabic' !important }
`;

/**
 * Hides the request ids, which differ each time, and sets the font of the digits. A page's own
 * style can't change either.
 */
const ROOT_STYLE = `
  .quote { display: none !important }
  .field, input { font-family: 'Pictures Mono' !important }
`;

const { resolve } = createRequire(import.meta.url);

/** Fonts that are the same on every machine. */
const FACES = [
  { family: 'Pictures', font: 'inter', subset: 'latin', weights: [400, 600] },
  { family: 'Pictures Arabic', font: 'noto-sans-arabic', subset: 'arabic', weights: [400, 600] },
  { family: 'Pictures Mono', font: 'noto-sans-mono', subset: 'latin', weights: [500] },
];

async function fontFaces(): Promise<string> {
  const faces = FACES.flatMap(({ family, font, subset, weights }) =>
    weights.map(async (weight) => {
      const path = `@fontsource/${font}/files/${font}-${subset}-${weight}-normal.woff2`;
      const data = (await readFile(resolve(path))).toString('base64');
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
    }),
  );
  return (await Promise.all(faces)).join('\n');
}

/** Takes a picture of the stories of a sheet. */
export async function takeSheet(
  browser: Browser,
  { url }: Playground,
  { look, stories, forcedColors, style = '' }: Sheet,
): Promise<Buffer> {
  const viewport = { width: 1600, height: 900 };
  const page = await browser.newPage({
    reducedMotion: 'reduce',
    forcedColors: forcedColors ?? 'none',
    viewport,
  });
  page.setDefaultTimeout(TIMEOUT);
  // Before the stories, because the element keeps its height when it shows that the PIN is set.
  await page.addInitScript(
    (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [sheet];
    },
    `${await fontFaces()} ${PAGE_STYLE} ${style}`,
  );
  await page.goto(`${url}demo/stories/?${new URLSearchParams({ ...look }).toString()}`);
  await waitForStories(page);
  for (const name of STORY_NAMES.filter((name) => !stories.includes(name)))
    await page.locator(`#${name}`).evaluate((section) => section.remove());
  // No story takes the focus, but its ring belongs into the pictures.
  if (stories.includes('partial')) await page.locator('#partial input').first().focus();
  await page.evaluate(addStyle, `${ROOT_STYLE} ${style}`);
  const picture = await page.locator('main').screenshot({ animations: 'disabled', caret: 'hide' });
  await page.close();
  return picture;
}

/** Runs in the page. Adds a style sheet to each root, and waits for all fonts. */
async function addStyle(style: string): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  for (const { shadowRoot } of document.querySelectorAll('set-card-pin')) {
    shadowRoot?.adoptedStyleSheets.push(sheet);
  }
  await Promise.all([...document.fonts].map((font) => font.load()));
}
