import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { VERSION, type FromFrame } from '../../src/isolated/protocol.js';
import { bundleScript } from '../support/builds.js';
import { cases, FUZZ } from '../support/fuzz.js';
import type * as AnyMessage from './any-message.js';
import { FROM_FRAME } from './any-message.js';
import { FramedPortal, MAX_GROWTH, TIMEOUT, type FramedPage } from './framed-portal.js';

/** Number of invalid messages to post. */
const MESSAGES = cases(10_000);

/** Variables of the pages. `port` is the port that a frame page received. */
declare const pin: SetCardPinElement;
declare const port: MessagePort;
declare const anyMessage: typeof AnyMessage;

/** Makes a frame page keep the port that it receives. */
const KEEP_PORT = `addEventListener('message', ({ ports: [given] }) => { window.port = given; });`;

/** A hand-written frame page, from which a test posts messages. */
const FAKE_FRAME_PAGE = `<!doctype html><title>A frame page</title><script>
  var hellos = 0;
  addEventListener('message', ({ ports: [given] }) => {
    hellos++;
    window.port = given;
    port.onmessage = ({ data }) => {
      if (data.kind === 'submit')
        port.postMessage({ kind: 'ended', run: data.run, outcome: { kind: 'denied' }, epoch: 0 });
    };
    port.postMessage({ kind: 'ready', epoch: 0 });
  });
</script>`;

/** A frame page of version 1, which sends what the build of commit c8263da sent. */
const FRAME_PAGE_1 = `<!doctype html><title>A frame page</title><script>
  const isHello = (data) => Object.prototype.toString.call(data) === '[object Object]' &&
    Object.keys({ kind: 0, version: 0, ...data }).length === 2 &&
    data.kind === 'set-card-pin' && Number.isFinite(data.version);
  addEventListener('message', function greet({ data, source, ports: [port] }) {
    if (source !== parent || !isHello(data) || port === undefined) return;
    if (data.version !== 1)
      return port.postMessage({
        kind: 'refused',
        explanation: 'The frame page is of version 1, the element of ' + data.version + '.',
      });
    removeEventListener('message', greet);
    port.onmessage = ({ data }) => {
      if (data.kind !== 'settings') return;
      port.postMessage({ kind: 'height', height: 320 });
      port.postMessage({ kind: 'ready' });
    };
  });
</script>`;

/** A state that raises `pin-change`. */
const VALID: FromFrame = {
  kind: 'state',
  phase: 'editing',
  isComplete: true,
  hasErrors: false,
  isRevealed: false,
  epoch: 0,
};

