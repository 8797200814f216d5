/** `npm run site -- --check` runs these tests after it has built the site. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { isAlone, STORY_NAMES, waitForStories } from '../../../tools/pictures/story-pages.js';
import { typePinTwice } from '../../support/cardholder.js';
import { useChromium, waitForText } from '../../support/chromium.js';
import { useBuiltSite } from './site-server.js';

/** Milliseconds for all tests. */
const TIMEOUT = 120_000;

const PIN = '4826';

describe('the demos of the site', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const site = useBuiltSite();

  /** Opens the playground, and sets a PIN. Returns the addresses that were requested meanwhile. */
  async function setPin(query: string): Promise<{ page: Page; requested: readonly string[] }> {
    const page = await browser().newPage();
    const requested: string[] = [];
    await page.goto(`${site()}playground/${query}`);
    await page.getByText('pin-ready', { exact: true }).waitFor();
    page.on('request', (request) => requested.push(request.url()));
    await page.locator('set-card-pin').evaluate((element) => element.focus());
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    return { page, requested };
  }

  it('set a PIN in the playground, without any server', async () => {
    const { page, requested } = await setPin('');
    await waitForText(page, 'Your new PIN is set');
    await page.getByText('PaymentCard', { exact: true }).waitFor();
    assert.deepEqual(requested, []);
    await page.getByText('The page captured no digits.').waitFor();
    await page.close();
  });

  it('ask for another token when the service refuses the first', async () => {
    const { page } = await setPin('?card=card_test_token_refused_once');
    await waitForText(page, 'Your new PIN is set');
    await page.getByText('token-expired', { exact: true }).first().waitFor();
    await page.close();
  });

  it('show what the naive form gives away', async () => {
    const page = await browser().newPage();
    await page.goto(`${site()}playground/?mode=naive`);
    await page.locator('naive-pin-form input').first().click();
    await page.keyboard.type(PIN);
    await page.getByText('The page captured 4 of 4 digits.').waitFor();
    await page.close();
  });

  it('offer isolated mode only where there is a second origin', async () => {
    const page = await browser().newPage();
    await page.goto(`${site()}playground/?mode=isolated`);
    await page.getByText('pin-ready', { exact: true }).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Inline' }).isChecked(), true);
    assert.equal(await page.getByRole('radio', { name: 'Isolated' }).count(), 0);
    await page.close();
  });

  it('show every story in its state', async () => {
    const page = await browser().newPage();
    await page.goto(`${site()}stories/`);
    await waitForStories(
      page,
      STORY_NAMES.filter((name) => !isAlone(name)),
    );
    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByText('pin-ready', { exact: true }).waitFor();
    await page.close();
  });
});
