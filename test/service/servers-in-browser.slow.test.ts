import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
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

/** The headers of the service that is written here. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
};

const ANSWER = JSON.stringify({ data: { setPinForPaymentCard: PAYMENT_CARD } });

/** Milliseconds for the suite. Without a limit, a failing test could wait forever. */
const LIMIT = 180_000;

describe('the element on a different origin from the API', { timeout: LIMIT }, () => {
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
    it(`renews an expired client token and sets the PIN with ${name}`, async () => {
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

  it('lets the browser finish a request whose response arrives in parts and must not be stored', async (test) => {
    const parts = new EventEmitter();
    const answer = async ({ method }: IncomingMessage, response: ServerResponse) => {
      response.setHeaders(new Map(Object.entries(HEADERS)));
      if (method === 'OPTIONS') return response.end();
      response.write(ANSWER.slice(0, 10));
      await once(parts, 'received');
      response.write(ANSWER.slice(10));
      await once(parts, 'received');
      return response.end();
    };
    const { url, close } = await serve((...exchange) => void answer(...exchange));
    test.after(close);
    const page = await openPortal(url);
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
});

function isPost(request: Request): boolean {
  return request.method() === 'POST';
}
