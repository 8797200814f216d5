import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import {
  FRAME_TIMEOUT,
  FramedPortal,
  TIMEOUT,
  type FramedPage,
  type FramedPageOptions,
} from './framed-portal.js';

declare const pin: SetCardPinElement;
/** Kinds of the messages that passed the element's port, in both directions. */
declare let messageKinds: string[];

/** Makes a page record the kinds of its messages. */
const RECORD_MESSAGES = `
  var messageKinds = [];
  const Channel = MessageChannel;
  MessageChannel = function () {
    const channel = new Channel();
    channel.port1.addEventListener('message', ({ data }) => messageKinds.push(data.kind));
    const post = channel.port1.postMessage;
    channel.port1.postMessage = function (message) { messageKinds.push(message.kind); post.call(this, message); };
    return channel;
  };
`;

/** Pages that a frame can navigate to. */
const OTHER_PAGES: readonly (readonly [title: string, url: (portal: FramedPortal) => string])[] = [
  ['a page of the portal’s origin', ({ servers }) => `${servers.portal.origin}/other-page`],
  ['a page of another company', ({ otherSite }) => `${otherSite.origin}/other-page`],
  ['a blank page', () => 'about:blank'],
  [
    'a page that must not be embedded',
    ({ servers }) => {
      const headers = { 'Content-Security-Policy': "frame-ancestors 'none'" };
      servers.frame.answers.set('/not-embeddable', { body: '', headers });
      return `${servers.frame.origin}/not-embeddable`;
    },
  ],
];

