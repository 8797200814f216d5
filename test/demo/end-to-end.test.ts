import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readArguments } from '../../demo/start/arguments.js';
import { startPlayground } from '../../demo/start/playground-server.js';
import { PortError, UsageError } from '../../src/node/command.js';
import { listen, stop } from '../../src/node/loopback-server.js';
import { typePinTwice } from '../support/cardholder.js';
import { HOSTILE_TARGETS, sendTarget } from '../node/hostile-requests.js';
import { statusOf } from '../node/http-client.js';
import { startChromium } from '../support/chromium.js';
import { NPM_START, PROGRAM, StartedCommand, type Addresses } from './started-command.js';

/** A PIN of the maximum length, so that it appears nowhere by chance. */
const PIN = '804513796102';

/** Sets the playground to PINs of that length. */
const QUERY = '?length=12';

/** Options that take any free ports. */
const ANY_PORTS = ['--port', '0', '--frame-port', '0', '--sandbox-port', '0'];

/** Opens a page. `noise` collects console messages, errors and failed requests. */
async function open(browser: Browser, url: string): Promise<{ page: Page; noise: string[] }> {
  const page = await browser.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
  await page.goto(url);
  await entry(page, 'events', 'clientToken').waitFor();
  return { page, noise };
}

/** Finds the newest log entry with a name. */
function entry(page: Page, log: 'events' | 'requests', name: string) {
  return page
    .getByRole('region', { name: log === 'events' ? 'Events' : 'Requests' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
}

/**
 * Moves from the top of the page into the element with Tab, types the PIN twice, and presses Enter.
 */
async function setPinByKeyboard(page: Page, pin = PIN): Promise<void> {
  for (let stops = 0; (await focusedTag(page)) !== 'SET-CARD-PIN'; stops += 1) {
    assert.ok(stops < 10, 'the element is one of the first ten tab stops');
    await page.keyboard.press('Tab');
  }
  await typePinTwice(page, pin);
  await entry(page, 'events', 'pin-change').waitFor();
  await page.keyboard.press('Enter');
}

function focusedTag(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.tagName);
}

async function isPin(control: string, cardId: string, pin: string): Promise<boolean> {
  const response = await fetch(`${control}/cards/${cardId}/verify`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ pin }),
  });
  return ((await response.json()) as { matches: boolean }).matches;
}

