import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';

/** One for each form, as all are set on the same card. */
const [NAIVE_PIN, INLINE_PIN, ISOLATED_PIN] = ['4829', '5173', '6284'];

declare global {
  interface Window {
    /** What a listener hears that is set before any script of the page. */
    keysHeardFirst: string[];
  }
}

const TOOLS = ['Key logger', 'Replay recorder', 'Network hook'];

/** Milliseconds for all of it. */
const LIMIT = 120_000;

/** What the playground's panel says, in which the page's own tools tell what they have of the PIN. */
describe('what the page can see', { timeout: LIMIT }, () => {
  let browser: Browser;
  let playground: Playground;
  let page: Page;

  before(async () => {
    [browser, playground] = await Promise.all([
      launchBrowser(await findBrowser()),
      startPlayground({ port: 0, framePort: 0, sandboxPort: 0, schema: 'full' }),
    ]);
    page = await browser.newPage();
    await page.addInitScript(() => {
      window.keysHeardFirst = [];
      addEventListener('keydown', ({ key }) => window.keysHeardFirst.push(key), true);
    });
  });
  after(() => Promise.all([browser.close(), playground.close()]));

  const feed = (tool: string) => page.getByRole('region', { name: tool });

  const open = async (query: string): Promise<void> => {
    await page.goto(`${playground.url}${query}`);
    await feed('Replay recorder').getByText('events recorded').waitFor();
  };

  const typePins = async (pin: string, stops: number): Promise<void> => {
    await page.keyboard.type(pin);
    for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press('Tab');
    await page.keyboard.type(pin);
    await page.keyboard.press('Enter');
  };

  const setPinInElement = async (pin: string): Promise<void> => {
    await page.getByText('clientToken', { exact: true }).waitFor();
    await page.getByText('pin-ready', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'focus()' }).click();
    const frame = page.frames().find((each) => each.url() === playground.frame);
    await frame?.locator('body:focus-within').waitFor();
    // Past the button that shows the PIN.
    await typePins(pin, 2);
    await page.getByText('pin-set', { exact: true }).waitFor();
  };

  const setPinInNaiveForm = async (): Promise<void> => {
    await page.getByLabel('New PIN', { exact: true }).click();
    await typePins(NAIVE_PIN, 1);
    await page.getByText('Your PIN is set.').waitFor();
  };

  const keysHeardFirst = async (): Promise<string> =>
    (await page.evaluate(() => window.keysHeardFirst)).join('');

  const isSet = async (pin: string): Promise<boolean> => {
    const response = await fetch(
      `${playground.sandbox.control.url}/cards/card_test_accepted/verify`,
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ pin }),
      },
    );
    return ((await response.json()) as { matches: boolean }).matches;
  };

  it('is all of the PIN, by every tool, where it is typed into a naive form', async () => {
    await open('?mode=naive');
    await setPinInNaiveForm();
    assert.ok(await isSet(NAIVE_PIN));
    for (const tool of TOOLS) {
      await feed(tool).getByText('4 of 4 digits').waitFor();
      await feed(tool).getByText(NAIVE_PIN, { exact: true }).first().waitFor();
    }
    await feed('Network hook').getByText('/graphql').click();
    assert.match(await feed('Network hook').innerText(), /"newPin": "4829"/);
  });

  it('is each digit of a naive form as it is typed, and each that is taken back', async () => {
    await open('?mode=naive');
    await page.getByLabel('New PIN', { exact: true }).click();
    await page.keyboard.type('482');
    for (const tool of ['Key logger', 'Replay recorder'])
      await feed(tool).getByText('3 of 4 digits').waitFor();
    await page.getByText('The page has 3 of 4 digits.').waitFor();
    await page.keyboard.press('Backspace');
    for (const tool of ['Key logger', 'Replay recorder'])
      await feed(tool).getByText('48', { exact: true }).waitFor();
  });

  it('is also what XMLHttpRequest sends', async () => {
    await open('');
    await page.evaluate(() => {
      const request = new XMLHttpRequest();
      request.open('POST', '/portal/pin');
      request.send('{"pin":"7305"}');
    });
    await feed('Network hook').getByText('7305', { exact: true }).waitFor();
    await feed('Network hook').getByText('POST /portal/pin').waitFor();
  });

  it('is nothing, by any tool that came later, where the PIN is typed into the element', async () => {
    await open('');
    await setPinInElement(INLINE_PIN);
    assert.ok(await isSet(INLINE_PIN));
    await feed('Network hook').getByText('A PIN reached the service').waitFor();
    await page.getByText('The page saw no digit.').waitFor();
    for (const tool of TOOLS) await feed(tool).getByText('saw no digit').waitFor();
    // The tools are at work nevertheless.
    await feed('Key logger').getByText('Other keys: Tab.').waitFor();
    await feed('Network hook').getByText('/portal/client-token').waitFor();
    await feed('Replay recorder').getByText('of the form no text').waitFor();
    assert.ok((await keysHeardFirst()).includes(INLINE_PIN), 'a listener that was set first');
    assert.ok(!(await page.locator('page-sight').innerText()).includes(INLINE_PIN));
  });

  it('is nothing in isolated mode, not even for a key logger that was set first', async () => {
    await open('?mode=isolated');
    await setPinInElement(ISOLATED_PIN);
    assert.ok(await isSet(ISOLATED_PIN));
    await feed('Network hook').getByText('A PIN reached the service').waitFor();
    await page.getByText('The page saw no digit.').waitFor();
    for (const tool of TOOLS) await feed(tool).getByText('saw no digit').waitFor();
    await feed('Network hook').getByText('/portal/client-token').waitFor();
    await feed('Replay recorder').getByText('of the form no text').waitFor();
    assert.equal(await keysHeardFirst(), '');
    await page.getByRole('region', { name: 'Wire' }).getByText('from the frame page').waitFor();
  });

  it('is forgotten when another form takes the stage, and when the cardholder clears it', async () => {
    await open('?mode=naive');
    await setPinInNaiveForm();
    await feed('Network hook').getByText('4 of 4 digits').waitFor();
    await page.getByRole('button', { name: 'Clear what the page saw' }).click();
    for (const tool of TOOLS) await feed(tool).getByText('saw no digit').waitFor();

    await page.getByLabel('New PIN', { exact: true }).press('8');
    await feed('Key logger').getByText('1 of 4 digits').waitFor();
    await page.getByLabel('Card').selectOption('card_test_slow');
    for (const tool of TOOLS) await feed(tool).getByText('saw no digit').waitFor();

    await page.getByLabel('New PIN', { exact: true }).press('8');
    await feed('Key logger').getByText('1 of 4 digits').waitFor();
    await page.getByLabel('Inline').check({ force: true });
    for (const tool of TOOLS) await feed(tool).getByText('saw no digit').waitFor();
    await feed('Replay recorder').getByText('of the form no text').waitFor();
    await page.getByLabel('Naive').check({ force: true });
    await feed('Replay recorder')
      .getByText(/of the form \d+ texts/)
      .waitFor();
  });
});
