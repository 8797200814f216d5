import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { unpackCarriedChromium } from '../../tools/browsers/carried-chromium.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { SHEETS, takeSheet } from '../../tools/pictures/story-pictures.js';
import { PROJECT } from '../../tools/project.js';

/** Folder of the pictures. */
const PICTURES = `${PROJECT}test/demo/pictures`;

/** Folder for pictures that differ. */
const REPORTS = `${PROJECT}reports/pictures`;

/** Pixels that may differ, because processors don't round every curve alike. */
const TOLERANCE = 20;

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

// Always this Chromium, because other versions draw text a little differently.
const program = await unpackCarriedChromium();
const browser = program === undefined ? undefined : await launchBrowser(program);
const skip = browser === undefined && 'the pictures are taken on Linux on x64 only';

/** `npm run pictures` sets it. */
const { TAKE_PICTURES } = process.env;

describe('the pictures of the stories', { timeout: TIMEOUT, skip }, () => {
  let playground: Playground;

  before(async () => {
    playground = await startPlayground(0);
  });
  after(() => Promise.all([browser?.close(), playground.close()]));

  for (const sheet of SHEETS) {
    it(`show an unchanged element: ${sheet.name}`, async () => {
      const file = `${sheet.name}.png`;
      const now = await takeSheet(browser!, playground, sheet);
      if (TAKE_PICTURES) return writeFile(`${PICTURES}/${file}`, now);
      const pixels = differenceOf(await readFile(`${PICTURES}/${file}`), now);
      if (pixels <= TOLERANCE) return;
      await mkdir(REPORTS, { recursive: true });
      await writeFile(`${REPORTS}/${file}`, now);
      assert.fail(`${pixels} pixels differ: see reports/pictures/`);
    });
  }
});

/** Returns the number of pixels that differ. */
function differenceOf(before: Buffer, now: Buffer): number {
  // Most pictures are equal, and decoding takes longer than taking them.
  if (before.equals(now)) return 0;
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(now)];
  const { width, height } = a;
  if (b.width !== width || b.height !== height) return Infinity;
  return pixelmatch(a.data, b.data, undefined, width, height, { threshold: 0.05 });
}
