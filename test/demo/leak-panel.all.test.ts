import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { SandboxClient } from '../node/sandbox/sandbox-client.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';

/** One PIN for each form, because all are set for the same card. */
const [NAIVE_PIN, INLINE_PIN, ISOLATED_PIN] = ['4829', '5173', '6284'];

declare global {
  interface Window {
    /** Keys seen by a listener that is added before any script of the page. */
    earlyKeys: string[];
  }
}

const TOOLS = ['Key logger', 'Session recorder', 'Network hook'];

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

describe('the leak panel', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  let playground: Playground;
  let page: Page;

  before(async () => {
    playground = await startPlayground({ port: 0, framePort: 0, sandboxPort: 0 });
    page = await browser().newPage();
    await page.addInitScript(() => {
      window.earlyKeys = [];
      addEventListener('keydown', ({ key }) => window.earlyKeys.push(key), true);
    });
  });
  after(() => playground.close());

  const report = (tool: string) => page.getByRole('region', { name: tool });

  const open = async (query: string): Promise<void> => {
    await page.goto(`${playground.url}${query}`);
    await report('Session recorder').getByText('events recorded').waitFor();
  };

  const setPinInElement = async (pin: string): Promise<void> => {
    await page.getByText('pin-ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'focus()' }).click();
    const frame = page.frames().find((each) => each.url() === playground.frame);
    await waitForFocus({ frame });
    await typePinTwice(page, pin);
    await page.keyboard.press('Enter');
    await page.getByText('pin-set', { exact: true }).waitFor();
  };

  const setPinInNaiveForm = async (): Promise<void> => {
    await page.getByLabel('New PIN', { exact: true }).click();
    for (const key of [...NAIVE_PIN, 'Tab', ...NAIVE_PIN, 'Enter']) await page.keyboard.press(key);
    await page.getByText('Your PIN is set.').waitFor();
  };

  const earlyKeys = async (): Promise<string> =>
    (await page.evaluate(() => window.earlyKeys)).join('');

  const isSet = (pin: string): Promise<boolean> =>
    new SandboxClient(playground.sandbox).matches('card_test_accepted', pin);

  it('shows that every tool captures the whole PIN from a naive form', async () => {
    await open('?mode=naive');
    await setPinInNaiveForm();
    assert.ok(await isSet(NAIVE_PIN));
    for (const tool of TOOLS) {
      await report(tool).getByText('4 of 4 digits').waitFor();
      await report(tool).getByText(NAIVE_PIN, { exact: true }).first().waitFor();
    }
    await report('Network hook').getByText('/graphql').click();
    assert.match(await report('Network hook').innerText(), /"newPin": "4829"/);
  });

  it('shows that no tool captures a PIN from the element if the element’s script runs before the tools', async () => {
    await open('');
    await setPinInElement(INLINE_PIN);
    assert.ok(await isSet(INLINE_PIN));
    await report('Network hook').getByText('A PIN reached the service').waitFor();
    await page.getByText('The page captured no digits.').waitFor();
    for (const tool of TOOLS) await report(tool).getByText('no digits').waitFor();
    // Each tool captures something else, so it works.
    await page.keyboard.press('Escape');
    await report('Key logger').getByText('Other keys: Escape.').waitFor();
    await report('Network hook').getByText('/portal/client-token').waitFor();
    await report('Session recorder').getByText('with no texts from the form').waitFor();
    assert.ok((await earlyKeys()).includes(INLINE_PIN), 'the early listener sees the PIN');
    assert.ok(!(await page.locator('leak-panel').innerText()).includes(INLINE_PIN));
  });

  it('shows that no tool captures a PIN in isolated mode, where an early key logger fails too', async () => {
    await open('?mode=isolated');
    await setPinInElement(ISOLATED_PIN);
    assert.ok(await isSet(ISOLATED_PIN));
    await report('Network hook').getByText('A PIN reached the service').waitFor();
    await page.getByText('The page captured no digits.').waitFor();
    for (const tool of TOOLS) await report(tool).getByText('no digits').waitFor();
    await report('Network hook').getByText('/portal/client-token').waitFor();
    await report('Session recorder').getByText('with no texts from the form').waitFor();
    assert.equal(await earlyKeys(), '');
    await page.getByRole('region', { name: 'Requests' }).getByText('from the frame page').waitFor();
  });

  it('clears when another form is shown, and when the user presses Clear', async () => {
    await open('?mode=naive');
    for (const clear of [
      () => page.getByRole('button', { name: 'Clear what the page captured' }).click(),
      () => page.getByLabel('Card').selectOption('card_test_slow'),
      () => page.getByLabel('Inline').check({ force: true }),
    ]) {
      await page.getByLabel('New PIN', { exact: true }).press('8');
      await report('Key logger').getByText('1 of 4 digits').waitFor();
      await clear();
      for (const tool of TOOLS) await report(tool).getByText('no digits').waitFor();
    }
  });
});
