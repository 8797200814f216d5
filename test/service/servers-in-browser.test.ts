import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { elementScript } from '../support/builds.js';
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

/** Milliseconds for the suite. Without a limit, a failing test could wait forever. */
const LIMIT = 60_000;

describe('the element in a page of another origin', { timeout: LIMIT }, () => {
  const browser = useChromium();
  const script = elementScript();
  const site = useSite(async (path) =>
    path === '/set-card-pin.js' ? { body: await script } : { body: PORTAL },
  );

  for (const { name, waysToRefuse } of SERVERS) {
    it(`renews an expired client token and sets the PIN at ${name}`, async () => {
      const service = createService({
        keyArgument: 'IdempotencyKey: String',
        refuse: (authorization) =>
          authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED',
      });
      const server = await waysToRefuse[1]!.start(service);
      const page = await browser().newPage();
      try {
        await page.goto(`${site()}/portal`);
        await page.evaluate(
          (endpoint) =>
            void Object.assign(pin, { endpoint, cardId: 'card_1', clientToken: 'first' }),
          server.url,
        );
        await page.evaluate(() => pin.focus());
        await typePinTwice(page, '4826');
        assert.equal(await page.evaluate(async () => (await pin.submit()).kind), 'set');
        assert.equal(service.executions.length, 1);
      } finally {
        await page.close();
        await server.stop();
      }
    });
  }
});
