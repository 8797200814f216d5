/** Takes the pictures of the README (docs/images) from the playground. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { startPlayground } from '../../demo/start/playground-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { PROJECT } from '../project.js';

const FOLDER = `${PROJECT}docs/images/`;

/** Any PIN that the local rules allow. */
const PIN = '4829';

const [browser, playground] = await Promise.all([
  launchBrowser(await findInstalledBrowser()),
  startPlayground(0),
]);
try {
  for (const scheme of ['light', 'dark']) await takeElement(scheme);
  await takePlayground();
} finally {
  await Promise.all([browser.close(), playground.close()]);
}

/** Takes the element with both fields filled in, and a little of the page around it. */
async function takeElement(scheme: string): Promise<void> {
  const viewport = { width: 480, height: 900 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  await page.goto(`${playground.url}?scheme=${scheme}`);
  await typePin(page);
  await page.addStyleTag({
    content:
      '.portal { width: 376px; margin: 0; padding: 16px; border: 0; border-radius: 0 } .bank { display: none }',
  });
  await save(await page.locator('.portal').screenshot(), `element-${scheme}.png`);
}

/** Takes the playground after a PIN was set, with the request that set it. */
async function takePlayground(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(playground.url);
  await typePin(page);
  await page.keyboard.press('Enter');
  await page.getByText('pin-set', { exact: true }).waitFor();
  await page.getByText('SetPinForPaymentCard', { exact: true }).first().click();
  // The check mark is animated.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await save(await page.screenshot(), 'playground.png');
}

async function typePin(page: Page): Promise<void> {
  await page.locator('set-card-pin').focus();
  for (const key of [...PIN, 'Tab', ...PIN]) await page.keyboard.press(key);
}

async function save(picture: Buffer, name: string): Promise<void> {
  await writeFile(`${FOLDER}${name}`, picture);
  console.log(`docs/images/${name}  ${picture.length} bytes`);
}