/** Opens every log entry, so that its details are in the page. */
async function openEntries(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

async function takePort(port: number): Promise<Server> {
  const server = createServer();
  await listen(server, port);
  return server;
}

/** Expects that no server uses the port of an address any more. */
async function expectFree(address: string): Promise<void> {
  await stop(await takePort(Number(new URL(address).port)));
}

/** Milliseconds for all tests. Without a limit, a missing address would block the run forever. */
const TIMEOUT = 600_000;

describe('npm start', { timeout: TIMEOUT }, () => {
  let browser: Browser;
  let started: StartedCommand;
  let addresses: Addresses;

  before(async () => {
    started = new StartedCommand(NPM_START, ...ANY_PORTS);
    [browser, addresses] = await Promise.all([startChromium(), started.addresses()]);
  });
  after(async () => {
    await browser.close();
    await StartedCommand.stopAll();
  });

  it('lets a cardholder set a PIN with the keyboard only, and shows the PIN nowhere', async () => {
    const { page, noise } = await open(browser, `${addresses.playground}${QUERY}`);
    await setPinByKeyboard(page);
    await entry(page, 'events', 'pin-set').waitFor();
    await entry(page, 'requests', 'SetPinForPaymentCard').waitFor();

    assert.equal(await isPin(addresses.control, 'card_test_accepted', PIN), true);
    assert.deepEqual(noise, []);
    await openEntries(page);
    const request = await entry(page, 'requests', 'SetPinForPaymentCard').innerText();
    assert.match(request, /"newPin": "••••"/);
    assert.match(request, /"authorization": "Bearer ••••"/);
    const html = await page.content();
    assert.ok(html.includes('card_test_accepted'), 'the page shows the card’s id');
    assert.ok(!html.includes(PIN), 'the page’s HTML doesn’t hold the PIN');
    assert.ok(!page.url().includes(PIN), 'the URL doesn’t hold the PIN');
    await page.close();
  });

  it('can’t be stopped or read by a website', async () => {
    const { playground, frame, control } = addresses;
    for (const url of Object.values(addresses)) {
      for (const target of HOSTILE_TARGETS) {
        const answer = await sendTarget(url, target);
        assert.match(answer, /^HTTP\/1\.1 [234]\d\d /, `${url} ${target}\n${answer}`);
      }
      assert.equal(await statusOf(url, { headers: { Host: 'rebound.example' } }), 403, url);
    }
    assert.equal(started.process.exitCode, null);
    const file = new URL('package.json', playground).href;
    for (const url of [playground, file, frame, control]) {
      const { headers } = await fetch(url, { headers: { Origin: 'https://evil.example' } });
      assert.equal(headers.get('access-control-allow-origin'), null, url);
    }
  });

  it('gets a fresh client token if the service refuses one, and keeps the typed PIN', async () => {
    const card = 'card_test_token_refused_once';
    const { page } = await open(
      browser,
      `${addresses.playground}${QUERY}&card=${card}&answer=late`,
    );
    await setPinByKeyboard(page);
    await entry(page, 'events', 'token-expired').getByText('refused', { exact: true }).waitFor();
    await entry(page, 'events', 'pin-set').waitFor();

    assert.equal(await isPin(addresses.control, card, PIN), true);
    const attempts = page
      .getByRole('region', { name: 'Requests' })
      .getByRole('listitem')
      .filter({ hasText: 'SetPinForPaymentCard' });
    await attempts.nth(1).waitFor();
    assert.match(await attempts.nth(0).innerText(), /200/);
    assert.match(await attempts.nth(1).innerText(), /401/);
    await page.close();
  });

  it('keeps the scenario in the URL', async () => {
    const { page } = await open(browser, addresses.playground);
    await page.getByLabel('Card').selectOption('card_test_weak_pin');
    await page.getByLabel('Isolated').check({ force: true });
    await page.getByLabel('PIN length').selectOption('6');
    await page.getByLabel('Dark').check({ force: true });
    await page.getByLabel('Carbon').check({ force: true });
    await page.getByLabel('Line', { exact: true }).check({ force: true });
    await page.getByLabel('Language').selectOption('de');
    await page.getByLabel('Years').check();
    await page.getByLabel('Repeats').uncheck();
    await page.getByLabel('Ask for the PIN twice').uncheck();
    await page.getByLabel('Written in').selectOption('Vue');
    assert.equal(
      new URL(page.url()).search,
      '?card=card_test_weak_pin&mode=isolated&theme=carbon&appearance=line&lang=de&scheme=dark&length=6&rules=sequence+year&confirm=false&snippet=vue',
    );

    await page.reload();
    assert.equal(await page.getByLabel('Card').inputValue(), 'card_test_weak_pin');
    assert.equal(await page.getByLabel('Dark').isChecked(), true);
    const element = page.locator('set-card-pin');
    assert.equal(await element.getAttribute('card-id'), 'card_test_weak_pin');
    assert.equal(await element.getAttribute('frame-src'), addresses.frame);
    assert.equal(await element.getAttribute('pin-length'), '6');
    assert.equal(await element.getAttribute('pin-rules'), 'sequence year');
    assert.equal(await element.getAttribute('no-confirm'), '');
    assert.equal(await element.getAttribute('appearance'), 'line');
    assert.equal(
      await element.evaluate((it) =>
        getComputedStyle(it).getPropertyValue('--set-card-pin-radius').trim(),
      ),
      '0',
    );
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.ok(code.includes(`frame-src="${addresses.frame}"`));
    assert.match(
      code,
      /locales\/de'[^]*<template>[^]*pin-length="6"[^]*appearance="line"[^]*no-confirm/,
    );
    await page.close();
  });

  it('refuses the denied PINs, and puts them into the code but not into the URL', async () => {
    const { page } = await open(browser, `${addresses.playground}${QUERY}&confirm=false`);
    await page.getByLabel('Denied PINs').fill(`804513796103, ${PIN}`);
    await page.getByLabel('Denied PINs').press('Enter');
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.ok(code.includes(`element.deniedPins = ['804513796103', '${PIN}'];`));
    assert.ok(!page.url().includes(PIN));

    await page.getByRole('button', { name: 'focus()' }).click();
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await entry(page, 'events', 'pin-error').getByText('new: personal').waitFor();
    await page.close();
  });

  it('removes the message about copied code when the code changes', async () => {
    const { page } = await open(browser, addresses.playground);
    await page.getByRole('button', { name: 'Copy' }).click();
    // Some browsers refuse, and the page says so.
    const message = page.getByText(/^Copied$|doesn’t let this page copy/);
    await message.waitFor();
    await page.getByLabel('Written in').selectOption('React');
    await message.waitFor({ state: 'detached' });
    await page.close();
  });

  it('redirects localhost to its own address', async () => {
    const { port } = new URL(addresses.playground);
    const { page } = await open(browser, `http://localhost:${port}/?scheme=dark`);
    assert.equal(page.url(), `${addresses.playground}?scheme=dark`);
    await page.close();
  });

  it('serves the provider schema if asked, and the element adapts its request', async () => {
    const one = new StartedCommand(PROGRAM, ...ANY_PORTS, '--schema', 'provider');
    const { playground, control } = await one.addresses();
    const { page } = await open(browser, playground);
    await setPinByKeyboard(page, '4826');
    await entry(page, 'events', 'pin-set').waitFor();
    assert.equal(await isPin(control, 'card_test_accepted', '4826'), true);
    await page.close();
    await one.interrupt();
  });

  it('lists the schemas if asked for an unknown one', () => {
    assert.throws(() => readArguments(['--schema', 'narrow']), {
      constructor: UsageError,
      message: '--schema must be one of: full, scalar-key, provider.',
    });
  });

  it('says which port is in use, and how to choose another', async () => {
    const port = Number(new URL(addresses.playground).port);
    for (const option of ['--port', '--frame-port', '--sandbox-port']) {
      // The sandbox takes the next two ports too.
      const options = readArguments([...ANY_PORTS, option, String(Math.min(port, 65_533))]);
      assert.ok(options !== 'help');
      await assert.rejects(startPlayground(options), (error) => {
        assert.ok(error instanceof PortError);
        assert.match(error.message, new RegExp(`^Port ${port} is in use\\.`));
        assert.match(error.message, new RegExp(`npm start -- ${option} 0`));
        return true;
      });
    }
  });

  it('exits with 1 if a port is in use', async () => {
    const { port } = new URL(addresses.playground);
    const second = new StartedCommand(PROGRAM, '--port', port);
    second.process.stdout?.resume();
    assert.equal(await second.exitCode, 1);
    assert.match(second.errors, new RegExp(`^Port ${port} is in use\\.`, 'm'));
    assert.doesNotMatch(second.errors, /^ +at /m, 'no stack');
  });

  it('frees its ports on Ctrl+C, even while a page is open', async () => {
    const one = new StartedCommand(NPM_START, ...ANY_PORTS);
    const { playground, frame, endpoint, live, control } = await one.addresses();
    const { page } = await open(browser, playground);
    await one.interrupt();

    await page.getByText('The sandbox isn’t running').waitFor();
    await page.close();
    for (const address of [playground, frame, endpoint, live, control]) await expectFree(address);
  });

  it('exits with 0 on Ctrl+C', async () => {
    const one = new StartedCommand(PROGRAM, ...ANY_PORTS);
    await one.addresses();
    assert.equal(await one.interrupt(), 0);
    // A slow start prints a notice.
    assert.match(one.errors, /^(Starting…\n)?$/);
  });

  it('exits if only npm gets the signal', async () => {
    const one = new StartedCommand(NPM_START, ...ANY_PORTS);
    const { playground } = await one.addresses();
    await one.terminate();
    await expectFree(playground);
  });
});