describe('a frame', { concurrency: 3 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  const open = async (test: TestContext, options: Partial<FramedPageOptions> = {}) => {
    const opened = await portal.open(
      { frameSrc: portal.servers.frameFolder().url, ...options },
      await portal.newFrozenProfile(),
    );
    test.after(() => opened.close());
    await opened.waitForEvent('pin-ready');
    return opened;
  };

  const summaries = async (opened: FramedPage) =>
    (await opened.events()).map(({ type, kind = '', cause = '' }) =>
      `${type} ${kind} ${cause}`.trim(),
    );

  it('gets the page’s current settings when it reloads', { timeout: TIMEOUT }, async (test) => {
    const opened = await open(test);
    await opened.page.clock.resume();
    await opened.page.evaluate(() => void (pin.messages = { submit: 'Do it' }));
    await opened.enterPin('4826');
    await opened.waitForEvent('pin-change');
    await opened.frame.evaluate(() => location.reload());
    await opened.waitForEvent('pin-change', 2);
    while (!(await opened.texts('button', opened.frame)).includes('Do it'));
    await opened.page.clock.fastForward(FRAME_TIMEOUT);
    assert.deepEqual(await summaries(opened), ['pin-ready', 'pin-change', 'pin-change']);
    assert.ok(await opened.canSetPin('4826'));
  });

  it(
    'ends a pending submit as unconfirmed when it reloads, because the PIN may be set, and then takes the next',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      await opened.page.clock.resume();
      const setDelay = (milliseconds: number) =>
        portal.servers.service.control('POST', `/cards/${opened.cardId}/delay`, { milliseconds });
      await setDelay(60_000);
      await opened.enterPin('4826');
      await opened.waitForEvent('pin-change');
      const outcome = opened.page.evaluate(async () => (await pin.submit()).kind);
      while (!(await opened.isPin('4826')));
      const next = opened.page.evaluate(
        () =>
          new Promise((resolve) =>
            pin.addEventListener('pin-error', () => resolve(pin.submit()), { once: true }),
          ),
      );
      await opened.frame.evaluate(() => location.reload());
      assert.equal(await outcome, 'unconfirmed');
      assert.deepEqual(await next, { kind: 'invalid', field: 'new', problem: 'missing' });
      assert.ok((await summaries(opened)).includes('pin-error unconfirmed frame'));
      while (!/We can’t tell if it’s set/.test((await opened.texts('alert')).join()));
      await setDelay(0);
      await opened.page.clock.resume();
      await opened.enterPin('7391');
      await opened.page.keyboard.press('Enter');
      await opened.waitForEvent('pin-set');
    },
  );

  for (const [title, url] of OTHER_PAGES)
    it(
      `that navigates to ${title} gets no message, and after 8 s the element fires pin-error and shows a button`,
      { timeout: TIMEOUT },
      async (test) => {
        for (const site of [portal.servers.portal, portal.otherSite])
          site.answers.set('/other-page', {
            body: `<script>addEventListener('message', ({ data }) => { window.received = data; });</script>`,
          });
        const opened = await open(test);
        const navigated = opened.page.waitForEvent('framenavigated');
        await opened.frame.evaluate((url) => void location.assign(url), url(portal));
        await navigated;
        await opened.page.waitForFunction(() => !pin.matches(':state(submitting)'));
        const early = opened.page.evaluate(async () => (await pin.submit()).kind);
        // The element notices the navigation when the frame has loaded, and hears nothing of an
        // entry any more.
        await opened.frame.waitForLoadState();
        await opened.page.waitForFunction(() => pin.matches(':state(empty)'));
        await opened.waitForFrame();
        assert.equal(
          await opened.frame.evaluate(() => 'received' in window).catch(() => false),
          false,
        );
        await opened.page.clock.fastForward(FRAME_TIMEOUT - 1);
        assert.deepEqual(await summaries(opened), ['pin-ready']);
        await opened.page.clock.fastForward(1);
        assert.deepEqual(await summaries(opened), ['pin-ready', 'pin-error unavailable frame']);
        assert.match(await early, /aborted|unavailable/);
        assert.deepEqual(await opened.texts('button'), ['Try again']);
        await opened.page.clock.resume();
        await opened.page.evaluate(() => pin.focus());
        await opened.page.keyboard.press('Enter');
        await opened.waitForFrame();
        while ((await opened.texts('button', opened.frame).catch(() => [])).length === 0);
        assert.ok(await opened.canSetPin('4826'));
      },
    );

  it(
    'works and is empty after the browser goes back to its page',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await portal.open({ frameSrc: portal.servers.frameFolder().url });
      test.after(() => opened.close());
      await opened.waitForEvent('pin-ready');
      await opened.enterPin('4826');
      await opened.waitForEvent('pin-change');
      portal.servers.portal.answers.set('/next', { body: '<title>Next page</title>' });
      await opened.page.goto(`${portal.servers.portal.origin}/next`);
      await opened.page.goBack({ waitUntil: 'commit' });
      await opened.page.waitForFunction(() => typeof pin === 'object');
      await opened.waitForEvent('pin-ready');
      await opened.page.waitForFunction(() => pin.validity.valueMissing);
      // The page may be loaded again. Then its script sets the client token again.
      assert.ok(await opened.canSetPin('7391'));
    },
  );

  it(
    'needs one request until it is ready, and one for an attempt to set a PIN',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      const opened = await open(test, { frameSrc: folder.url });
      assert.deepEqual(folder.requests(), ['']);
      await opened.page.clock.resume();
      assert.ok(await opened.canSetPin('7391'));
      assert.deepEqual(folder.requests(), ['']);
    },
  );

  it(
    'posts no message for the second and third digit of a field',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { script: RECORD_MESSAGES });
      await opened.page.clock.resume();
      await opened.focus();
      await opened.page.evaluate(() => void (messageKinds = []));
      await opened.enterPin('4826');
      // A port keeps the order of messages, so all of them have arrived with this event.
      await opened.waitForEvent('pin-change');
      const kinds = await opened.page.evaluate(() => messageKinds);
      // One message for the first digit of a field, and one for the last.
      assert.deepEqual(kinds, ['focus', 'state', 'state', 'state', 'state']);
    },
  );
});
