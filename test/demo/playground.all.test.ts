import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DEMO_CARDHOLDER } from '../../demo/portal/demo-cardholder.js';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { SandboxClient } from '../node/sandbox/sandbox-client.js';
import { elementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { logEntry } from './log-entry.js';

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

/** A PIN of the maximum length, so that it appears nowhere by chance. */
const PIN = '804513796102';

describe('the playground', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  let playground: Playground;

  let page: Page;

  before(async () => {
    playground = await startPlayground(0);
    page = await browser().newPage();
  });
  after(() => playground.close());

  async function open(query = ''): Promise<void> {
    await page.goto(`${playground.url}${query}`);
    await logEntry(page, 'Events', 'pin-ready').waitFor();
  }

  it('doesn’t scroll sideways in any width', async () => {
    await open('?lang=ar&length=12');
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(wide, width);
    }
  });

  it('keeps the scenario in the URL', async () => {
    await open();
    await page.getByLabel('Card').selectOption('card_test_weak_pin');
    await page.getByLabel('Isolated').check();
    await page.getByLabel('PIN length').selectOption('6');
    await page.getByLabel('Colours').selectOption('Dark');
    await page.getByLabel('Theme').selectOption('Carbon');
    await page.getByLabel('Appearance').selectOption('Line');
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('PIN rules').selectOption('None');
    await page.getByLabel('Ask for the PIN twice').uncheck();
    assert.equal(
      new URL(page.url()).search,
      '?card=card_test_weak_pin&mode=isolated&theme=carbon&appearance=line&lang=de&scheme=dark&length=6&rules=none&confirm=false',
    );

    await page.reload();
    assert.equal(await page.getByLabel('Card').inputValue(), 'card_test_weak_pin');
    assert.equal(await page.getByLabel('Colours').inputValue(), 'dark');
    const element = page.locator('set-card-pin');
    assert.equal(await element.getAttribute('card-id'), 'card_test_weak_pin');
    assert.equal(await element.getAttribute('frame-src'), playground.frame);
    assert.equal(await element.getAttribute('pin-length'), '6');
    assert.equal(await element.getAttribute('pin-rules'), 'none');
    assert.equal(await element.getAttribute('no-confirm'), '');
    assert.equal(await element.getAttribute('appearance'), 'line');
    assert.equal(
      await element.evaluate((it) =>
        getComputedStyle(it).getPropertyValue('--set-card-pin-radius').trim(),
      ),
      '0',
    );
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.ok(code.includes(`frame-src="${playground.frame}"`));
    assert.match(code, /locales\/de.js[^]*pin-length="6"[^]*appearance="line"[^]*no-confirm/);
  });

  it('writes HTML that sets a PIN in a page of its own', async () => {
    await open('?length=12');
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    const body = await elementScript();
    await page.route('**/set-card-pin.js', (route) => route.fulfill({ body }));
    // Chromium lets only pages of this machine's servers send requests to the sandbox.
    await page.goto(`${playground.url}demo/themes/linden.css`);
    await page.evaluate(
      (cardholder) =>
        fetch('/portal/session', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ cardholder }),
        }),
      DEMO_CARDHOLDER.name,
    );
    await page.setContent(code);
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('PIN is set'),
    });
    await page.locator('set-card-pin').evaluate((element) => element.focus());
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    await logged;
  });

  it('gets a fresh client token if the service refuses one, and keeps the typed PIN', async () => {
    const card = 'card_test_token_refused_once';
    await open(`?length=12&card=${card}`);
    await page.getByRole('button', { name: 'focus()' }).click();
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    await logEntry(page, 'Events', 'token-expired').getByText('refused', { exact: true }).waitFor();
    await logEntry(page, 'Events', 'pin-set').waitFor();

    assert.equal(await new SandboxClient(playground.sandbox).matches(card, PIN), true);
    const attempts = page
      .getByRole('region', { name: 'Requests' })
      .getByRole('listitem')
      .filter({ hasText: 'SetPinForPaymentCard' });
    await attempts.nth(1).waitFor();
    assert.match(await attempts.nth(0).innerText(), /200/);
    assert.match(await attempts.nth(1).innerText(), /401/);
  });
});
