import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { Site } from '../support/site.js';
import {
  FRAME_TIMEOUT,
  FramedPortal,
  TIMEOUT,
  type FramedPage,
  type FramedPageOptions,
} from './framed-portal.js';
import type { FrameFolder } from './servers.js';

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

type FrameAnswer = NonNullable<Parameters<FrameFolder['put']>[0]>;

const answerWith = (answer: FrameAnswer | ((folder: FrameFolder) => FrameAnswer)) => ({
  break: (folder: FrameFolder) =>
    folder.put(typeof answer === 'function' ? answer(folder) : answer),
  repair: (folder: FrameFolder) => folder.put(),
});

/** Returns the document with another text between the start tag of a script and its end. */
const withScript = ({ html }: FrameFolder, startTag: string, text: string): FrameAnswer => {
  const [before, , after] = new RegExp(`^(.*${startTag})(.*?)(</script>.*)$`, 's')
    .exec(html)!
    .slice(1);
  return { body: `${before}${text}${after}` };
};

const MODULE = '<script type="module">';
const CONFIG = '<script id="config" type="application/json">';

const never = () => new Promise(() => undefined);

const FAILURES: readonly Failure[] = [
  { title: 'is missing', ...answerWith({ status: 404, body: 'Not found' }) },
  { title: 'is another page', ...answerWith({ body: '<title>Hotel</title><p>Log in' }) },
  { title: 'is never sent', ...answerWith({ after: never }) },
  { title: 'has no script', ...answerWith((folder) => withScript(folder, MODULE, '')) },
  {
    title: 'has one more line in its script',
    ...answerWith((folder) => ({ body: folder.html.replace(MODULE, `${MODULE}void 0;\n`) })),
  },
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

describe('a frame page', { concurrency: 3 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  /** Opens a page whose clock is stopped. */
  const open = async (test: TestContext, options: FramedPageOptions) => {
    const opened = await portal.open(options, await portal.newFrozenProfile());
    test.after(() => opened.close());
    return opened;
  };

  const fastForward = ({ page }: FramedPage, milliseconds: number) =>
    page.clock.fastForward(milliseconds);

  /** Requests for the frame page itself. */
  const documents = (folder: FrameFolder) => folder.requests().filter((path) => !/js/.test(path));

  /** The stopped clock doesn't stop a request: it arrives later, or never if another one comes. */
  const waitForRequests = async ({ page }: FramedPage, folder: FrameFolder, count: number) => {
    while (documents(folder).length < count) await page.evaluate(() => 0);
  };

  /** Moves the clock past the timeouts of the first load and of the retry. */
  const passBothTimeouts = async (opened: FramedPage) => {
    for (const _ of ['load', 'retry']) await fastForward(opened, FRAME_TIMEOUT);
  };

  const pressTryAgain = async ({ page }: FramedPage) => {
    await page.evaluate(() => document.querySelector('set-card-pin')!.focus());
    await page.keyboard.press('Enter');
  };

  const assertWorks = async (opened: FramedPage) => {
    await opened.page.clock.resume();
    assert.ok(await opened.canSetPin('4826'));
    assert.deepEqual(await opened.errors(), []);
  };

  for (const { title, headers, break: breakFolder, repair } of FAILURES)
    it(
      `${title}: the element retries without the cache after 8 s, then shows a message and a button, and fires pin-error`,
      { timeout: TIMEOUT },
      async (test) => {
        const folder = portal.servers.frameFolder();
        breakFolder?.(folder);
        const opened = await open(test, { frameSrc: folder.url, ...(headers && { headers }) });
        if (repair !== undefined) await waitForRequests(opened, folder, 1);

        await fastForward(opened, FRAME_TIMEOUT - 1);
        assert.deepEqual(await opened.events(), []);
        await fastForward(opened, 1);
        await fastForward(opened, FRAME_TIMEOUT - 1);
        assert.deepEqual(await opened.events(), []);
        assert.deepEqual(await opened.texts('alert'), []);
        if (repair !== undefined) {
          await waitForRequests(opened, folder, 2);
          assert.deepEqual(documents(folder), ['', `?again=${1_000 + FRAME_TIMEOUT}`]);
        }

        await fastForward(opened, 1);
        const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
        assert.deepEqual({ kind, cause }, { kind: 'unavailable', cause: 'frame' });
        assert.match(explanation!, /frame-src did not answer/);
        assert.deepEqual(await opened.texts('alert'), [NOT_LOADED]);
        assert.deepEqual(await opened.texts('button'), ['Try again']);
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
      },
    );

  it(
    'refuses the connection: the button works once its server is up',
    { timeout: TIMEOUT },
    async (test) => {
      const site = new Site('127.0.0.3');
      await site.open();
      const { url } = portal.servers.frameFolder({}, site);
      await site.close();
      const opened = await open(test, { frameSrc: url });
      await passBothTimeouts(opened);
      await opened.waitForEvent('pin-error');
      await site.open();
      await pressTryAgain(opened);
      await opened.waitForEvent('pin-ready');
      await assertWorks(opened);
      await site.close();
    },
  );

  it(
    'answers the retry: the form is there, and the first failure fires no event',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      folder.put({ status: 503, body: 'Not now' });
      const opened = await open(test, { frameSrc: folder.url });
      await fastForward(opened, FRAME_TIMEOUT - 1);
      folder.put();
      await fastForward(opened, 1);
      await opened.waitForEvent('pin-ready');
      await assertWorks(opened);
      assert.ok((await opened.events()).every(({ type }) => type !== 'pin-error'));
    },
  );

  it(
    'does not answer: a submit ends as unavailable, and one during the next load waits for the form',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      folder.put({ status: 503, body: 'Not now' });
      const opened = await open(test, { frameSrc: folder.url });
      const submit = () =>
        opened.page.evaluate(
          async () => (await document.querySelector('set-card-pin')!.submit()).kind,
        );
      const early = submit();
      for (const count of [1, 2]) {
        await waitForRequests(opened, folder, count);
        await fastForward(opened, FRAME_TIMEOUT);
      }
      assert.equal(await early, 'unavailable');
      assert.equal(await submit(), 'unavailable');

      await pressTryAgain(opened);
      const next = submit();
      await waitForRequests(opened, folder, 3);
      folder.put();
      await fastForward(opened, FRAME_TIMEOUT);
      assert.equal(await next, 'invalid');
    },
  );

  // The carried Chromium prerenders no page, so the test says to the element that it does.
  it(
    'is in a prerendered page: the element counts the 8 s from when that page is shown',
    { timeout: TIMEOUT },
    async (test) => {
      const folder = portal.servers.frameFolder();
      let answer = () => {};
      folder.put({ after: () => new Promise<void>((resolve) => (answer = resolve)) });
      const opened = await open(test, {
        frameSrc: folder.url,
        script: "Object.defineProperty(document, 'prerendering', { value: true, writable: true });",
      });
      await waitForRequests(opened, folder, 1);
      await passBothTimeouts(opened);
      assert.deepEqual(await opened.events(), []);

      await opened.page.evaluate(() => {
        Reflect.set(document, 'prerendering', false);
        document.dispatchEvent(new Event('prerenderingchange'));
      });
      await fastForward(opened, FRAME_TIMEOUT - 1);
      assert.deepEqual(folder.requests(), ['']);
      await fastForward(opened, 1);
      await waitForRequests(opened, folder, 2);
      answer();
      await opened.waitForEvent('pin-ready');
      await assertWorks(opened);
    },
  );

  for (const [title, body] of [
    ['is missing', ''],
    ['is a web page', '<!doctype html><title>Log in</title>'],
    ['allows any parent', '{"parents":["*"],"endpoints":["https://api.example.com/"]}'],
  ] as const)
    it(
      `has a configuration that ${title}: it accepts nothing, and the element reports that at once`,
      { timeout: TIMEOUT },
      async (test) => {
        const folder = portal.servers.frameFolder();
        folder.put(withScript(folder, CONFIG, body));
        const opened = await open(test, { frameSrc: folder.url });
        const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
        assert.deepEqual([kind, cause], ['misconfigured', 'frame']);
        assert.match(explanation!, /^config\.json of the frame page is missing or wrong/);
        assert.deepEqual(await opened.texts('button'), ['Try again']);
        assert.equal((await opened.texts('alert')).length, 1);

        folder.put();
        await pressTryAgain(opened);
        await opened.waitForEvent('pin-ready');
        await assertWorks(opened);
      },
    );

  it(
    'has an address that the element does not allow: the element loads nothing and reports why',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { frameSrc: '' });
      const sameOrigin = `${portal.servers.portal.origin}/frame/`;
      const addresses = await opened.page.evaluate(async (sameOrigin) => {
        const pin = document.querySelector('set-card-pin')!;
        const addresses = [
          ...[sameOrigin, 'frame/', '//127.0.0.1/', 'http://pin.example.com/', 'ftp://127.0.0.1/'],
          ...['javascript:parent.ran=true', 'data:text/html,<script>parent.ran=true</script>'],
          ...['about:blank', 'about:srcdoc', 'https://user:word@pin.example.com/', 'https://'],
          URL.createObjectURL(
            new Blob(['<script>parent.ran=true</script>'], { type: 'text/html' }),
          ),
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
        document.querySelector('set-card-pin')!.frameSrc = url;
      }, portal.servers.frameFolder().url);
      await opened.waitForEvent('pin-ready');
      await assertWorks(opened);
    },
  );

  it('works in a sandboxed host page that keeps its origin', { timeout: TIMEOUT }, async (test) => {
    const headers = { 'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin' };
    const opened = await open(test, { frameSrc: portal.servers.frameFolder().url, headers });
    await opened.waitForEvent('pin-ready');
    await assertWorks(opened);
  });
});
