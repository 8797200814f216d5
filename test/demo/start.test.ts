import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { statusOf } from '../node/http-client.js';
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

  for (const mode of ['inline', 'isolated'] as const)
    it(`lets a cardholder set a PIN by keyboard, and shows the PIN nowhere: ${mode}`, async () => {
      const pin = PINS[mode];
      const noise: string[] = [];
      const page = await browser().newPage();
      page.on('console', (message) => noise.push(message.text()));
      page.on('pageerror', (error) => noise.push(String(error)));
      page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
      /** Waits for an entry in one of the logs. */
      const logged = async (log: string, name: string) => {
        const entries = page.getByRole('region', { name: log }).getByRole('listitem');
        const entry = entries.filter({ has: page.getByText(name, { exact: true }) }).first();
        await entry.waitFor();
        return entry;
      };
      await page.goto(`${playground}?mode=${mode}&pin-length=12`);
      await logged('Events', 'pin-ready');
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

  it('can’t be read by a website', async () => {
    for (const address of [playground, `${playground}package.json`, frame, control]) {
      assert.equal(await statusOf(address, { headers: { Host: 'rebound.example' } }), 403, address);
      const { headers } = await fetch(address, { headers: { Origin: 'https://evil.example' } });
      assert.equal(headers.get('access-control-allow-origin'), null, address);
    }
  });

  it('ends if only npm gets the signal', async () => {
    command.kill('SIGTERM');
    await ended;
  });
});
