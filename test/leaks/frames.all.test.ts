import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { until } from '../support/until.js';
import { it, Portal, type PortalPage, type PortalPageOptions } from './portal-page.js';
import type { FrameFolder } from './servers.js';

/** A variable of the page: the element. */
declare const pin: SetCardPinElement;

/** Milliseconds in which the frame page must load, as the documentation says. */
const FRAME_TIMEOUT = 8_000;

const NOT_LOADED = 'This form didn’t load. Try again.';

/** A reason why the frame page doesn't answer. */
interface Failure {
  readonly title: string;
  /** Headers of the portal's page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly break?: (folder: FrameFolder) => void;
  /** Repairs the frame page while the portal's page stays open. Missing if that is impossible. */
  readonly repair?: (folder: FrameFolder) => void;
}

const answerWith = (answer: NonNullable<Parameters<FrameFolder['put']>[0]>) => ({
  break: (folder: FrameFolder) => folder.put(answer),
  repair: (folder: FrameFolder) => folder.put(),
});

const FAILURES: readonly Failure[] = [
  { title: 'is missing', ...answerWith({ status: 404, body: 'Not found' }) },
  { title: 'is never sent', ...answerWith({ after: () => new Promise(() => undefined) }) },
  {
    title: 'may be embedded only by another page (frame-ancestors)',
    ...answerWith({
      headers: { 'Content-Security-Policy': 'frame-ancestors https://portal.example.com' },
    }),
  },
  {
    title: 'is blocked by the host page’s policy (frame-src)',
    headers: { 'Content-Security-Policy': "frame-src 'none'" },
  },
  {
    title: 'is blocked by a cross-origin isolated host page (COEP)',
    headers: {
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    ...answerWith({
      headers: { 'Cross-Origin-Embedder-Policy': '', 'Cross-Origin-Resource-Policy': '' },
    }),
  },
  {
    title: 'is in a sandbox without an origin',
    headers: { 'Content-Security-Policy': 'sandbox allow-scripts' },
  },
];

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

  /** The frame of the element, whatever page it shows. */
  const frameOf = ({ page }: PortalPage) => page.frames()[1];

  const fastForward = ({ page }: PortalPage, milliseconds: number) =>
    page.clock.fastForward(milliseconds);

  /** Requests for the frame page itself. */
  const documents = (folder: FrameFolder) => folder.requests().filter((path) => !/js/.test(path));

  /** The stopped clock doesn't stop a request: it arrives later, or never if another one comes. */
  const waitForRequests = (folder: FrameFolder, count: number) =>
    until(`request ${count} comes`, () => documents(folder).length >= count);

  /** Moves the clock past the timeouts of the first load and of the retry. */
  const passBothTimeouts = async (opened: PortalPage) => {
    for (const _ of ['load', 'retry']) await fastForward(opened, FRAME_TIMEOUT);
  };

  const pressTryAgain = async ({ page }: PortalPage) => {
    await page.evaluate(() => pin.focus());
    await page.keyboard.press('Enter');
  };

  const assertWorks = async (opened: PortalPage) => {
    await opened.page.clock.resume();
    await opened.assertWorks();
  };

  for (const { title, headers, break: breakFolder, repair } of FAILURES)
    it(`${title}: the element retries without the cache after 8 s, then shows a message and a button, and fires pin-error`, async (test) => {
      const folder = portal.servers.frameFolder();
      breakFolder?.(folder);
      const opened = await open(test, { frameSrc: folder.url, ...(headers && { headers }) });
      if (repair !== undefined) await waitForRequests(folder, 1);

      await fastForward(opened, FRAME_TIMEOUT - 1);
      assert.deepEqual(await opened.events(), []);
      await fastForward(opened, 1);
      await fastForward(opened, FRAME_TIMEOUT - 1);
      assert.deepEqual(await opened.events(), []);
      assert.deepEqual(await opened.texts('alert'), []);
      if (repair !== undefined) {
        await waitForRequests(folder, 2);
        assert.deepEqual(documents(folder), ['', `?again=${1_000 + FRAME_TIMEOUT}`]);
      }

      await fastForward(opened, 1);
      const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
      assert.deepEqual({ kind, cause }, { kind: 'unavailable', cause: 'frame' });
      assert.match(explanation!, /frame-src did not answer/);
      assert.deepEqual(await opened.texts('alert'), [NOT_LOADED]);
      assert.deepEqual(await opened.texts('button'), ['Try again', 'Save']);
      assert.equal((await opened.events()).length, 1);

      repair?.(folder);
      await pressTryAgain(opened);
      if (repair === undefined) {
        await passBothTimeouts(opened);
        await opened.waitForEvent('pin-error', 2);
        return;
      }
      await opened.waitForEvent('pin-ready');
      assert.deepEqual(await opened.texts('alert'), []);
      await assertWorks(opened);
    });

  it('answers the retry: the form is there, and the first failure fires no event', async (test) => {
    const folder = portal.servers.frameFolder();
    folder.put({ status: 503, body: 'Not now' });
    const opened = await open(test, { frameSrc: folder.url });
    await fastForward(opened, FRAME_TIMEOUT - 1);
    folder.put();
    await fastForward(opened, 1);
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
    assert.ok((await opened.events()).every(({ type }) => type !== 'pin-error'));
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
    await passBothTimeouts(opened);
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
    assert.deepEqual(await opened.texts('button'), ['Try again', 'Save']);
    assert.equal((await opened.texts('alert')).length, 1);

    folder.put();
    await pressTryAgain(opened);
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
  });

  it('has an address that the element does not allow: the element loads nothing and reports why', async (test) => {
    const opened = await open(test, { frameSrc: '' });
    const sameOrigin = `${portal.servers.portal.origin}/frame/`;
    const addresses = await opened.page.evaluate(async (sameOrigin) => {
      const blob = new Blob(['<script>parent.ran=true</script>'], { type: 'text/html' });
      const addresses = [
        ...[sameOrigin, 'frame/', 'http://pin.example.com/', 'javascript:parent.ran=true'],
        ...['data:text/html,<script>parent.ran=true</script>', URL.createObjectURL(blob)],
      ];
      for (const address of addresses) {
        pin.frameSrc = address;
        // The element reports an address only if it is not corrected at once.
        await pin.updateComplete;
        await Promise.resolve();
      }
      return addresses;
    }, sameOrigin);
    const events = await opened.events();
    assert.equal(events.length, addresses.length + 1);
    for (const { type, kind, cause, explanation } of events) {
      assert.deepEqual([type, kind, cause], ['pin-error', 'misconfigured', 'frame']);
      assert.match(explanation!, /^frame-src is /);
    }
    assert.match(events[1]!.explanation!, /on the origin of this page/);
    assert.equal(await opened.page.evaluate(() => 'ran' in window), false);
    assert.equal(opened.page.frames().length, 1);

    await opened.page.evaluate((url) => {
      pin.frameSrc = url;
    }, portal.servers.frameFolder().url);
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

  it('gets the page’s current settings when it reloads', async (test) => {
    const opened = await openReady(test);
    await opened.page.clock.resume();
    await opened.page.evaluate(() => void (pin.messages = { submit: 'Do it' }));
    await opened.enterPin('4826');
    await opened.waitForEvent('pin-change');
    await opened.frame!.evaluate(() => location.reload());
    await opened.waitForEvent('pin-change', 2);
    await opened.waitForButton('Do it');
    await opened.page.clock.fastForward(FRAME_TIMEOUT);
    assert.deepEqual(await summaries(opened), ['pin-ready', 'pin-change', 'pin-change']);
    assert.ok(await opened.canSetPin('4826'));
  });

  it('tells the cardholder when it reloads that a PIN that was sent may be set, and then takes the next', async (test) => {
    const opened = await openReady(test);
    await opened.page.clock.resume();
    const setDelay = (milliseconds: number) =>
      portal.servers.service.control('POST', `/cards/${opened.published.cardId}/delay`, {
        milliseconds,
      });
    await setDelay(60_000);
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
    await setDelay(0);
    await opened.enterPin('7391');
    await opened.page.keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
  });

  it('that navigates to another page gets no message, and after 8 s the element fires pin-error and shows a button', async (test) => {
    portal.otherSite.answers.set('/other-page', {
      body: `<script>addEventListener('message', ({ data }) => { window.received = data; });</script>`,
    });
    const opened = await openReady(test);
    const navigated = opened.page.waitForEvent('framenavigated');
    const { origin } = portal.otherSite;
    await opened.frame!.evaluate((origin) => location.assign(`${origin}/other-page`), origin);
    await navigated;
    await opened.page.waitForFunction(() => !pin.matches(':state(submitting)'));
    const early = opened.page.evaluate(async () => (await pin.submit()).kind);
    // The element notices the navigation when the frame has loaded, and hears nothing of an
    // entry any more.
    await frameOf(opened)!.waitForLoadState();
    await opened.page.waitForFunction(() => pin.matches(':state(empty)'));
    await opened.waitForFrame();
    const received = frameOf(opened)!.evaluate(() => 'received' in window);
    assert.equal(await received.catch(() => false), false);
    await opened.page.clock.fastForward(FRAME_TIMEOUT - 1);
    assert.deepEqual(await summaries(opened), ['pin-ready']);
    await opened.page.clock.fastForward(1);
    assert.deepEqual(await summaries(opened), ['pin-ready', 'pin-error unavailable frame']);
    assert.match(await early, /aborted|unavailable/);
    assert.deepEqual(await opened.texts('button'), ['Try again', 'Save']);
    await opened.page.clock.resume();
    await pressTryAgain(opened);
    await opened.waitForFrame();
    await opened.waitForButton('Set PIN');
    assert.ok(await opened.canSetPin('4826'));
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
    const kinds = await opened.evaluate('kinds');
    // One message for the first digit of a field, and one for the last.
    assert.deepEqual(kinds, ['state', 'state', 'state', 'state']);
    await opened.page.keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
    assert.deepEqual(folder.requests(), ['']);
  });
});
