import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { FormSettings } from '../../src/form/settings.js';
import { VERSION, type FromFrame } from '../../src/isolated/protocol.js';
import { FROM_HOST, HELLO, settingsMessage } from './any-message.js';
import { FramedPortal, TIMEOUT } from './framed-portal.js';

/** Variables of a hand-written host: its ports, and all messages from the frame page. */
declare let ports: MessagePort[];
declare let received: unknown[];

/** Returns the HTML of a hand-written host. */
const hostHtml = (frameSrc: string) => `<!doctype html><title>A host</title>
<script>
  var received = [], ports = [];
  function sendHello(hello, target = document.querySelector('iframe').contentWindow) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => received.push(data);
    ports.push(port1);
    target.postMessage(hello, '*', [port2]);
  }
</script>
<iframe src="${frameSrc}"></iframe>`;

describe('a frame page', { concurrency: 3 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  const openHost = async (test: TestContext, frameSrc: string, site = portal.servers.portal) => {
    const page = await portal.openHtml(hostHtml(frameSrc), site);
    test.after(() => page.close());
    return page;
  };

  const sendHello = (page: Page, hello: unknown = HELLO) =>
    page.evaluate((hello) => {
      Reflect.get(window, 'sendHello')(hello);
    }, hello);

  /** Posts a message through one of the host's ports. The default is the first one. */
  const post = (page: Page, message: unknown, index = 0) =>
    page.evaluate(([message, index]) => ports.at(index)!.postMessage(message), [
      message,
      index,
    ] as const);

  const settings = (changes?: Partial<FormSettings>) => settingsMessage({ denied: [], ...changes });

  const waitForMessage = async (page: Page, kind: string): Promise<FromFrame> => {
    const handle = await page.waitForFunction(
      (kind) => received.find((message) => (message as FromFrame).kind === kind),
      kind,
    );
    return (await handle.jsonValue()) as FromFrame;
  };

  const receivedBy = (page: Page) => page.evaluate(() => received);

  /** Asserts that the frame page has not answered yet, and that it answers a hello of this host. */
  const assertAnswers = async (page: Page) => {
    assert.deepEqual(await receivedBy(page), []);
    await sendHello(page);
    await post(page, settings(), -1);
    await waitForMessage(page, 'ready');
  };

  it(
    'answers only its parent, and not an opener, another frame of the page, or a frame inside that',
    { timeout: TIMEOUT },
    async (test) => {
      const { url } = portal.servers.frameFolder();
      const page = await openHost(test, url);
      const body = `<script>
        const { port1, port2 } = new MessageChannel();
        top.frames[0].postMessage(${JSON.stringify(HELLO)}, '*', [port2]);
        port1.onmessage = () => top.postMessage('answered', '*');
        if (top === parent) document.write('<iframe src="?inner"></iframe>');
      </script>`;
      portal.otherSite.answers.set('/other-frame', { body });
      await page.evaluate(
        (src) =>
          new Promise((done) => {
            const frame = Object.assign(document.createElement('iframe'), { src });
            frame.onload = done;
            document.body.append(frame);
          }),
        `${portal.otherSite.origin}/other-frame`,
      );
      await assertAnswers(page);

      const opening = page.context().waitForEvent('page');
      await page.evaluate((url) => {
        // The frame may still tell its height.
        ports[0]!.onmessage = null;
        received = [];
        Reflect.set(window, 'popup', window.open(url));
      }, url);
      const popup = await opening;
      await popup.waitForLoadState('load');
      await page.evaluate(
        (hello) => void Reflect.get(window, 'sendHello')(hello, Reflect.get(window, 'popup')),
        HELLO,
      );
      await post(page, settings(), -1);
      // Once the popup receives a later message, it has received the hello too.
      await popup.evaluate(
        () =>
          new Promise((done) => {
            addEventListener('message', done);
            postMessage('later', '*');
          }),
      );
      assert.deepEqual(await receivedBy(page), []);
      await popup.close();
    },
  );

  it(
    'ignores messages before a well-formed hello with its kind, its version and a port',
    { timeout: TIMEOUT },
    async (test) => {
      const page = await openHost(test, portal.servers.frameFolder().url);
      for (const hello of [
        null,
        'set-card-pin',
        {},
        { kind: 'set-card-pin' },
        { ...HELLO, version: '1' },
        { ...HELLO, more: 1 },
        [HELLO],
        ...FROM_HOST,
      ])
        await sendHello(page, hello);
      await page.evaluate(
        (hello) => document.querySelector('iframe')!.contentWindow!.postMessage(hello, '*'),
        HELLO,
      );
      await assertAnswers(page);
    },
  );

  it(
    'refuses a host of version 1, says so, and serves the same host if it greets with its own version',
    { timeout: TIMEOUT },
    async (test) => {
      const page = await openHost(test, portal.servers.frameFolder().url);
      await sendHello(page, { ...HELLO, version: 1 });
      await post(page, settings(), 0);
      await waitForMessage(page, 'refused');
      // A host of version 1, as of commit c8263da, drops a message with any other member.
      assert.deepEqual(await receivedBy(page), [
        {
          kind: 'refused',
          explanation: `The frame page is of version ${VERSION}, the element of 1: update the older one.`,
        },
      ]);
      await sendHello(page);
      await post(page, settings(), 1);
      await waitForMessage(page, 'ready');
      const kinds = ((await receivedBy(page)) as FromFrame[]).map(({ kind }) => kind);
      assert.deepEqual(
        kinds.filter((kind) => /refused|ready/.test(kind)),
        ['refused', 'ready'],
      );
    },
  );

  it(
    'refuses a parent that is not on its list, even if its server sends no headers',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      const page = await openHost(test, folder.url, portal.otherSite);
      // The `frame-ancestors` header blocks the frame page, so the hello gets no answer.
      await sendHello(page);
      folder.put({ headers: { 'Content-Security-Policy': '' } });
      const pageWithoutHeader = await openHost(test, folder.url, portal.otherSite);
      await sendHello(pageWithoutHeader);
      await post(pageWithoutHeader, settings());
      const refusal = await waitForMessage(pageWithoutHeader, 'refused');
      const { explanation } = refusal as { explanation: string };
      assert.ok(explanation.includes(portal.otherSite.origin), explanation);
      assert.equal((await receivedBy(pageWithoutHeader)).length, 1);
      assert.deepEqual(await receivedBy(page), []);
    },
  );

  it(
    'answers only its first host: a second hello changes nothing, even from the same host',
    { timeout: TIMEOUT },
    async (test) => {
      const page = await openHost(test, portal.servers.frameFolder().url);
      await assertAnswers(page);
      await page.evaluate(() => void (received = []));
      for (const version of [2, 7]) await sendHello(page, { ...HELLO, version });
      await post(page, settings({ disabled: true }), 1);
      await post(page, settings({ disabled: true }), 2);
      await post(page, { kind: 'submit', run: 1 }, 1);
      await post(page, { kind: 'submit', run: 1 });
      await waitForMessage(page, 'ended');
      const kinds = ((await receivedBy(page)) as FromFrame[]).map(({ kind }) => kind);
      assert.deepEqual(
        kinds.filter((kind) => /ended|ready|refused/.test(kind)),
        ['ended'],
      );
    },
  );

  it(
    'does not receive a hello that is sent too early, and answers the next one',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      let answer = () => {};
      folder.put({ after: () => new Promise<void>((resolve) => (answer = resolve)) });
      const page = await portal.browser.newPage();
      test.after(() => page.close());
      const { portal: site } = portal.servers;
      site.answers.set('/early', { body: hostHtml(folder.url) });
      await page.goto(`${site.origin}/early`, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.querySelector('iframe') !== null);
      await sendHello(page);
      await page.waitForFunction(() => ports.length === 1);
      while (!folder.requests().includes('')) await page.evaluate(() => 0);
      answer();
      await page.waitForLoadState('load');
      await assertAnswers(page);
    },
  );
});
