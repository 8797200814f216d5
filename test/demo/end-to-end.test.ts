import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { PROJECT } from '../../tools/project.js';

/** Digits that turn up nowhere by chance, as many as a PIN can have. */
const PIN = '804513796102';

/** The playground with PINs of that length. */
const QUERY = '?length=12';

/** `npm start` as a person runs it, in a process group of its own, as a terminal gives one. */
const NPM_START = ['npm', 'start', '--'];

/** What it runs: a shell in between may not pass on how its program ended. */
const PROGRAM = [process.execPath, '--import', 'tsx', 'demo/start/main.ts'];

class Started {
  static readonly #all = new Set<Started>();

  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  output = '';
  errors = '';

  /** Ends whatever is still running, also when a test failed half-way. */
  static async endAll(): Promise<void> {
    await Promise.all([...this.#all].map((started) => started.interrupt()));
  }

  constructor([file = '', ...first]: readonly string[], ...options: string[]) {
    Started.#all.add(this);
    this.process = spawn(file, [...first, ...options], { cwd: PROJECT, detached: true });
    this.ended = once(this.process, 'close').then(([code]) => {
      Started.#all.delete(this);
      return code as number | null;
    });
    this.process.stderr?.on('data', (data: Buffer) => (this.errors += data.toString()));
  }

  /** The addresses that it prints, once it has printed them all. */
  async addresses(): Promise<Addresses> {
    for await (const data of this.process.stdout!.iterator({ destroyOnReturn: false })) {
      this.output += String(data);
      if (!this.output.includes('Ctrl+C')) continue;
      // Read on, so that the pipe never fills.
      this.process.stdout?.resume();
      return {
        playground: this.#address('Playground'),
        frame: this.#address('frame page'),
        endpoint: this.#address('test'),
        live: this.#address('live'),
        control: this.#address('control'),
      };
    }
    throw new Error(`npm start ended without an address.\n${this.output}${this.errors}`);
  }

  /** What Ctrl+C does: SIGINT to the whole group. */
  interrupt(): Promise<number | null> {
    process.kill(-this.process.pid!, 'SIGINT');
    return this.ended;
  }

  /** What a program does that has only the id of npm. */
  terminate(): Promise<number | null> {
    this.process.kill('SIGTERM');
    return this.ended;
  }

  #address(name: string): string {
    return new RegExp(`^ *${name} +(http://\\S+)`, 'm').exec(this.output)?.[1] ?? '';
  }
}

interface Addresses {
  readonly playground: string;
  readonly frame: string;
  readonly endpoint: string;
  readonly live: string;
  readonly control: string;
}

/** A page, and everything it said where nobody should say anything. */
async function open(browser: Browser, url: string): Promise<{ page: Page; noise: string[] }> {
  const page = await browser.newPage();
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
  await page.goto(url);
  await line(page, 'events', 'clientToken').waitFor();
  return { page, noise };
}

/** The first line of a log that begins with a name. */
function line(page: Page, log: 'events' | 'wire', name: string) {
  return page
    .getByRole('region', { name: log === 'events' ? 'Events' : 'Wire' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
}

/** Goes from the top of the page into the element by Tab, types the PIN twice, and sends it by Enter. */
async function setPinByKeyboard(page: Page): Promise<void> {
  for (let stops = 0; (await focusedTag(page)) !== 'SET-CARD-PIN'; stops += 1) {
    assert.ok(stops < 10, 'the element is among the first ten stops');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(PIN);
  // Past the button that shows the PIN.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PIN);
  await line(page, 'events', 'pin-change').waitFor();
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

/** Opens every line of both logs, so that whatever they hold is in the page. */
async function openLines(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

async function takePort(port = 0): Promise<Server> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function giveBack(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}

/** Milliseconds for all of it: without a limit, an address that never comes would be waited for for ever. */
const LIMIT = 240_000;

describe('npm start', { timeout: LIMIT }, () => {
  let browser: Browser;
  let started: Started;
  let addresses: Addresses;

  before(async () => {
    started = new Started(NPM_START, '--port', '0', '--frame-port', '0', '--sandbox-port', '0');
    [browser, addresses] = await Promise.all([
      launchBrowser(await findBrowser()),
      started.addresses(),
    ]);
  });
  after(async () => {
    await browser.close();
    await Started.endAll();
  });

  it('lets a cardholder set a PIN by keyboard alone, and shows the PIN nowhere', async () => {
    const { page, noise } = await open(browser, `${addresses.playground}${QUERY}`);
    await setPinByKeyboard(page);
    await line(page, 'events', 'pin-set').waitFor();
    await line(page, 'wire', 'SetPinForPaymentCard').waitFor();

    assert.equal(await isPin(addresses.control, 'card_test_accepted', PIN), true);
    assert.deepEqual(noise, []);
    await openLines(page);
    const wire = await line(page, 'wire', 'SetPinForPaymentCard').innerText();
    assert.match(wire, /"newPin": "••••"/);
    assert.match(wire, /"authorization": "Bearer ••••"/);
    const html = await page.content();
    assert.ok(html.includes('card_test_accepted'), 'the page shows what it knows');
    assert.ok(!html.includes(PIN), 'the page’s HTML');
    assert.ok(!page.url().includes(PIN), 'its address');
    await page.close();
  });

  it('goes on with a fresh client token when the service refuses one, with nothing typed again', async () => {
    const card = 'card_test_token_refused_once';
    const { page } = await open(
      browser,
      `${addresses.playground}${QUERY}&card=${card}&answer=late`,
    );
    await setPinByKeyboard(page);
    await line(page, 'events', 'token-expired').getByText('refused', { exact: true }).waitFor();
    await line(page, 'events', 'pin-set').waitFor();

    assert.equal(await isPin(addresses.control, card, PIN), true);
    const answers = page
      .getByRole('region', { name: 'Wire' })
      .getByRole('listitem')
      .filter({ hasText: 'SetPinForPaymentCard' });
    await answers.nth(1).waitFor();
    assert.match(await answers.nth(0).innerText(), /200/);
    assert.match(await answers.nth(1).innerText(), /401/);
    await page.close();
  });

  it('keeps what is chosen in the address', async () => {
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
    await page.getByLabel('Vue').check({ force: true });
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

  it('refuses the denied PINs, which stand in the code and not in the address', async () => {
    const { page } = await open(browser, `${addresses.playground}${QUERY}&confirm=false`);
    await page.getByLabel('Denied PINs').fill(`804513796103, ${PIN}`);
    await page.getByLabel('Denied PINs').press('Enter');
    const code = await page.getByRole('region', { name: 'Use it in your page' }).innerText();
    assert.ok(code.includes(`element.deniedPins = ['804513796103', '${PIN}'];`));
    assert.ok(!page.url().includes(PIN));

    await page.getByRole('button', { name: 'focus()' }).click();
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await line(page, 'events', 'pin-error').getByText('new: personal').waitFor();
    await page.close();
  });

  it('says that the code is copied only as long as it is that code', async () => {
    const { page } = await open(browser, addresses.playground);
    await page.getByRole('button', { name: 'Copy' }).click();
    // Where the browser doesn't allow it the page says that.
    const said = page.getByText(/^Copied$|doesn’t let this page copy/);
    await said.waitFor();
    await page.getByLabel('React').check({ force: true });
    await said.waitFor({ state: 'detached' });
    await page.close();
  });

  it('leads people who type localhost to its own address', async () => {
    const { port } = new URL(addresses.playground);
    const { page } = await open(browser, `http://localhost:${port}/?scheme=dark`);
    assert.equal(page.url(), `${addresses.playground}?scheme=dark`);
    await page.close();
  });

  it('serves the narrower schema when asked, to which the element fits its request', async () => {
    const one = new Started(
      PROGRAM,
      '--port',
      '0',
      '--frame-port',
      '0',
      '--sandbox-port',
      '0',
      '--schema',
      'provider',
    );
    const { playground, control } = await one.addresses();
    const { page } = await open(browser, `${playground}${QUERY}`);
    await setPinByKeyboard(page);
    await line(page, 'events', 'pin-set').waitFor();
    assert.equal(await isPin(control, 'card_test_accepted', PIN), true);
    await page.close();
    await one.interrupt();
  });

  it('names the schemas there are when asked for another', async () => {
    const one = new Started(PROGRAM, '--schema', 'narrow');
    one.process.stdout?.resume();
    assert.equal(await one.ended, 2);
    assert.match(one.errors, /--schema must be full or provider\./);
  });

  it('says so when a port is in use, whichever it is, and ends', async (test) => {
    const taken = await takePort();
    test.after(() => giveBack(taken));
    const { port } = taken.address() as AddressInfo;
    const options = ['--port', '--frame-port', '--sandbox-port'];
    for (const option of options) {
      const others = options.filter((each) => each !== option).flatMap((each) => [each, '0']);
      const second = new Started(NPM_START, option, String(Math.min(port, 65_533)), ...others);
      second.process.stdout?.resume();
      assert.equal(await second.ended, 1, option);
      assert.match(second.errors, new RegExp(`^Port ${port} is in use\\.`, 'm'));
      assert.match(second.errors, new RegExp(`npm start -- ${option} 0`));
      assert.doesNotMatch(second.errors, /^ +at /m, 'no stack');
    }
  });

  it('ends cleanly on Ctrl+C, with its ports free, also while a page is open', async () => {
    const one = new Started(NPM_START, '--port', '0', '--frame-port', '0', '--sandbox-port', '0');
    const { playground, frame, endpoint, live, control } = await one.addresses();
    const { page } = await open(browser, playground);
    await one.interrupt();

    await page.getByText('The sandbox has gone away').waitFor();
    await page.close();
    for (const address of [playground, frame, endpoint, live, control]) {
      await giveBack(await takePort(Number(new URL(address).port)));
    }
  });

  it('exits with 0 on Ctrl+C', async () => {
    const one = new Started(PROGRAM, '--port', '0', '--frame-port', '0', '--sandbox-port', '0');
    await one.addresses();
    assert.equal(await one.interrupt(), 0);
    assert.equal(one.errors, '');
  });

  it('ends as well when only npm is told', async () => {
    const one = new Started(NPM_START, '--port', '0', '--frame-port', '0', '--sandbox-port', '0');
    const { playground } = await one.addresses();
    await one.terminate();
    await giveBack(await takePort(Number(new URL(playground).port)));
  });
});
