import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import {
  differenceOf,
  launchPictureBrowser,
  openSheets,
  PICTURES,
  SHEETS,
  takeSheet,
  TOLERANCE,
  type Sheet,
} from '../../tools/pictures/story-pictures.js';

/** Folder for pictures that differ, with their differences. */
const REPORTS = fileURLToPath(new URL('../../reports/pictures/', import.meta.url));

/** Bytes of all pictures together. Everybody who clones the project downloads them. */
const MAX_SIZE = 1_000_000;

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

const browser = await launchPictureBrowser();
const skip = browser === undefined && 'the pictures are taken on Linux on x64 only';

describe('the pictures of the stories', { timeout: TIMEOUT, skip }, () => {
  let playground: Playground;
  let page: Page;

  before(async () => {
    playground = await startPlayground({ port: 0, framePort: 0, sandboxPort: 0 });
    page = await openSheets(browser!, playground);
  });
  after(() => Promise.all([browser?.close(), playground.close()]));

  async function pixelsChanged(sheet: Sheet): Promise<number> {
    const before = await readFile(join(PICTURES, `${sheet.name}.png`));
    const now = await takeSheet(page, sheet);
    const { pixels, picture } = differenceOf(before, now);
    if (pixels > TOLERANCE) {
      await mkdir(REPORTS, { recursive: true });
      await writeFile(join(REPORTS, `${sheet.name}.png`), now);
      if (picture) await writeFile(join(REPORTS, `${sheet.name}-difference.png`), picture());
    }
    return pixels;
  }

  for (const sheet of SHEETS) {
    it(`show an unchanged element: ${sheet.name}`, async () => {
      const pixels = await pixelsChanged(sheet);
      assert.ok(pixels <= TOLERANCE, `${pixels} pixels differ: see reports/pictures/`);
    });
  }

  it('detect a slightly darker colour and a text that moved by a pixel', async () => {
    const [light] = SHEETS;
    for (const style of [
      'set-card-pin { --set-card-pin-border: #747e91 }',
      'set-card-pin { position: relative; inset-inline-start: 1px }',
    ]) {
      const before = await readFile(join(PICTURES, `${light!.name}.png`));
      const now = await takeSheet(page, { ...light!, style });
      assert.ok(differenceOf(before, now).pixels > 10 * TOLERANCE, style);
    }
  });

  it('have one file for each sheet, and are small enough to clone', async () => {
    const files = await readdir(PICTURES);
    assert.deepEqual(files.sort(), SHEETS.map(({ name }) => `${name}.png`).sort());
    const sizes = await Promise.all(files.map((file) => stat(join(PICTURES, file))));
    assert.ok(sizes.reduce((sum, { size }) => sum + size, 0) < MAX_SIZE);
  });
});
