/** Takes the pictures of the README (docs/images) from the playground. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { startPlayground } from '../../demo/start/playground-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Any PIN that the local rules allow. */
const PIN = '4829';

async function main(): Promise<void> {
  const [browser, playground] = await Promise.all([
    launchBrowser(await findInstalledBrowser()),
    startPlayground(0),
  ]);
  try {
    for (const scheme of ['light', 'dark'])
      await takeElement(browser, `${playground.url}?scheme=${scheme}`, `element-${scheme}.png`);
    await takePlayground(browser, playground.url, 'playground.png');
  } finally {
    await Promise.all([browser.close(), playground.close()]);
  }
}

/** Takes the element with both fields filled in, and a little of the page around it. */
async function takeElement(browser: Browser, url: string, name: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 480, height: 900 },
    deviceScaleFactor: 2,
  });
  await page.goto(url);
  await typePin(page);
  await page.addStyleTag({
    content:
      '.portal { width: 376px; margin: 0; padding: 16px; border: 0; border-radius: 0 } .bank { display: none }',
  });
  await save(await page.locator('.portal').screenshot(), name);
  await page.close();
}

/** Takes the playground after a PIN was set, with the request that set it. */
async function takePlayground(browser: Browser, url: string, name: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  await typePin(page);
  await page.keyboard.press('Enter');
  await page.getByText('pin-set', { exact: true }).waitFor();
  const exchange = page.getByText('SetPinForPaymentCard', { exact: true });
  await exchange.first().click();
  // The check mark is animated.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await save(await page.screenshot(), name);
  await page.close();
}

async function typePin(page: Page): Promise<void> {
  await page.locator('set-card-pin').evaluate((element) => element.focus());
  for (const key of [...PIN, 'Tab', ...PIN]) await page.keyboard.press(key);
}

async function save(picture: Buffer, name: string): Promise<void> {
  await writeFile(`${FOLDER}${name}`, picture);
  console.log(`docs/images/${name}  ${picture.length} bytes`);
}

await main();
