/** Compares the stories with their pictures. `npm run pictures` takes the pictures again. */
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { startPlayground } from '../../demo/start/playground-server.js';
import { isAlone, STORY_NAMES, type StoryName } from '../../demo/stories/stories.js';
import { unpackCarriedChromium } from '../../tools/browsers/carried-chromium.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { PROJECT } from '../../tools/project.js';
import { useStarted } from '../leaks/portal-page.js';

const PICTURES = `${PROJECT}test/demo/pictures`;

/** Folder for pictures that differ. */
const REPORTS = `${PROJECT}reports/pictures`;

/** Pixels that may differ, because processors don't round every curve alike. */
const TOLERANCE = 20;

/** Milliseconds for all tests, and for each step in a page, because a busy machine is slow. */
const TIMEOUT = 600_000;
const STEP_TIMEOUT = 120_000;

/** The stories on the page of all stories. */
const ALL = STORY_NAMES.filter((name) => !isAlone(name));

/** Stories that together show most parts of the element. */
const SOME: readonly StoryName[] = ['full', 'mismatch', 'waiting', 'set', 'unconfirmed'];

/** The values of WCAG 1.4.12. */
const SPACED =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }';

/** The look of a picture's stories, which stories, and a user's style sheet. */
type Sheet = readonly [look: string, stories?: readonly StoryName[], style?: string];

/** Pictures of several stories, each 320 px wide. */
const SHEETS: Readonly<Record<string, Sheet>> = {
  light: ['scheme=light', ALL],
  dark: ['scheme=dark', ALL],
  line: ['scheme=light&appearance=line'],
  field: ['scheme=light&appearance=field'],
  linden: ['scheme=light&theme=linden'],
  carbon: ['scheme=dark&theme=carbon'],
  material: ['scheme=light&theme=material'],
  arabic: ['scheme=light&lang=ar'],
  'forced-colours': ['', [...SOME, 'disabled']],
  'text-200-percent': ['scheme=light', SOME, 'html { font-size: 200% }'],
  'text-spacing': ['scheme=light', SOME, SPACED],
};

/** Hides all but the stories. */
const PAGE_STYLE = `
  body > header, section > :not(.place) { display: none }
  main { display: flex; flex-wrap: wrap; gap: 0; padding: 0 }
  section { flex: none; width: 320px }
  .place { margin: 0 }
`;

/** Hides the request ids, which differ each time. The page's own styles can't. */
const ROOT_STYLE = '.quote { display: none !important }';

// Always uses this Chromium, because it has its own fonts, and versions differ in how they draw.
const program = await unpackCarriedChromium();
const skip = program === undefined && 'the pictures are taken on Linux on x64 only';

describe('the stories page', { timeout: TIMEOUT, skip }, () => {
  const browser = useStarted(() => launchBrowser(program!));
  const playground = useStarted(() => startPlayground(0));

  for (const [name, sheet] of Object.entries(SHEETS)) {
    it(`looks the same as its picture: ${name}`, async () => {
      const page = await browser().newPage({
        reducedMotion: 'reduce',
        forcedColors: name === 'forced-colours' ? 'active' : 'none',
        // High enough for all stories, because a PIN is masked when it leaves the viewport.
        viewport: { width: 1600, height: 3000 },
      });
      const now = await takeSheet(page, playground().url, sheet);
      await page.close();
      const file = `${PICTURES}/${name}.png`;
      if (process.env.TAKE_PICTURES) return writeFile(file, now);
      const before = await readFile(file);
      // Most pictures are equal, and decoding takes longer than taking them.
      if (before.equals(now)) return;
      const [a, b] = [PNG.sync.read(before), PNG.sync.read(now)];
      const { width, height } = a;
      assert.deepEqual([b.width, b.height], [width, height]);
      const pixels = pixelmatch(a.data, b.data, undefined, width, height, { threshold: 0.05 });
      if (pixels <= TOLERANCE) return;
      await mkdir(REPORTS, { recursive: true });
      await writeFile(`${REPORTS}/${name}.png`, now);
      assert.fail(`${pixels} pixels differ: see reports/pictures/`);
    });
  }
});

async function takeSheet(
  page: Page,
  url: string,
  [look, stories = SOME, style = '']: Sheet,
): Promise<Buffer> {
  page.setDefaultTimeout(STEP_TIMEOUT);
  // Added before the stories, because the element keeps its height when it shows the success panel.
  await page.addInitScript((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, PAGE_STYLE + style);
  await page.goto(`${url}demo/stories/?${look}`);
  for (const name of ALL) await page.locator(`#${name} [data-shown]`).waitFor();
  for (const name of STORY_NAMES.filter((name) => !stories.includes(name)))
    await page.locator(`#${name}`).evaluate((section) => section.remove());
  // No story takes the focus, but the focus ring belongs in the pictures.
  if (stories.includes('partial')) await page.locator('#partial input').first().focus();
  // These styles apply in the roots too.
  const styles = { animations: 'disabled', caret: 'hide', style: ROOT_STYLE + style } as const;
  return page.locator('main').screenshot(styles);
}
