import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { DEMO_CARDHOLDER } from '../../demo/portal/demo-cardholder.js';
import { startPlayground } from '../../demo/start/playground-server.js';
import { CommandError } from '../../src/node/command.js';
import { SandboxControl } from '../../src/node/sandbox/control-client.js';
import { PROJECT } from '../../tools/project.js';
import { elementScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { logEntry, openPage, submitPin } from './playground.js';

/** A PIN of the maximum length for each mode, so that it doesn't appear anywhere by chance. */
const PINS = { inline: '804513796102', isolated: '617290485317' };

/** Milliseconds for all tests. Without a limit, a missing address would block the run forever. */
const TIMEOUT = 300_000;

describe('npm start', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  // Detached, so that it has its own process group, as in a terminal.
  const command = spawn('npm', ['start', '--', '--port', '0'], { cwd: PROJECT, detached: true });
  // Also awaits the processes that npm has started, which share its output.
  const ended = once(command, 'close');
  let [playground, frame, control] = ['', '', ''];
  const noise: string[] = [];
  const pages = new Map<string, Promise<Page>>();
  /** Opens the playground once in each mode. */
  const pageIn = (mode: keyof typeof PINS) => {
    const url = `${playground}?mode=${mode}&pin-length=12`;
    const page = pages.get(mode) ?? openPage(browser().newPage(), url, noise);
    pages.set(mode, page);
    return page;
  };

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
    it(`lets a cardholder set a PIN with the keyboard, and doesn’t show it anywhere: ${mode}`, async () => {
      const pin = PINS[mode];
      const page = await pageIn(mode);
      const isReached = () => page.evaluate('document.activeElement.localName === "set-card-pin"');
      for (let stops = 0; !(await isReached()); stops++) {
        assert.ok(stops < 10, 'the element is one of the first ten tab stops');
        await page.keyboard.press('Tab');
      }
      await submitPin(page, pin);
      await logEntry(page, 'Events', 'pin-set').waitFor();
      const request = logEntry(page, 'Requests', 'SetPinForPaymentCard');
      await request.waitFor();

      assert.equal(await new SandboxControl(control).hasPin('card_test_accepted', pin), true);
      assert.deepEqual(noise, []);
      // A closed <details> element has no inner text.
      const text = (await request.textContent()) ?? '';
      assert.match(text, /"credential": "client token"[^]*"input\.newPin"/);
      assert.ok(!(page.url() + (await page.content())).includes(pin));
    });

  it('shows HTML that sets a PIN when it is pasted into another page', async () => {
    const page = await pageIn('isolated');
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.match(code, new RegExp(`frame-src="${frame}"`));
    const body = await elementScript('isolated');
    await page.route('**/set-card-pin.isolated.js', (route) => route.fulfill({ body }));
    await page.request.post(`${playground}portal/session`, {
      headers: { Origin: new URL(playground).origin },
      data: { cardholder: DEMO_CARDHOLDER.name },
    });
    // A page on that origin without a script.
    await page.goto(`${playground}demo/themes/linden.css`);
    await page.setContent(code);
    const logged = page.waitForEvent('console', {
      predicate: (message) => message.text().includes('PIN is set'),
    });
    await submitPin(page, PINS.inline);
    await logged;
  });

  it('shows that three tools capture a PIN from a naive form', async () => {
    const page = await pageIn('inline');
    await page.getByRole('radio', { name: 'naive' }).check();
    await page.getByText(/events recorded/).waitFor();
    await page.getByLabel('New PIN').pressSequentially(PINS.inline);
    await page.keyboard.press('Enter');
    await page.getByText('The page captured 12 of 12 digits.').waitFor();
    await page.locator('leak-panel').getByText(PINS.inline).nth(2).waitFor();
  });

  it('reports a port that is in use', async () => {
    const port = Number(new URL(playground).port);
    const error: unknown = await startPlayground(port - 1).catch((reason: unknown) => reason);
    assert.ok(error instanceof CommandError);
    assert.match(error.message, new RegExp(`Port ${port} is in use`));
  });
});
