/** Runs the server of docs/start.md, and tries in its page what that page suggests. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../tools/browsers/free-port.js';
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
  const port = await freePort();
  const { url, apiKey } = client.sandbox.test;
  const server = spawn(process.execPath, ['server.mjs'], {
    cwd: folder,
    env: {
      SET_CARD_PIN_ENDPOINT: url,
      SET_CARD_PIN_API_KEY: apiKey,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  server.stderr.on('data', (part) => (errors += part));
  const ended = once(server, 'close');
  const page = await browser.newPage();
  try {
    // It prints its address when it listens.
    const [line] = await Promise.race([
      once(server.stdout, 'data') as Promise<[Buffer]>,
      ended.then(() => assert.fail('The server ended.')),
    ]);
    const address = /http:\S+/.exec(line.toString())?.[0] ?? '';
    const submit = async (query: string): Promise<void> => {
      await page.goto(address + query);
      await page.locator('set-card-pin').focus();
      await typePinTwice(page, PIN);
      await page.keyboard.press('Enter');
    };

    await submit('');
    await waitForText(page, 'Your new PIN');
    assert.equal(await client.matches('card_test_accepted', PIN), true);

    const refused = page.waitForResponse((response) => response.status() === 403);
    await submit('/?card=card_123');
    await waitForText(page, 'Something went wrong on our side');
    assert.match((await refused).url(), /\/portal\/client-token$/);
    assert.equal(errors, '');
  } finally {
    await page.close();
    server.kill();
    await ended;
  }
}
