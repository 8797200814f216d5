/**
 * `npm run pictures`: takes the pictures of the README (docs/images) from the playground, and the
 * pictures of the stories (test/demo/pictures), which test/demo/pictures.slow.test.ts compares with
 * the current element.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { callCommand, noOptions } from '../../src/node/command.js';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { launchPictureBrowser, PICTURES, SHEETS, takeSheet } from './story-pictures.js';

const HELP = `Usage: npm run pictures

Takes the pictures of the README (docs/images) and of the stories (test/demo/pictures) again, in
Chromium. It takes about a minute, and prints the name of each picture.

Exit codes: 0 success; 1 a picture could not be taken; 2 usage error.
`;

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));

/** Any PIN that the local rules allow. */
const PIN = '4829';

async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const [browser, playground] = await Promise.all([
    launchBrowser(await findInstalledBrowser()),
    startPlayground(0),
  ]);
  try {
    for (const scheme of ['light', 'dark'])
      await takeElement(browser, `${playground.url}?scheme=${scheme}`, `element-${scheme}.png`);
    await takePlayground(browser, playground.url, 'playground.png');
    await takeStories(playground);
  } finally {
    await Promise.all([browser.close(), playground.close()]);
  }
}

/** Takes the sheets of stories. */
async function takeStories(playground: Playground): Promise<void> {
  const browser = await launchPictureBrowser();
  if (browser === undefined)
    return console.log('The pictures of the stories are taken only on Linux on x64.');
  await mkdir(PICTURES, { recursive: true });
  try {
    for (const sheet of SHEETS) {
      const picture = await takeSheet(browser, playground, sheet);
      await writeFile(`${PICTURES}${sheet.name}.png`, picture);
      console.log(`test/demo/pictures/${sheet.name}.png  ${picture.length} bytes`);
    }
  } finally {
    await browser.close();
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
  await page.addStyleTag({ content: '.frame { border: 0; border-radius: 0 }' });
  await save(await page.locator('.bank-page').screenshot(), name);
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
  await page.getByText('"newPin"').scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollTo(0, 0));
  // The check mark is animated.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await save(await page.screenshot(), name);
  await page.close();
}

async function typePin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'focus()' }).click();
  for (const key of [...PIN, 'Tab', ...PIN]) await page.keyboard.press(key);
}

async function save(picture: Buffer, name: string): Promise<void> {
  await writeFile(`${FOLDER}${name}`, picture);
  console.log(`docs/images/${name}  ${picture.length} bytes`);
}

await callCommand(HELP, noOptions, main);
