/** Takes pictures of the stories, several on a sheet, and compares them with earlier ones. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Browser } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Playground } from '../../demo/start/playground-server.js';
import type { Looks } from '../../demo/looks/looks.js';
import type { StoryName } from '../../demo/stories/stories.js';
import { unpackCarriedChromium } from '../browsers/carried-chromium.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { isAlone, STORY_NAMES, waitForStories } from './story-pages.js';

/** Folder of the pictures. */
export const PICTURES = fileURLToPath(new URL('../../test/demo/pictures/', import.meta.url));

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

const ALL = STORY_NAMES.filter((name) => !isAlone(name));

/** Stories that together show most parts of the element. */
const SOME: readonly StoryName[] = ['full', 'mismatch', 'waiting', 'set', 'unconfirmed'];

export const SHEETS: readonly Sheet[] = [
  { name: 'light', look: { scheme: 'light' }, stories: ALL },
  { name: 'dark', look: { scheme: 'dark' }, stories: ALL },
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

const fontFile = createRequire(import.meta.url).resolve;

/** Fonts that are the same on every machine. */
const FACES: readonly (readonly [family: string, weight: string, path: string])[] = [
  ['Pictures', '400', '@fontsource/inter/files/inter-latin-400-normal.woff2'],
  ['Pictures', '600', '@fontsource/inter/files/inter-latin-600-normal.woff2'],
  [
    'Pictures Arabic',
    '400',
    '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff2',
  ],
  [
    'Pictures Arabic',
    '600',
    '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff2',
  ],
  [
    'Pictures Mono',
    '500',
    '@fontsource/noto-sans-mono/files/noto-sans-mono-latin-500-normal.woff2',
  ],
];

async function fontFaces(): Promise<string> {
  const faces = await Promise.all(
    FACES.map(async ([family, weight, path]) => {
      const data = (await readFile(fontFile(path))).toString('base64');
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}) }`;
    }),
  );
  return faces.join('\n');
}

/**
 * Starts the Chromium of the npm package `@sparticuz/chromium`, because other versions draw text a
 * little differently. Returns undefined on a system for which that package has no build.
 */
export async function launchPictureBrowser(): Promise<Browser | undefined> {
  const program = await unpackCarriedChromium();
  return program === undefined ? undefined : launchBrowser(program);
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
  await waitForStories(page, ALL);
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

/** Pixels that may differ, because processors don't round every curve alike. */
export const TOLERANCE = 20;

/** Returns the number of pixels that differ. */
export function differenceOf(before: Buffer, now: Buffer): number {
  // Most pictures are equal, and decoding takes longer than taking them.
  if (before.equals(now)) return 0;
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(now)];
  const { width, height } = a;
  if (b.width !== width || b.height !== height) return Infinity;
  return pixelmatch(a.data, b.data, undefined, width, height, { threshold: 0.05 });
}
