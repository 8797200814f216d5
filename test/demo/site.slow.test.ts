import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { PROJECT } from '../../tools/project.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import { logEntry, openPage, submitPin } from './playground.js';

/** Milliseconds for all tests. */
const TIMEOUT = 300_000;

const BASE = '/set-card-pin/';

describe('the site', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const origin = useSite(async (target) => {
    const { pathname } = new URL(target, 'http://site.invalid');
    if (!pathname.startsWith(BASE)) return undefined;
    const file = pathname.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
    const body = await readFile(`${PROJECT}demo/dist/${file}`).catch(() => undefined);
    return body && { body };
  });
  const at = (host: string) => `${origin().replace('127.0.0.1', host)}${BASE}`;

  before(async () => {
    const origins = ['localhost', '127.0.0.1'].map((host) => new URL(at(host)).origin);
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'tools/site.ts', '--origins', origins.join()],
      { cwd: PROJECT },
    );
  });

  for (const [mode, host, sender] of [
    ['inline', '127.0.0.1', 'from the page'],
    ['isolated', '127.0.0.1', 'from the frame page'],
    ['isolated', 'localhost', 'from the frame page'],
  ] as const)
    it(`sets a PIN in ${mode} mode at ${host}, without sending any request`, async () => {
      const noise: string[] = [];
      const url = `${at(host)}?mode=${mode}&card=card_test_token_refused_once`;
      const page = await openPage(browser().newPage(), url, noise);
      await page.getByText(/events recorded/).waitFor();
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await submitPin(page, '4826');
      await logEntry(page, 'Events', 'token-expired').waitFor();
      await logEntry(page, 'Events', 'pin-set').waitFor();
      await page.getByText('The API is in this page').waitFor();
      const sent = logEntry(page, 'Requests', 'SetPinForPaymentCard');
      assert.match(await sent.innerText(), new RegExp(`${sender}.*200.*PaymentCard`, 's'));
      assert.equal(await page.getByText('The page captured no digits.').count(), 1);
      assert.deepEqual(requests, []);
      assert.deepEqual(noise, []);
      await page.close();
    });
});
