import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { listen, stop } from '../../src/node/loopback-server.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { logEntry } from './log-entry.js';
import { StartedCommand, type Addresses } from './started-command.js';

/** A PIN of the maximum length for each mode, so that it appears nowhere by chance. */
const PINS = { inline: '804513796102', isolated: '617290485317' };

async function isPin(control: string, cardId: string, pin: string): Promise<boolean> {
  const response = await fetch(`${control}/cards/${cardId}/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pin }),
  });
  return ((await response.json()) as { matches: boolean }).matches;
}

/** Moves from the top of the page into the element with Tab. */
async function tabToElement(page: Page): Promise<void> {
  const focusedTag = () => page.evaluate(() => document.activeElement?.tagName);
  for (let stops = 0; (await focusedTag()) !== 'SET-CARD-PIN'; stops += 1) {
    assert.ok(stops < 10, 'the element is one of the first ten tab stops');
    await page.keyboard.press('Tab');
  }
}

/** Milliseconds to free all ports. */
const STOP_TIMEOUT = 60_000;

/** Milliseconds for all tests. Without a limit, a missing address would block the run forever. */
const TIMEOUT = 600_000;

describe('npm start', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const started = new StartedCommand();
  let addresses: Addresses;

  before(async () => {
    addresses = await started.addresses();
  });
  after(() => started.interrupt());

  for (const mode of ['inline', 'isolated'] as const) {
    it(`lets a cardholder set a PIN with the keyboard only, and shows the PIN nowhere: ${mode}`, async () => {
      const { playground, frame, control } = addresses;
      const page = await browser().newPage();
      const noise: string[] = [];
      page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => noise.push(String(error)));
      page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
      await page.goto(`${playground}?length=12&mode=${mode}`);
      await logEntry(page, 'Events', 'pin-ready').waitFor();
      await tabToElement(page);
      await waitForFocus({ frame: page.frames().find((each) => each.url() === frame) });
      await typePinTwice(page, PINS[mode]);
      await logEntry(page, 'Events', 'pin-change').waitFor();
      await page.keyboard.press('Enter');
      await logEntry(page, 'Events', 'pin-set').waitFor();
      await logEntry(page, 'Requests', 'SetPinForPaymentCard').waitFor();

      assert.equal(await isPin(control, 'card_test_accepted', PINS[mode]), true);
      assert.deepEqual(noise, []);
      // So that the details are in the page.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const request = await logEntry(page, 'Requests', 'SetPinForPaymentCard').innerText();
      assert.match(request, /"newPin": "••••"/);
      assert.match(request, /"authorization": "Bearer ••••"/);
      const html = await page.content();
      assert.ok(html.includes('card_test_accepted'), 'the page shows the card’s id');
      assert.ok(!html.includes(PINS[mode]), 'the page’s HTML doesn’t hold the PIN');
      assert.ok(!page.url().includes(PINS[mode]), 'the URL doesn’t hold the PIN');
      await page.close();
    });
  }

  const options = { timeout: STOP_TIMEOUT };
  it('frees its ports if only npm gets the signal, even while a log is read', options, async () => {
    const log = await fetch(`${addresses.control}/requests/stream`);
    const ended = log.text().catch(() => undefined);
    await started.terminate();
    await ended;
    for (const address of Object.values(addresses) as string[]) {
      const server = createServer();
      await listen(server, Number(new URL(address).port));
      await stop(server);
    }
  });
});
