import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import {
  differenceOf,
  launchPictureBrowser,
  PICTURES,
  SHEETS,
  takeSheet,
  TOLERANCE,
} from '../../tools/pictures/story-pictures.js';

/** Folder for pictures that differ. */
const REPORTS = fileURLToPath(new URL('../../reports/pictures/', import.meta.url));

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

const browser = await launchPictureBrowser();
const skip = browser === undefined && 'the pictures are taken on Linux on x64 only';

describe('the pictures of the stories', { timeout: TIMEOUT, skip }, () => {
  let playground: Playground;

  before(async () => {
    playground = await startPlayground(0);
  });
  after(() => Promise.all([browser?.close(), playground.close()]));

  for (const sheet of SHEETS) {
    it(`show an unchanged element: ${sheet.name}`, async () => {
      const before = await readFile(join(PICTURES, `${sheet.name}.png`));
      const now = await takeSheet(browser!, playground, sheet);
      const pixels = differenceOf(before, now);
      if (pixels > TOLERANCE) {
        await mkdir(REPORTS, { recursive: true });
        await writeFile(join(REPORTS, `${sheet.name}.png`), now);
      }
      assert.ok(pixels <= TOLERANCE, `${pixels} pixels differ: see reports/pictures/`);
    });
  }
});
