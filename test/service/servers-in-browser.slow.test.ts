import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createLoopbackServer, type Handler } from '../../src/node/loopback-server.js';
import { describe, it, type TestContext } from 'node:test';
import type { Page, Request } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { useElementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { serve } from '../support/serve.js';
import { useSite } from '../support/site.js';
import { createService, PAYMENT_CARD, unlessRenewed } from './servers/service.js';
import { SERVERS } from './servers/servers.js';

declare const pin: SetCardPinElement;

const PORTAL = `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<script src="/set-card-pin.js"></script>
<set-card-pin></set-card-pin>
<script>
  const pin = document.querySelector('set-card-pin');
  pin.getClientToken = () => Promise.resolve('second');
</script></html>`;

/** The headers of the services that are written here. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
};

const ANSWER = JSON.stringify({ data: { setPinForPaymentCard: PAYMENT_CARD } });

/** Milliseconds for the suite. Without a limit, a failing test could wait forever. */
const LIMIT = 180_000;

describe('the element in a page of another origin', { timeout: LIMIT }, () => {
  const browser = useChromium();
  const script = useElementScript();
  const site = useSite((path) =>
    path === '/set-card-pin.js' ? { body: script() } : { body: PORTAL },
  );

  async function openPortal(endpoint: string): Promise<Page> {
    const page = await browser().newPage();
    await page.goto(`${site()}/portal`);
    await page.evaluate(
      (url) => void Object.assign(pin, { endpoint: url, cardId: 'card_1', clientToken: 'first' }),
      endpoint,
    );
    return page;
  }

  async function setPin(page: Page): Promise<string> {
    await page.evaluate(() => pin.focus());
    await typePinTwice(page, '4826');
    return page.evaluate(async () => (await pin.submit()).kind);
  }

  for (const { name, start } of SERVERS) {
    it(`renews an expired client token and sets the PIN at ${name}`, async () => {
      const service = createService({ refuse: unlessRenewed });
      const server = await start(service, 'strict');
      const page = await openPortal(server.url);
      try {
        assert.equal(await setPin(page), 'set');
        assert.equal(service.executions.length, 1);
      } finally {
        await page.close();
        await server.close();
      }
    });
  }

  /** Starts a service that answers each POST. It stops with the test. */
  async function answerPosts(test: TestContext, answer: Handler): Promise<string> {
    const server = createLoopbackServer((request, response, url) => {
      response.setHeaders(new Map(Object.entries(HEADERS)));
      return request.method === 'OPTIONS' ? response.end() : answer(request, response, url);
    });
    const { url, close } = await serve(server);
    test.after(close);
    return url;
  }

  it('lets the browser end a request whose answer comes in parts and must not be stored', async (test) => {
    const parts = new EventEmitter();
    const address = await answerPosts(test, async (_request, response) => {
      response.write(ANSWER.slice(0, 10));
      await once(parts, 'received');
      response.write(ANSWER.slice(10));
      await once(parts, 'received');
      response.end();
    });
    const page = await openPortal(address);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    devtools.on('Network.dataReceived', () => parts.emit('received'));
    const ended = new Promise((resolve) => {
      page.on('requestfinished', (request) => isPost(request) && resolve('finished'));
      page.on('requestfailed', (request) => isPost(request) && resolve(request.failure()));
    });
    assert.equal(await setPin(page), 'set');
    assert.equal(await ended, 'finished');
    await page.close();
  });

  it('sends one request without a key, which the browser sends twice if the connection is cut', async (test) => {
    const bodies: string[] = [];
    const address = await answerPosts(test, async (request, response) => {
      bodies.push(await text(request));
      if (bodies.length === 1) request.socket.destroy();
      else response.end(ANSWER);
    });
    const page = await openPortal(address);
    const requests: Request[] = [];
    page.on('request', (request) => isPost(request) && requests.push(request));
    await page.evaluate(() => void (pin.idempotencyKey = 'none'));
    assert.equal(await setPin(page), 'set');
    assert.equal(requests.length, 1);
    assert.equal(bodies.length, 2);
    assert.equal(bodies[1], bodies[0]);
    await page.close();
  });
});

function isPost(request: Request): boolean {
  return request.method() === 'POST';
}
