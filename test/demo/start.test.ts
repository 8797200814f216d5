import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DEMO_CARDHOLDER } from '../../demo/portal/demo-cardholder.js';
import { startPlayground } from '../../demo/start/playground-server.js';
import { PortError } from '../../src/node/command.js';
import { PROJECT } from '../../tools/project.js';
import { statusOf } from '../node/http-client.js';
import { elementScript } from '../support/builds.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';

/** A PIN of the maximum length for each mode, so that it appears nowhere by chance. */
const PINS = { inline: '804513796102', isolated: '617290485317' };

/** Milliseconds for all tests. Without a limit, a missing address would block the run forever. */
const TIMEOUT = 300_000;

describe('npm start', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  // Detached, so that it gets a process group of its own, as in a terminal.
  const command = spawn('npm', ['start', '--', '--port', '0'], { cwd: PROJECT, detached: true });
  // Also awaits what npm has started, which has the same output.
  const ended = once(command, 'close');
  let playground: string;
  let frame: string;
  let control: string;

  before(async () => {
    let output = '';
    for (const stream of [command.stdout, command.stderr])
      stream.on('data', (data) => (output += String(data)));
    while (!output.includes('Ctrl+C'))
      await Promise.race([once(command.stdout, 'data'), ended.then(() => assert.fail(output))]);
    [playground = '', frame = '', , , control = ''] = output.match(/http:\S+/g) ?? [];
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
    await page.locator('set-card-pin:state(empty)').waitFor();
    return page;
  }

  for (const mode of ['inline', 'isolated'] as const)
    it(`lets a cardholder set a PIN by keyboard, and shows the PIN nowhere: ${mode}`, async () => {
      const pin = PINS[mode];
      const noise: string[] = [];
      const page = await open(`?mode=${mode}&pin-length=12`, noise);
      /** Waits for an entry in one of the logs. */
      const logged = async (log: string, name: string) => {
        const entries = page.getByRole('region', { name: log }).getByRole('listitem');
        const entry = entries.filter({ has: page.getByText(name, { exact: true }) }).first();
        await entry.waitFor();
        return entry;
      };
      const focused = () => page.evaluate(() => document.activeElement?.localName);
      for (let stops = 0; (await focused()) !== 'set-card-pin'; stops++) {
        assert.ok(stops < 10, 'the element is one of the first ten tab stops');
        await page.keyboard.press('Tab');
      }
      await waitForFocus({ frame: page.frames().find((each) => each.url() === frame) });
      await typePinTwice(page, pin);
      await page.keyboard.press('Enter');
      await logged('Events', 'pin-set');
      const request = await logged('Requests', 'SetPinForPaymentCard');

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
      const text = await request.innerText();
      assert.match(text, /"newPin": "••••"[^]*"authorization": "Bearer ••••"/);
      assert.ok(!(await page.content()).includes(pin), 'the page’s HTML doesn’t hold the PIN');
      assert.ok(!page.url().includes(pin), 'the URL doesn’t hold the PIN');
      await page.close();
    });

  it('shows HTML that sets a PIN in a page of its own', async () => {
    const page = await open('?pin-length=12&mode=isolated');
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

  it('shows that three tools capture a PIN from a naive form', async () => {
    const page = await open('');
    await page.getByRole('radio', { name: 'naive' }).check();
    await page.getByText(/events recorded/).waitFor();
    await page.getByLabel('New PIN').pressSequentially('4826');
    await page.keyboard.press('Enter');
    await page.getByText('Your PIN is set.').waitFor();
    await page.getByText('The page captured 4 of 4 digits.').waitFor();
    await page.locator('leak-panel').getByText('4826').nth(2).waitFor();
    await page.close();
  });

  it('doesn’t scroll sideways in a narrow or a wide window', async () => {
    const page = await open('?lang=ar&pin-length=12');
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
    await page.close();
  });

  it('can’t be read by a website', async () => {
    for (const address of [playground, `${playground}package.json`, frame, control]) {
      assert.equal(await statusOf(address, { headers: { Host: 'rebound.example' } }), 403, address);
      const { headers } = await fetch(address, { headers: { Origin: 'https://evil.example' } });
      assert.equal(headers.get('access-control-allow-origin'), null, address);
    }
  });

  it('says which ports are in use', async () => {
    const port = Number(new URL(playground).port);
    const error: unknown = await startPlayground(port - 1).catch((reason: unknown) => reason);
    assert.ok(error instanceof PortError);
    assert.match(error.message, new RegExp(`Port ${port} is in use`));
  });

  it('ends if only npm gets the signal', async () => {
    command.kill('SIGTERM');
    await ended;
  });
});
