/** Takes the README's pictures (docs/images) from the playground. */
import { writeFile } from 'node:fs/promises';
import type { StoryName } from '../../demo/stories/stories.js';
import { startPlayground } from '../../demo/start/playground-server.js';
import { findInstalledBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { PROJECT } from '../project.js';

const FOLDER = `${PROJECT}docs/images/`;

/** The stories that the README shows. */
const STATES: readonly StoryName[] = ['empty', 'guessable', 'set', 'unconfirmed'];

/** Shows only these stories, without their captions. */
const STATES_STYLE = `
  body > header, section > :not(.place) { display: none }
  section:not(${STATES.map((name) => `#${name}`).join()}) { position: absolute; visibility: hidden }
  main { display: flex; gap: 0; padding: 0; width: max-content }
  section { flex: none; width: 300px }
  .place { margin: 0 }
`;

/** Any PIN that the local rules allow. */
const PIN = '4829';

const [browser, playground] = await Promise.all([
  launchBrowser(await findInstalledBrowser()),
  startPlayground(0),
]);
try {
  for (const scheme of ['light', 'dark']) await takeStates(scheme);
  await takePlayground();
} finally {
  await Promise.all([browser.close(), playground.close()]);
}

/** Takes a picture of four stories, side by side. */
async function takeStates(scheme: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
  });
  await page.addInitScript((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, STATES_STYLE);
  await page.goto(`${playground.url}demo/stories/?scheme=${scheme}`);
  for (const name of STATES) await page.locator(`#${name} [data-shown]`).waitFor();
  await save(await page.locator('main').screenshot(), `states-${scheme}.png`);
}

/** Takes a picture of the playground after a PIN was set, with the request that set it. */
async function takePlayground(): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(playground.url);
  await page.locator('set-card-pin').focus();
  for (const key of [...PIN, 'Tab', ...PIN, 'Enter']) await page.keyboard.press(key);
  await page.getByText('pin-set', { exact: true }).waitFor();
  await page.getByText('SetPinForPaymentCard', { exact: true }).first().click();
  // The check mark is animated.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await save(await page.screenshot(), 'playground.png');
}

async function save(picture: Buffer, name: string): Promise<void> {
  await writeFile(`${FOLDER}${name}`, picture);
  console.log(`docs/images/${name}  ${picture.length} bytes`);
}
