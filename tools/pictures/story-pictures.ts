/**
 * Pictures of the stories, several on a sheet, and how they differ from those that were taken before: test/pictures/*.png.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Playground } from '../../demo/start/playground-server.js';
import type { StoryName } from '../../demo/stories/stories.js';
import { unpackCarriedChromium } from '../browsers/carried-chromium.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import {
  isAlone,
  isShown,
  openStories,
  STORY_NAMES,
  tellAgain,
  waitForStories,
} from './story-pages.js';

/** Where the pictures are. */
export const PICTURES = fileURLToPath(new URL('../../test/demo/pictures/', import.meta.url));

/** One picture of several stories, each 320 px wide. */
export interface Sheet {
  readonly name: string;
  /** The query of the stories' page. */
  readonly query: string;
  readonly stories: readonly StoryName[];
  readonly options?: BrowserContextOptions;
  /** What a user's own style sheet says. */
  readonly style?: string;
}

const ALL = STORY_NAMES.filter((name) => !isAlone(name));

/** Those in which most of the parts are to be seen. */
const SOME: readonly StoryName[] = ['full', 'mismatch', 'waiting', 'set', 'unconfirmed'];

export const SHEETS: readonly Sheet[] = [
  { name: 'light', query: '?scheme=light', stories: ALL },
  { name: 'dark', query: '?scheme=dark', stories: ALL },
  { name: 'line', query: '?scheme=light&appearance=line', stories: SOME },
  { name: 'field', query: '?scheme=light&appearance=field', stories: SOME },
  { name: 'linden', query: '?scheme=light&theme=linden', stories: SOME },
  { name: 'carbon', query: '?scheme=dark&theme=carbon', stories: SOME },
  { name: 'material', query: '?scheme=light&theme=material', stories: SOME },
  { name: 'arabic', query: '?scheme=light&lang=ar&dir=rtl', stories: SOME },
  {
    name: 'forced-colours',
    query: '',
    stories: [...SOME, 'disabled'],
    options: { forcedColors: 'active' },
  },
  {
    name: 'text-200-percent',
    query: '?scheme=light',
    stories: SOME,
    style: 'html { font-size: 200% }',
  },
  {
    // As WCAG 1.4.12 has it.
    name: 'text-spacing',
    query: '?scheme=light',
    stories: SOME,
    style:
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  },
];

/** The stories alone, and nothing that differs from one time or machine to another: ids of requests, the caret, fonts. */
const PAGE_STYLE = `
  body > header, section > :not(.place) { display: none }
  main { display: flex; flex-wrap: wrap; gap: 0; padding: 0 }
  section { flex: none; width: 320px }
  .place { margin: 0 }
  set-card-pin { --set-card-pin-font: Pictures, 'Pictures Arabic' !important }
`;

/** No page can give the digits another font. */
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
 * Starts the Chromium in which all pictures are taken, the one of a certain version that npm brings along: others draw text a little
 * differently. Gives nothing on a system that it was not built for.
 */
export async function launchPictureBrowser(): Promise<Browser | undefined> {
  const program = await unpackCarriedChromium();
  return program === undefined ? undefined : launchBrowser(program);
}

/** Takes a sheet of how the stories look now. */
export async function takeSheet(
  browser: Browser,
  playground: Playground,
  { query, stories, options, style = '' }: Sheet,
): Promise<Buffer> {
  const page = await openStories(browser, playground, query, {
    viewport: { width: 1600, height: 900 },
    ...options,
  });
  const unwanted = STORY_NAMES.filter((name) => !stories.includes(name)).map((name) => `#${name}`);
  const hidden = unwanted.length === 0 ? '' : `${unwanted.join(', ')} { display: none }`;
  await waitForStories(page, ALL);
  await page.addStyleTag({ content: `${await fontFaces()} ${PAGE_STYLE} ${hidden} ${style}` });
  for (;;) {
    for (const name of stories) if (!(await isShown(page, name))) await tellAgain(page, name);
    await page.evaluate(dress, `${ROOT_STYLE} ${style}`);
    const picture = await page
      .locator('main')
      .screenshot({ animations: 'disabled', caret: 'hide' });
    const shown = await Promise.all(stories.map((name) => isShown(page, name)));
    if (shown.includes(false)) continue;
    await page.close();
    return picture;
  }
}

/** In the page: gives each root a style sheet, and waits for all fonts. */
async function dress(style: string): Promise<void> {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  for (const { shadowRoot } of document.querySelectorAll('set-card-pin')) {
    shadowRoot?.adoptedStyleSheets.push(sheet);
  }
  await Promise.all([...document.fonts].map((font) => font.load()));
}

/** Of how many pixels a picture may differ: processors don't round every curve alike. */
export const TOLERANCE = 20;

/** How much two pictures differ. */
export interface Difference {
  /** Pixels; all of them where the sizes differ. */
  readonly pixels: number;
  /** Draws the picture with what differs in red; nothing where the sizes differ, or nothing does. */
  readonly picture?: () => Buffer;
}

/** Compares two pictures. */
export function differenceOf(before: Buffer, now: Buffer): Difference {
  // As most are; to look into them takes longer than to take them.
  if (before.equals(now)) return { pixels: 0 };
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(now)];
  const { width, height } = a;
  if (b.width !== width || b.height !== height) return { pixels: width * height };
  const out = new PNG({ width, height });
  const pixels = pixelmatch(a.data, b.data, out.data, width, height, { threshold: 0.05 });
  return { pixels, picture: () => PNG.sync.write(out) };
}
