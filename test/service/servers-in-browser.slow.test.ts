import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import {
  addressOf,
  createLoopbackServer,
  listen,
  LOOPBACK,
  stop,
} from '../../src/node/loopback-server.js';
import type { Page, Request } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { useElementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import { createService } from './servers/service.js';
import { SERVERS } from './servers/servers.js';

/** The element in the page. */
declare const pin: SetCardPinElement;

const PORTAL = `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<script src="/set-card-pin.js"></script>
<set-card-pin></set-card-pin>
<script>
  const pin = document.querySelector('set-card-pin');
  pin.addEventListener('token-expired', (event) => event.respondWith(Promise.resolve('second')));
</script></html>`;

/** The headers of an answer that comes in parts. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
};

const ANSWER = JSON.stringify({
  data: { result: { __typename: 'PaymentCard', id: 'card_1', isPinSet: true } },
});

/** Milliseconds for the suite. Without a limit, a failing test could wait forever. */
const LIMIT = 180_000;

describe('the element in a page of another origin', { timeout: LIMIT }, () => {
  const browser = useChromium();
  const script = useElementScript();
  const site = useSite((path) =>
    path === '/set-card-pin.js' ? { body: script() } : { body: PORTAL },
  );

  /** Opens the portal with an element for the endpoint. */
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

  for (const { name, waysToRefuse } of SERVERS) {
    it(`renews an expired client token and sets the PIN at ${name}`, async () => {
      const service = createService({
        keyArgument: 'IdempotencyKey: String',
        refuse: (authorization) =>
          authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED',
      });
      const server = await waysToRefuse[1]!.start(service);
      const page = await openPortal(server.url);
      try {
        assert.equal(await setPin(page), 'set');
        assert.equal(service.executions.length, 1);
      } finally {
        await page.close();
        await server.stop();
      }
    });
  }

  describe('with a service whose answer comes in parts and must not be stored', () => {
    const parts = new EventEmitter();
    const server = createLoopbackServer(async (request, response) => {
      response.setHeaders(new Map(Object.entries(HEADERS)));
      if (request.method === 'OPTIONS') return void response.end();
      response.write(ANSWER.slice(0, 10));
      await once(parts, 'received');
      response.write(ANSWER.slice(10));
      await once(parts, 'received');
      response.end();
    });
    before(() => listen(server, 0, LOOPBACK));
    after(() => stop(server));

    it('lets the browser end the request without a failure', async () => {
      const page = await openPortal(addressOf(server));
      try {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Network.enable');
        devtools.on('Network.dataReceived', () => parts.emit('received'));
        const ended = new Promise((resolve) => {
          page.on('requestfinished', (request) => isPost(request) && resolve('finished'));
          page.on('requestfailed', (request) => isPost(request) && resolve(request.failure()));
        });
        assert.equal(await setPin(page), 'set');
        assert.equal(await ended, 'finished');
      } finally {
        await page.close();
      }
    });
  });
});

function isPost(request: Request): boolean {
  return request.method() === 'POST';
}