describe('a message to the host', { concurrency: 3 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  const open = async (
    test: TestContext,
    frameSrc = portal.servers.frameFolder().url,
    profile?: BrowserContext,
  ) => {
    const opened = await portal.open({ frameSrc }, profile);
    test.after(() => opened.close());
    await opened.waitForEvent('pin-ready');
    return opened;
  };

  const openWithFakeFramePage = async (test: TestContext) => {
    const folder = portal.servers.frameFolder();
    folder.put({ body: FAKE_FRAME_PAGE, headers: { 'Content-Security-Policy': '' } });
    const opened = await open(test, folder.url);
    const post = (...messages: readonly unknown[]) =>
      opened.frame.evaluate((messages) => {
        for (const message of messages) port.postMessage(message);
      }, messages);
    return { opened, post };
  };

  const submit = ({ page }: FramedPage) => page.evaluate(async () => (await pin.submit()).kind);

  const eventTypes = async (opened: FramedPage) => (await opened.events()).map(({ type }) => type);

  it(
    'says which versions differ if the frame page is one of version 1',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      const headers = { 'Content-Security-Policy': '' };
      folder.put({ body: FRAME_PAGE_1, headers });
      const opened = await portal.open({ frameSrc: folder.url });
      test.after(() => opened.close());
      const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
      assert.deepEqual([kind, cause], ['misconfigured', 'frame']);
      assert.equal(explanation, `The frame page is of version 1, the element of ${VERSION}.`);
      assert.deepEqual(opened.consoleErrors, [`set-card-pin: ${explanation}`]);
      assert.deepEqual(await opened.texts('button'), ['Try again']);
      assert.equal(await submit(opened), 'misconfigured');
      assert.equal((await opened.events()).length, 2);
    },
  );

  it('is ignored if it does not come through the port', { timeout: TIMEOUT }, async (test) => {
    const opened = await open(test);
    const messages = FROM_FRAME.filter(({ kind }) => kind === 'ended' || kind === 'ready');
    const script = `for (const message of ${JSON.stringify(messages)}) top.postMessage(message, '*');`;
    portal.otherSite.answers.set('/other-frame', { body: `<script>${script}</script>` });
    await opened.page.evaluate(
      (src) =>
        new Promise((done) => {
          const frame = Object.assign(document.createElement('iframe'), { src });
          frame.onload = done;
          document.body.append(frame);
        }),
      `${portal.otherSite.origin}/other-frame`,
    );
    await opened.page.evaluate(script);
    await opened.frame.evaluate(script);
    // Once the page receives a later message, it has received these too.
    await opened.page.evaluate(
      () =>
        new Promise((done) => {
          addEventListener('message', ({ data }) => data === 'later' && done(0));
          postMessage('later', '*');
        }),
    );
    assert.deepEqual(await eventTypes(opened), ['pin-ready']);
    await opened.assertWorks();
  });

  it(
    'ends no submit and fires no second pin-ready if it is repeated or answers no request',
    { timeout: TIMEOUT },
    async (test) => {
      const { opened, post } = await openWithFakeFramePage(test);
      await post(
        { kind: 'ready', epoch: 0 },
        { kind: 'ended', run: 1, outcome: { kind: 'aborted' }, epoch: 0 },
        { kind: 'ended', run: 1, outcome: { kind: 'denied' }, epoch: 1 },
        { kind: 'grant', grant: { kind: 'no-token' }, epoch: 0 },
        { kind: 'forget', epoch: 0 },
        { kind: 'refuse', refused: 'another', epoch: 0 },
        // This one fires an event, which shows that the messages before it have arrived.
        VALID,
      );
      await opened.waitForEvent('pin-change');
      assert.equal(await submit(opened), 'denied');
      assert.deepEqual(await eventTypes(opened), ['pin-ready', 'pin-change', 'pin-error']);
      assert.deepEqual(await opened.errors(), []);
    },
  );

  it(
    'is ignored if it comes through the port of an earlier frame page',
    { timeout: TIMEOUT },
    async (test) => {
      const { opened } = await openWithFakeFramePage(test);
      await opened.page.evaluate(() =>
        addEventListener('message', ({ ports: [stale] }) => {
          Reflect.set(window, 'stale', stale);
        }),
      );
      await opened.frame.evaluate(() => {
        parent.postMessage('', '*', [port]);
        location.reload();
      });
      await opened.page.waitForFunction(() => 'stale' in window);
      const countHellos = () =>
        opened.frame.evaluate(() => Reflect.get(window, 'hellos') as number);
      while ((await countHellos().catch(() => 0)) !== 1);
      await opened.page.evaluate((valid) => {
        const stale = Reflect.get(window, 'stale') as MessagePort;
        stale.postMessage(valid);
        stale.postMessage({
          kind: 'ended',
          run: 1,
          outcome: { kind: 'rejected', codes: [] },
          epoch: 0,
        });
      }, VALID);
      assert.equal(await submit(opened), 'denied');
      assert.deepEqual(await eventTypes(opened), ['pin-ready', 'pin-error']);
    },
  );

  it(
    `is ignored if it is invalid: after ${MESSAGES} of them, of any size, the form works as before`,
    { timeout: TIMEOUT },
    async (test) => {
      const profile = await portal.browser.newContext();
      await profile.addInitScript(KEEP_PORT);
      const opened = await open(test, undefined, profile);
      await opened.frame.evaluate(await bundleScript('test/leaks/any-message.ts', 'anyMessage'));
      const before = await opened.countKeptBytes();
      await opened.frame.evaluate(([seed, count]) => anyMessage.postToHost(port, seed, count), [
        FUZZ.seed,
        MESSAGES,
      ] as const);
      await opened.frame.evaluate((valid) => port.postMessage(valid), VALID);
      await opened.waitForEvent('pin-change');
      assert.deepEqual(await eventTypes(opened), ['pin-ready', 'pin-change'], `Seed ${FUZZ.seed}`);
      const growth = (await opened.countKeptBytes()) - before;
      assert.ok(growth < MAX_GROWTH, `The page keeps ${growth} more bytes. Seed ${FUZZ.seed}`);
      await opened.assertWorks();
    },
  );
});
