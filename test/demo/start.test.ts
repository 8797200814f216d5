import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DEMO_CARDHOLDER } from '../../demo/portal/demo-cardholder.js';
import { PROJECT } from '../../tools/project.js';
import { HOSTILE_TARGETS, sendTarget } from '../node/hostile-requests.js';
import { statusOf } from '../node/http-client.js';
import { elementScript } from '../support/builds.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { logEntry } from './log-entry.js';

/** A PIN of the maximum length for each mode, so that it appears nowhere by chance. */
const PINS = { inline: '804513796102', isolated: '617290485317' };

/** Milliseconds for all tests. Without a limit, a missing address would block the run forever. */
const TIMEOUT = 300_000;

describe('npm start', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  // Detached, so that it gets a process group of its own, as in a terminal.
  const command = spawn('npm', ['start', '--', '--port', '0'], { cwd: PROJECT, detached: true });
  const ended = once(command, 'close');
  /** What it prints: the addresses of the playground, the frame page and the sandbox. */
  let addresses: string[];
  let playground: string;
  let frame: string;
  let control: string;

  before(async () => {
    let output = '';
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (data) => (output += String(data)));
    while (!output.includes('Ctrl+C'))
      await Promise.race([once(command.stdout, 'data'), ended.then(() => assert.fail(output))]);
    addresses = output.match(/http:\S+/g)!;
    [playground, frame, , , control] = addresses as [string, string, string, string, string];
  });
  after(async () => {
    if (command.exitCode === null) process.kill(-command.pid!, 'SIGINT');
    await ended;
  });

  /** Opens the playground. The list receives what its page complains about. */
  async function open(query: string, noise: string[] = []): Promise<Page> {
    const page = await browser().newPage();
    page.on('console', (message) => noise.push(message.text()));
    page.on('pageerror', (error) => noise.push(String(error)));
    page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
    await page.goto(`${playground}${query}`);
    await logEntry(page, 'Events', 'pin-ready').waitFor();
    return page;
  }

  for (const mode of ['inline', 'isolated'] as const) {
    it(`lets a cardholder set a PIN by keyboard, and shows the PIN nowhere: ${mode}`, async () => {
      const pin = PINS[mode];
      const choice = await open('?length=12');
      await choice.getByRole('radio', { name: mode }).check();
      const { search } = new URL(choice.url());
      await choice.close();
      assert.equal(search, `?${mode === 'isolated' ? 'mode=isolated&' : ''}length=12`);
      const noise: string[] = [];
      const page = await open(search, noise);
      const focused = () => page.evaluate(() => document.activeElement?.localName);
      for (let stops = 0; (await focused()) !== 'set-card-pin'; stops++) {
        assert.ok(stops < 10, 'the element is one of the first ten tab stops');
        await page.keyboard.press('Tab');
      }
      await waitForFocus({ frame: page.frames().find((each) => each.url() === frame) });
      await typePinTwice(page, pin);
      await page.keyboard.press('Enter');
      await logEntry(page, 'Events', 'pin-set').waitFor();
      await logEntry(page, 'Requests', 'SetPinForPaymentCard').waitFor();

      const verified = await fetch(`${control}/cards/card_test_accepted/verify`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ pin }),
      });
      assert.deepEqual(await verified.json(), { matches: true });
      assert.deepEqual(noise, []);
      // So that the details are in the page.
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      const request = await logEntry(page, 'Requests', 'SetPinForPaymentCard').innerText();
      assert.match(request, /"newPin": "••••"[^]*"authorization": "Bearer ••••"/);
      assert.ok(!(await page.content()).includes(pin), 'the page’s HTML doesn’t hold the PIN');
      assert.ok(!page.url().includes(pin), 'the URL doesn’t hold the PIN');
      await page.close();
    });
  }

  it('shows HTML that sets a PIN in a page of its own', async () => {
    const page = await open('?length=12&mode=isolated');
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.ok(code.includes(`frame-src="${frame}"`));
    const body = await elementScript();
    await page.route('**/set-card-pin.js', (route) => route.fulfill({ body }));
    await page.request.post(`${playground}portal/session`, {
      headers: { Origin: new URL(playground).origin },
      data: { cardholder: DEMO_CARDHOLDER.name },
    });
    // A page of that origin without a script.
    await page.goto(`${playground}demo/themes/linden.css`);
    await page.setContent(code);
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('PIN is set'),
    });
    await page.locator('set-card-pin').evaluate((element) => element.focus());
    await waitForFocus({ frame: page.frames().find((each) => each.url() === frame) });
    await typePinTwice(page, PINS.inline);
    await page.keyboard.press('Enter');
    await logged;
    await page.close();
  });

  it('can’t be stopped or read by a website', async () => {
    for (const target of HOSTILE_TARGETS) {
      const answer = await sendTarget(playground, target);
      assert.match(answer, /^HTTP\/1\.1 [234]\d\d /, `${target}\n${answer}`);
    }
    for (const address of [playground, `${playground}package.json`, frame, control]) {
      assert.equal(await statusOf(address, { headers: { Host: 'rebound.example' } }), 403, address);
      const { headers } = await fetch(address, { headers: { Origin: 'https://evil.example' } });
      assert.equal(headers.get('access-control-allow-origin'), null, address);
    }
  });
  it('gives a signed-in cardholder tokens for the own cards only', async () => {
    const { origin } = new URL(playground);
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(`${playground}portal/${path}`, {
        method: 'POST',
        headers: { Origin: origin, 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const cardholder = DEMO_CARDHOLDER.name;
    const signedIn = await post('session', { cardholder });
    const cookie = signedIn.headers.get('set-cookie') ?? '';
    assert.match(cookie, /; HttpOnly; SameSite=Strict; Path=\/portal$/);
    const session = { Cookie: cookie.split(';', 1)[0]! };
    const evil = await post('session', { cardholder }, { Origin: 'https://evil.example' });
    const guessed = { Cookie: 'other=1; portal_session=guess' };
    const statuses = [
      (await post('client-token', { cardId: DEMO_CARDHOLDER.cardIds[0] }, session)).status,
      (await post('client-token', { cardId: 'card_test_nowhere' }, session)).status,
      (await post('client-token', { cardId: DEMO_CARDHOLDER.cardIds[0] }, guessed)).status,
      (await post('session', { cardholder: '__proto__' })).status,
      evil.status,
    ];
    assert.deepEqual(statuses, [200, 403, 401, 403, 403]);
  });
});
