import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { until } from '../support/until.js';
import type { Answer } from '../support/site.js';
import { it, Portal, type PortalPage, type PortalPageOptions } from './portal-page.js';
import type { FrameFolder } from './servers.js';

/** A variable of the page: the element. */
declare const pin: SetCardPinElement;

/** Milliseconds in which the frame page must load, as the documentation says. */
const FRAME_TIMEOUT = 8_000;

/** Answers of a frame page that doesn't load. No `load` event comes of the second one. */
const FAILURES: Readonly<Record<string, Answer>> = {
  'is missing': { status: 404, body: 'Not found' },
  'is never sent': { after: () => new Promise(() => undefined) },
};

describe('a frame', { concurrency: 3 }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** Opens a page whose clock is stopped. */
  const open = async (test: TestContext, options?: Omit<PortalPageOptions, 'mode'>) => {
    const profile = await portal.newProfile();
    await profile.clock.install({ time: 0 });
    await profile.clock.pauseAt(1_000);
    return portal.load(test, options, profile);
  };

  const openReady = async (test: TestContext, options?: Omit<PortalPageOptions, 'mode'>) => {
    const opened = await open(test, options);
    await opened.waitForEvent('pin-ready');
    return opened;
  };

  const fastForward = ({ page }: PortalPage, milliseconds: number) =>
    page.clock.fastForward(milliseconds);

  /** The stopped clock doesn't stop a request: it arrives later, or never if another one comes. */
  const waitForRequests = (folder: FrameFolder, count: number) =>
    until(`request ${count} comes`, () => folder.requests().length >= count);

  const pressTryAgain = async ({ page }: PortalPage) => {
    await page.evaluate(() => pin.focus());
    await page.keyboard.press('Enter');
  };

  const assertWorks = async (opened: PortalPage) => {
    await opened.page.clock.resume();
    await opened.assertWorks();
  };

  for (const [title, answer] of Object.entries(FAILURES))
    it(`${title}: the element retries without the cache after 8 s, then shows a message and a button, and fires pin-error`, async (test) => {
      const folder = portal.servers.frameFolder();
      folder.put(answer);
      const opened = await open(test, { frameSrc: folder.url });
      await waitForRequests(folder, 1);
      await fastForward(opened, FRAME_TIMEOUT - 1);
      assert.deepEqual(folder.requests(), ['']);
      await fastForward(opened, 1);
      await fastForward(opened, FRAME_TIMEOUT - 1);
      assert.deepEqual(await opened.events(), []);
      assert.deepEqual(await opened.texts('alert'), []);
      await waitForRequests(folder, 2);
      assert.deepEqual(folder.requests(), ['', `?again=${1_000 + FRAME_TIMEOUT}`]);

      await fastForward(opened, 1);
      const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
      assert.deepEqual({ kind, cause }, { kind: 'unavailable', cause: 'frame' });
      assert.match(explanation!, /frame-src did not answer/);
      assert.deepEqual(await opened.texts('alert'), ['This form didn’t load. Try again.']);
      assert.deepEqual(await opened.texts('button'), ['Try again', 'Save']);

      folder.put();
      await pressTryAgain(opened);
      await opened.waitForEvent('pin-ready');
      assert.deepEqual(await opened.texts('alert'), []);
      assert.equal((await opened.events()).length, 2);
      await assertWorks(opened);
    });

  // The carried Chromium prerenders no page, so the test says to the element that it does.
  it('is in a prerendered page: the element counts the 8 s from when that page is shown', async (test) => {
    const folder = portal.servers.frameFolder();
    let answer = () => {};
    folder.put({ after: () => new Promise<void>((resolve) => (answer = resolve)) });
    const opened = await open(test, {
      frameSrc: folder.url,
      before: "Object.defineProperty(document, 'prerendering', { value: true, writable: true });",
    });
    await waitForRequests(folder, 1);
    await fastForward(opened, 2 * FRAME_TIMEOUT);
    assert.deepEqual(await opened.events(), []);

    await opened.page.evaluate(() => {
      Reflect.set(document, 'prerendering', false);
      document.dispatchEvent(new Event('prerenderingchange'));
    });
    await fastForward(opened, FRAME_TIMEOUT - 1);
    assert.deepEqual(folder.requests(), ['']);
    await fastForward(opened, 1);
    await waitForRequests(folder, 2);
    answer();
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
  });

  it('has no configuration: it accepts nothing, and the element reports that at once', async (test) => {
    const folder = portal.servers.frameFolder();
    const configuration = /(?<=<script id="config" type="application\/json">).*?(?=<\/script>)/s;
    folder.put({ body: folder.html.replace(configuration, '') });
    const opened = await open(test, { frameSrc: folder.url });
    const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
    assert.deepEqual([kind, cause], ['misconfigured', 'frame']);
    assert.match(explanation!, /^config\.json of the frame page is missing or wrong/);
    folder.put();
    await pressTryAgain(opened);
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
  });

  it('has an address that the element does not allow: the element loads nothing and reports why', async (test) => {
    const opened = await open(test, { frameSrc: '' });
    const sameOrigin = `${portal.servers.portal.origin}/frame/`;
    for (const [index, address] of ['javascript:parent.ran=true', sameOrigin].entries()) {
      await opened.page.evaluate((address) => void (pin.frameSrc = address), address);
      const { kind, cause, explanation } = await opened.waitForEvent('pin-error', index + 2);
      assert.deepEqual([kind, cause], ['misconfigured', 'frame']);
      assert.match(
        explanation!,
        address === sameOrigin ? /on the origin of this/ : /^frame-src is/,
      );
    }
    assert.equal(await opened.page.evaluate(() => 'ran' in window), false);
    assert.equal(opened.page.frames().length, 1);

    const { url } = portal.servers.frameFolder();
    await opened.page.evaluate((url) => void (pin.frameSrc = url), url);
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
  });

  it('works in a sandboxed host page that keeps its origin', async (test) => {
    const headers = { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin' };
    await assertWorks(await openReady(test, { headers }));
  });

  const summaries = async (opened: PortalPage) =>
    (await opened.events()).map(({ type, kind = '', cause = '' }) =>
      `${type} ${kind} ${cause}`.trim(),
    );

  it('gets the current settings when it reloads, says that a PIN that was sent may be set, and takes the next', async (test) => {
    const opened = await openReady(test);
    await opened.page.clock.resume();
    await opened.say('Do it');
    await opened.published.delay(60_000);
    await opened.enterPin('4826');
    await opened.waitForEvent('pin-change');
    const outcome = opened.page.evaluate(async () => (await pin.submit()).kind);
    await until('the PIN is set', () => opened.published.isPin('4826'));
    await opened.frame!.evaluate(() => location.reload());
    assert.equal(await outcome, 'unconfirmed');
    assert.ok((await summaries(opened)).includes('pin-error unconfirmed frame'));
    await until('the cardholder is told', async () =>
      /We can’t tell if it’s set/.test((await opened.texts('alert')).join()),
    );
    await opened.waitForButton('Do it');
    await opened.published.delay(0);
    await opened.enterPin('7391');
    await opened.page.keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
  });

  it('that navigates to another page gets no message, and after 8 s the element fires pin-error and shows a button', async (test) => {
    portal.otherSite.answers.set('/other-page', {
      body: `<script>addEventListener('message', () => fetch('/received'));</script>`,
    });
    const opened = await openReady(test);
    const { origin } = portal.otherSite;
    await opened.frame!.evaluate((origin) => location.assign(`${origin}/other-page`), origin);
    // The element notices the navigation when the frame has loaded.
    await opened.page.waitForFunction(() => pin.matches(':state(empty)'));
    await opened.waitForFrame();
    await opened.page.frames()[1]!.waitForLoadState();
    const early = opened.page.evaluate(async () => (await pin.submit()).kind);
    await fastForward(opened, FRAME_TIMEOUT - 1);
    assert.deepEqual(await summaries(opened), ['pin-ready']);
    await fastForward(opened, 1);
    assert.deepEqual(await summaries(opened), ['pin-ready', 'pin-error unavailable frame']);
    assert.match(await early, /aborted|unavailable/);
    await opened.page.clock.resume();
    await pressTryAgain(opened);
    await opened.waitForFrame();
    await opened.waitForButton('Set PIN');
    assert.ok(await opened.canSetPin('4826'));
    assert.ok(!portal.otherSite.requests.includes('/received'));
  });

  it('needs one request, and posts no message for the second and third digit of a field', async (test) => {
    const folder = portal.servers.frameFolder();
    const before = `
      var kinds = [];
      const Channel = MessageChannel;
      MessageChannel = function () {
        const channel = new Channel();
        channel.port1.addEventListener('message', ({ data }) => kinds.push(data.kind));
        return channel;
      };`;
    const opened = await openReady(test, { frameSrc: folder.url, before });
    await opened.page.clock.resume();
    await opened.focus();
    await opened.evaluate('kinds = []');
    await opened.enterPin('4826');
    // A port keeps the order of messages, so all of them have arrived with this event.
    await opened.waitForEvent('pin-change');
    // One message for the first digit of a field, and one for the last.
    assert.deepEqual(await opened.evaluate('kinds'), ['state', 'state', 'state', 'state']);
    await opened.page.keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
    assert.deepEqual(folder.requests(), ['']);
  });
});
