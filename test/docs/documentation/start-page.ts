/** Runs the server of docs/start.md, and tries in its page what that page suggests. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../tools/browsers/free-port.js';
import { startCommand } from '../../node/run-command.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { typePinTwice } from '../../support/cardholder.js';
import { waitForText } from '../../support/chromium.js';

const PIN = '4826';

/** @param folder - Has `index.html`, `server.mjs` and the package. */
export async function tryStartPage(
  folder: string,
  client: SandboxClient,
  browser: Browser,
): Promise<void> {
  const { url, apiKey } = client.sandbox.test;
  const PORT = String(await freePort());
  const env = { SET_CARD_PIN_ENDPOINT: url, SET_CARD_PIN_API_KEY: apiKey, PORT };
  const server = startCommand(join(folder, 'server.mjs'), [], { cwd: folder, env });
  const page = await browser.newPage();
  const submit = async (address: string): Promise<void> => {
    await page.goto(address);
    await page.locator('set-card-pin').focus();
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
  };
  try {
    const [address = ''] = /http:\S+/.exec(await server.printed('http:')) ?? [];
    await submit(address);
    await waitForText(page, 'Your new PIN');
    assert.equal(await client.matches('card_test_accepted', PIN), true);

    const refused = page.waitForResponse((response) => response.status() === 403);
    await submit(`${address}/?card=card_123`);
    await waitForText(page, 'Something went wrong on our side');
    assert.match((await refused).url(), /\/portal\/client-token$/);
  } finally {
    await page.close();
    server.process.kill();
  }
  assert.equal((await server.ended).stderr, '');
}
