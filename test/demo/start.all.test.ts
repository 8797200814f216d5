import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { DEMO_CARDHOLDER } from '../../demo/portal/demo-cardholder.js';
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
  const open = (mode: keyof typeof PINS) =>
    openPage(browser().newPage(), `${playground}?mode=${mode}&pin-length=12`, noise);

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
    it(`lets a cardholder set a PIN, and doesn’t show it anywhere: ${mode}`, async () => {
      const pin = PINS[mode];
      const page = await open(mode);
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
    const page = await open('isolated');
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
    const page = await open('inline');
    await page.getByRole('radio', { name: 'naive' }).check();
    await page.getByText(/events recorded/).waitFor();
    await page.getByLabel('New PIN').pressSequentially(PINS.inline);
    await page.keyboard.press('Enter');
    await page.getByText('The page captured 12 of 12 digits.').waitFor();
    await page.locator('leak-panel').getByText(PINS.inline).nth(2).waitFor();
  });
});
