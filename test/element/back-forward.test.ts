import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import type { SetCardPinElement } from '../../src/index.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';

/** The page's own variables: the element, its events, and whether the page came back as it was left. */
declare const pin: SetCardPinElement;
declare const heard: readonly string[];
declare const restored: boolean;

const PORTAL = `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<script src="/set-card-pin.js"></script>
<set-card-pin></set-card-pin>
<script>
  const pin = document.querySelector('set-card-pin');
  const heard = [];
  let restored = false;
  addEventListener('pageshow', (event) => { restored = event.persisted; });
  for (const type of ['pin-set', 'pin-error', 'token-expired'])
    pin.addEventListener(type, () => heard.push(type));
</script></html>`;

/** Milliseconds for all of it: what never comes would be waited for for ever. */
const LIMIT = 60_000;

describe('a page to which the browser goes back', { timeout: LIMIT }, () => {
  const client = useSandbox();
  let browser: Browser;
  let server: Server;
  let origin: string;
  let page: Page;
  let cardId: string;

  before(async () => {
    const code = await script();
    server = createServer(({ url }, response) => {
      const isScript = url === '/set-card-pin.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? code : url === '/portal' ? PORTAL : '<title>Elsewhere</title>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser(await findBrowser());
  });
  after(async () => {
    await browser.close();
    server.close();
  });

  beforeEach(async () => {
    cardId = (await client().card('accepted')).id;
    page = await browser.newPage();
    await page.goto(`${origin}/portal`);
    await setUp();
  });

  /** What a portal does when it is loaded. */
  const setUp = async () => {
    const authorization = await client().bearer(cardId);
    await page.evaluate((settings) => void Object.assign(pin, settings), {
      endpoint: client().sandbox.test.url,
      cardId,
      clientToken: authorization.slice('Bearer '.length),
    });
  };

  const enterPin = async () => {
    await page.evaluate(() => pin.focus());
    await page.keyboard.type('4826');
    // Past the button that shows the PIN.
    await press('Tab', 'Tab');
    await page.keyboard.type('4826');
  };

  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  /** What the two fields show to people and their tools. The root is closed, so that only the accessibility tree tells. */
  const shown = async (): Promise<readonly string[]> => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    return nodes
      .filter(({ role }) => role?.value === 'textbox')
      .map(({ value }) => String(value?.value ?? ''));
  };

  const leave = () => page.goto(`${origin}/elsewhere`);

  const goBack = async (test: TestContext) => {
    // A page that is restored does not load again, so that there is nothing else to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'complete');
    if (await page.evaluate(() => restored)) return;
    test.diagnostic('This browser keeps no page for the way back: it loaded the page anew.');
    await setUp();
  };

  it('shows an empty, masked form (transport C.57)', async (test) => {
    await enterPin();
    await press('Shift+Tab', 'Enter');
    assert.deepEqual(await shown(), ['4826', '4826'], 'revealed');

    await leave();
    await goBack(test);
    assert.deepEqual(await shown(), ['', '']);
    await enterPin();
    assert.deepEqual(await shown(), ['••••', '••••']);
  });

  it('has given its submit up, says nothing of it, and sets the next PIN (transport C.55, C.57)', async (test) => {
    const delay = (milliseconds: number) =>
      client().control('POST', `/cards/${cardId}/delay`, { milliseconds });
    await delay(60_000);
    await enterPin();
    await press('Enter');
    await until(async () => (await client().state(cardId)).timesSet === 1);

    await leave();
    await until(async () => (await client().requests()).some(({ response }) => response === null));
    await delay(0);
    await goBack(test);
    assert.deepEqual(await shown(), ['', '']);
    assert.deepEqual(await page.evaluate(() => heard), []);
    await enterPin();
    await press('Enter');
    await page.waitForFunction(() => heard.length > 0);
    assert.deepEqual(await page.evaluate(() => heard), ['pin-set']);
    assert.equal((await client().state(cardId)).timesSet, 2);
  });
});

/** The script-tag build. */
async function script(): Promise<string> {
  const options = { root: PROJECT, mode: 'script', logLevel: 'warn' } as const;
  const [{ output }] = (await build({ ...options, build: { write: false } })) as [
    Rollup.RollupOutput,
  ];
  return output[0].code;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await turn();
}
