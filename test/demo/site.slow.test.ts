import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import { logEntry } from './log-entry.js';

/** Milliseconds for all tests. */
const TIMEOUT = 300_000;

const BASE = '/set-card-pin/';

const PIN = '4826';

describe('the site', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const origin = useSite(async (target) => {
    const { pathname } = new URL(target, 'http://site.invalid');
    if (!pathname.startsWith(BASE)) return undefined;
    const file = pathname.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
    const body = await readFile(`${PROJECT}demo/dist/${file}`).catch(() => undefined);
    return body && { body };
  });

  before(() => npm(PROJECT, ['run', 'site']));

  it('sets a PIN without a request to any server', async () => {
    const page = await browser().newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    await page.goto(`${origin()}${BASE}?mode=isolated&card=card_test_token_refused_once`);
    await logEntry(page, 'Events', 'pin-ready').waitFor();
    await page.getByText(/events recorded/).waitFor();
    await page.getByText('Isolated mode needs a second origin').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'focus()' }).click();
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    await logEntry(page, 'Events', 'token-expired').waitFor();
    await logEntry(page, 'Events', 'pin-set').waitFor();
    await page.getByText('PIN set once').waitFor();
    await page.getByText('the service is in this page').waitFor();
    const sent = logEntry(page, 'Requests', 'SetPinForPaymentCard');
    assert.match(await sent.innerText(), /from the page.*200.*PaymentCard/s);
    assert.equal(await page.getByText('The page captured no digits.').count(), 1);
    assert.deepEqual(requests, []);
    assert.deepEqual(errors, []);
    await page.close();
  });
});
