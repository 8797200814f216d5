import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { findProgram } from '../../tools/browsers/engines/find-program.js';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { browserFlags } from '../../tools/browsers/launch-browser.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { useElementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useSite } from '../support/site.js';
import { until } from '../support/until.js';

const [WIDTH, HEIGHT] = [1000, 800];

/** The colour of the page, as CSS and as a pixel. */
const [GREEN, GREEN_PIXEL] = ['#008000', 0x008000];

/**
 * A page of one colour, with the element on its left. Any other colour on its right is the
 * browser's.
 */
const PAGE = (script: string) => `<!doctype html><html lang="en"><title>A portal</title>
<link rel="icon" href="data:,"><style>html { background: ${GREEN} } set-card-pin { width: 300px }</style>
<script src="${script}"></script><set-card-pin></set-card-pin></html>`;

/** Covered pixels that count as an offer. The mouse pointer covers about 200, the offer 90,000. */
const OFFER = 10_000;

/** Milliseconds for the suite. Without a limit, a failing test could wait forever. */
const LIMIT = 180_000;

/** A page in a browser with its own screen and profile. */
interface Window {
  readonly page: Page;
  /** Returns whether the screen shows the browser's offer to save a password. */
  readonly hasOffer: () => Promise<boolean>;
}

const skip = findProgram('Xvfb') === undefined && 'Xvfb, the screen for Chromium, is missing.';
assert.ok(!skip || !process.env.CI, String(skip));

/** Chromium makes the offer in its own window, outside the page, so the test looks at a screen. */
describe('Chromium’s offer to save a password', { timeout: LIMIT, skip }, () => {
  const client = useSandbox();
  const script = useElementScript();
  const site = useSite((path) => {
    if (path === '/set-card-pin.js') return { body: script() };
    if (path === '/renamed.js') {
      const body = script().replace(/(?<!set-)card-pin-(?=\$)/g, 'secret-');
      return { body };
    }
    return { body: PAGE(path === '/' ? '/set-card-pin.js' : '/renamed.js') };
  });
  const cleanups: (() => unknown)[] = [];

  after(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  });

  const openWindow = async (path: string): Promise<Window> => {
    const folder = await mkdtemp(join(tmpdir(), 'save-prompt-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const context = await launch(join(folder, 'profile'), await startScreen(folder));
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(site() + path);
    const hasOffer = async () =>
      coveredPixels(await readFile(join(folder, 'Xvfb_screen0'))) > OFFER;
    return { page, hasOffer };
  };

  const setPin = async ({ page }: Window): Promise<void> => {
    const cardId = (await client().card('accepted')).id;
    const authorization = await client().bearer(cardId);
    await page.locator('set-card-pin').evaluate(
      (element: SetCardPinElement, settings) => {
        Object.assign(element, settings);
        element.focus();
      },
      {
        endpoint: client().sandbox.test.url,
        cardId,
        clientToken: authorization.slice('Bearer '.length),
      },
    );
    await typePinTwice(page, '4826');
    await page.keyboard.press('Enter');
    await page.locator('set-card-pin:state(set)').waitFor();
    // Chromium makes an offer when a request succeeds and the fields are gone. When the request of
    // the element ends, they may still be there.
    await page.evaluate(async () => (await fetch('/account')).text());
  };

  /** Starts a screen that is kept in a file in the folder, and returns its name. */
  const startScreen = async (folder: string): Promise<string> => {
    const size = `${WIDTH}x${HEIGHT}x24`;
    const options = `-displayfd 3 -screen 0 ${size} -nolisten tcp -fbdir`.split(' ');
    const screen = spawn('Xvfb', [...options, folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    cleanups.push(() => end(screen));
    const [line] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer];
    return `:${String(line).trim()}`;
  };

  const launch = async (profile: string, display: string): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: await findInstalledBrowser(),
      headless: false,
      viewport: null,
      env: { ...process.env, DISPLAY: display },
      args: [
        ...browserFlags,
        '--password-store=basic',
        '--window-position=0,0',
        `--window-size=${WIDTH},${HEIGHT}`,
      ],
      // An automated browser makes no offers.
      ignoreDefaultArgs: ['--enable-automation'],
    });
    cleanups.push(() => context.close());
    return context;
  };

  it('does not come after a PIN was set, but comes if the fields have other names', async () => {
    const [window, control] = await Promise.all([openWindow('/'), openWindow('/renamed')]);
    await setPin(window);
    await setPin(control);
    // The control's PIN was set later, so an offer in the other window would be there by then.
    await until('there is an offer', () => control.hasOffer());
    assert.equal(await window.hasOffer(), false);
  });
});

/** Counts pixels of another colour on the right of the page, in a screenshot by X (xwd). */
function coveredPixels(picture: Buffer): number {
  const word = (at: number) => picture.readUInt32BE(at * 4);
  const pixels = word(0) + word(19) * 12;
  const bytesPerLine = word(12);
  let count = 0;
  for (let y = 250; y < HEIGHT - 50; y++)
    for (let x = 450; x < WIDTH - 50; x++)
      if (picture.readUInt32LE(pixels + y * bytesPerLine + x * 4) % 0x1000000 !== GREEN_PIXEL)
        count++;
  return count;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
