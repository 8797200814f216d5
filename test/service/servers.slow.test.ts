import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import type { Page, Request } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { diagnoseAt, KEY } from '../node/doctor/faulty-service.js';
import { elementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { usePackages } from '../support/packages.js';
import { serve } from '../support/serve.js';
import { useSite } from '../support/site.js';
import { ENDS, testEnds } from './servers/ends.js';
import { graphqlHttp, mercuriusOnFastify, SERVERS, yoga } from './servers/servers.js';
import { createService, PAYMENT_CARD, submitTo, unlessRenewed } from './servers/service.js';

usePackages('test/service/servers/slow');

for (const server of [mercuriusOnFastify, graphqlHttp]) testEnds(server, ENDS);

describe('a submit', () => {
  for (const [keyType, keyArgument, kind, status] of [
    ['String!', undefined, 'set', 200],
    ['none', '', 'set', 200],
    ['ID!', 'IdempotencyKey: ID!', 'misconfigured', 400],
  ] as const)
    it(`has the outcome ${kind} if mercurius accepts only registered documents and the key type is ${keyType}`, async () => {
      const service = createService(keyArgument === undefined ? {} : { keyArgument });
      const submitted = await submitTo(mercuriusOnFastify, service, {
        variant: 'registered',
        keyType,
      });
      const executions = kind === 'set' ? 1 : 0;
      assert.deepEqual(submitted, { kind, statuses: [status], executions });
    });
});

describe('set-card-pin doctor, with third-party servers', () => {
  /** Diagnoses a server whose API accepts the key, and the token that it issues. */
  async function diagnose({ start }: typeof yoga, context: TestContext, variant?: 'registered') {
    const service = createService({
      refuse: (authorization) =>
        authorization === `Basic ${btoa(KEY)}` ? undefined : unlessRenewed(authorization),
    });
    const { url, close } = await start(service, variant);
    context.after(close);
    const report = await diagnoseAt(url);
    assert.deepEqual(service.executions, []);
    return report;
  }

  for (const server of SERVERS)
    it(`finds no problems with ${server.name}, and doesn’t set a PIN`, async (context) => {
      const { problems, on } = await diagnose(server, context);
      assert.equal(problems, 0);
      assert.match(on('operation'), /^ok: /);
    });

  for (const [server, check, finding] of [
    [yoga, 'client-token', /^wrong: .* registered operations only, .* → Register the documents/],
    // Its errors have no code.
    [mercuriusOnFastify, 'operation', /^wrong: .* idempotency key, .* registered operations only/],
  ] as const)
    it(`reports in the ${check} check that ${server.name} runs registered operations only`, async (context) => {
      assert.match((await diagnose(server, context, 'registered')).on(check), finding);
    });
});

declare const pin: SetCardPinElement;

const PORTAL = `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<script src="/set-card-pin.js"></script>
<set-card-pin></set-card-pin>
<script>
  const pin = document.querySelector('set-card-pin');
  pin.getClientToken = () => Promise.resolve('second');
</script></html>`;

/** The headers of the server that this file implements. */
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Cache-Control': 'no-store',
  'Content-Type': 'application/json',
};

const ANSWER = JSON.stringify({ data: { setPinForPaymentCard: PAYMENT_CARD } });

// Without a limit, a failing test could wait forever.
describe('the element on a different origin from the API', { timeout: 180_000 }, () => {
  const browser = useChromium();
  const site = useSite(async (path) => ({
    body: path === '/set-card-pin.js' ? await elementScript() : PORTAL,
  }));

  /** Sets a PIN in a new page. Returns the outcome's kind. */
  async function setPin(endpoint: string, onPage?: (page: Page) => Promise<void>): Promise<string> {
    const page = await browser().newPage();
    await onPage?.(page);
    await page.goto(`${site()}/portal`);
    await page.evaluate((url) => {
      Object.assign(pin, { endpoint: url, cardId: 'card_1', clientToken: 'first' });
      pin.focus();
    }, endpoint);
    await typePinTwice(page, '4826');
    return page.evaluate(async () => (await pin.submit()).kind);
  }

  for (const { name, start } of SERVERS)
    it(`renews an expired client token and sets the PIN with ${name}`, async (test) => {
      const service = createService({ refuse: unlessRenewed });
      const { url, close } = await start(service, 'strict');
      test.after(close);
      assert.equal(await setPin(url), 'set');
      assert.equal(service.executions.length, 1);
    });

  it('lets the browser finish a request whose response arrives in parts and must not be stored', async (test) => {
    const parts = new EventEmitter();
    const answer = async (method: string | undefined, response: ServerResponse) => {
      response.setHeaders(new Map(Object.entries(HEADERS)));
      if (method === 'OPTIONS') return response.end();
      response.write(ANSWER.slice(0, 10));
      await once(parts, 'received');
      response.write(ANSWER.slice(10));
      await once(parts, 'received');
      return response.end();
    };
    const { url, close } = await serve(({ method }, response) => void answer(method, response));
    test.after(close);
    let ended: Promise<unknown> | undefined;
    const kind = await setPin(url, async (page) => {
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Network.enable');
      devtools.on('Network.dataReceived', () => parts.emit('received'));
      ended = new Promise((resolve) => {
        const isPost = (request: Request) => request.method() === 'POST';
        page.on('requestfinished', (request) => isPost(request) && resolve('finished'));
        page.on('requestfailed', (request) => isPost(request) && resolve(request.failure()));
      });
    });
    assert.equal(kind, 'set');
    assert.equal(await ended, 'finished');
  });
});
