import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  type Folder,
  Neighbourhood,
  type Portal,
  type PortalOptions,
  Site,
} from './neighbourhood.js';

/** Milliseconds for one test, which would otherwise wait for ever for what never comes. */
const LIMIT = 60_000;

/** How long the frame page may take, as the element's own documentation has it. */
const PATIENCE = 8_000;

const UNAVAILABLE =
  'We can’t reach your card issuer. Your PIN has not changed. Check your connection and try again.';

/** Why a frame page is not there, and what mends it where the portal's page can stay as it is. */
interface Failure {
  readonly title: string;
  /** Headers of the portal's page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly spoil?: (folder: Folder) => void;
  readonly mend?: (folder: Folder) => void;
}

const answerWith = (
  answer: Parameters<Folder['put']>[1],
  file: '' | 'frame.js' | 'config.json',
) => ({
  spoil: (folder: Folder) => folder.put(file, answer),
  mend: (folder: Folder) => folder.put(file),
});

const never = () => new Promise(() => undefined);

const SILENT: readonly Failure[] = [
  { title: 'is not there', ...answerWith({ status: 404, body: 'Not found' }, '') },
  { title: 'is another page', ...answerWith({ body: '<title>Hotel</title><p>Log in' }, '') },
  { title: 'is never sent', ...answerWith({ after: never }, '') },
  { title: 'has no script', ...answerWith({ status: 404 }, 'frame.js') },
  { title: 'has a script that is not its own', ...answerWith({ body: 'alert()' }, 'frame.js') },
  { title: 'waits for its configuration', ...answerWith({ after: never }, 'config.json') },
  {
    title: 'may be embedded by another page alone (frame-ancestors)',
    ...answerWith(
      { headers: { 'Content-Security-Policy': 'frame-ancestors https://portal.example.com' } },
      '',
    ),
  },
  {
    title: 'is kept out by the page’s policy (frame-src)',
    headers: { 'Content-Security-Policy': "frame-src 'none'" },
  },
  {
    title: 'is kept out of a page that is cross-origin isolated (COEP)',
    headers: {
      'Cross-Origin-Embedder-Policy': 'require-corp',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    ...answerWith(
      { headers: { 'Cross-Origin-Embedder-Policy': '', 'Cross-Origin-Resource-Policy': '' } },
      '',
    ),
  },
  {
    title: 'is in a sandbox without an origin',
    headers: { 'Content-Security-Policy': 'sandbox allow-scripts' },
  },
];

describe('a frame page that can’t be had', { concurrency: 3 }, () => {
  let town: Neighbourhood;
  before(async () => {
    town = await Neighbourhood.start();
  });
  after(() => town.close());

  /** Opens a page whose time is in the test's hand. */
  const open = async (test: TestContext, options: PortalOptions) => {
    const portal = await town.open(options, await town.frozen());
    test.after(() => portal.close());
    return portal;
  };

  const pass = ({ page }: Portal, milliseconds: number) => page.clock.fastForward(milliseconds);

  const tryAgain = async ({ page }: Portal) => {
    await page.evaluate(() => document.querySelector('set-card-pin')!.focus());
    await page.keyboard.press('Enter');
  };

  const assertSets = async (portal: Portal) => {
    await portal.page.clock.resume();
    assert.ok(await portal.sets('4826'));
    assert.deepEqual(await portal.faults(), []);
  };

  for (const { title, headers, spoil, mend } of SILENT)
    it(
      `${title}: it is tried again past the cache after 8 s, then there are a sentence, a button and pin-error`,
      { timeout: LIMIT },
      async (test) => {
        const folder = town.folder();
        spoil?.(folder);
        const portal = await open(test, { frameSrc: folder.url, ...(headers && { headers }) });

        await pass(portal, PATIENCE - 1);
        assert.deepEqual(await portal.told(), []);
        await pass(portal, 1);
        await pass(portal, PATIENCE - 1);
        assert.deepEqual(await portal.told(), []);
        assert.deepEqual(await portal.shown('alert'), []);
        if (mend !== undefined) {
          const documents = folder.requests().filter((path) => !/js/.test(path));
          assert.deepEqual(documents, ['', `?again=${1_000 + PATIENCE}`]);
        }

        await pass(portal, 1);
        const { kind, cause, explanation } = await portal.heard('pin-error');
        assert.deepEqual({ kind, cause }, { kind: 'unavailable', cause: 'frame' });
        assert.match(explanation!, /frame-src did not answer/);
        assert.deepEqual(await portal.shown('alert'), [UNAVAILABLE]);
        assert.deepEqual(await portal.shown('button'), ['Try again']);
        assert.equal((await portal.told()).length, 1);

        mend?.(folder);
        await tryAgain(portal);
        if (mend === undefined) {
          for (const _ of ['first', 'again']) await pass(portal, PATIENCE);
          await portal.heard('pin-error', 2);
          return;
        }
        await portal.heard('pin-ready');
        assert.deepEqual(await portal.shown('alert'), []);
        await assertSets(portal);
      },
    );

  it(
    'refuses the connection: the button works once the frame page is there',
    { timeout: LIMIT },
    async (test) => {
      const site = new Site('127.0.0.3');
      await site.open();
      const { url } = town.folder({}, site);
      await site.close();
      const portal = await open(test, { frameSrc: url });
      for (const _ of ['first', 'again']) await pass(portal, PATIENCE);
      await portal.heard('pin-error');
      await site.open();
      await tryAgain(portal);
      await portal.heard('pin-ready');
      await assertSets(portal);
      await site.close();
    },
  );

  it(
    'answers the second try: the form is there, and nobody hears of the first',
    { timeout: LIMIT },
    async (test) => {
      const folder = town.folder();
      folder.put('', { status: 503, body: 'Not now' });
      const portal = await open(test, { frameSrc: folder.url });
      await pass(portal, PATIENCE - 1);
      folder.put('');
      await pass(portal, 1);
      await portal.heard('pin-ready');
      await assertSets(portal);
      assert.ok((await portal.told()).every(({ type }) => type !== 'pin-error'));
    },
  );

  it(
    'lets a submit wait no longer than for itself, and begins one that was called for before it was there',
    { timeout: LIMIT },
    async (test) => {
      const folder = town.folder();
      folder.put('', { status: 503, body: 'Not now' });
      const portal = await open(test, { frameSrc: folder.url });
      const submit = () =>
        portal.page.evaluate(
          async () => (await document.querySelector('set-card-pin')!.submit()).kind,
        );
      const early = submit();
      for (const _ of ['first', 'again']) await pass(portal, PATIENCE);
      assert.equal(await early, 'unavailable');
      assert.equal(await submit(), 'unavailable');

      await tryAgain(portal);
      const next = submit();
      folder.put('');
      await pass(portal, PATIENCE);
      assert.equal(await next, 'invalid');
      await assertSets(portal);
    },
  );

  for (const [title, body] of [
    ['is missing', undefined],
    ['is a web page', '<!doctype html><title>Log in</title>'],
    ['lets any page in', '{"parents":["*"],"endpoints":["https://api.example.com/"]}'],
  ] as const)
    it(
      `has a configuration that ${title}: it accepts nothing, and says so at once`,
      { timeout: LIMIT },
      async (test) => {
        const folder = town.folder();
        folder.put('config.json', body === undefined ? { status: 404, body: '' } : { body });
        const portal = await open(test, { frameSrc: folder.url });
        const told = await portal.heard('pin-error');
        assert.deepEqual([told.kind, told.cause], ['misconfigured', 'frame']);
        assert.match(told.explanation!, /^config\.json of the frame page is missing or wrong/);
        assert.deepEqual(await portal.shown('button'), ['Try again']);
        assert.equal((await portal.shown('alert')).length, 1);

        folder.put('config.json');
        await tryAgain(portal);
        await portal.heard('pin-ready');
        await assertSets(portal);
      },
    );

  it(
    'is not named by an address that the element takes: it loads nothing and says why',
    { timeout: LIMIT },
    async (test) => {
      const portal = await open(test, { frameSrc: '' });
      const own = `${town.portals.origin}/frame/`;
      const tried = await portal.page.evaluate((own) => {
        const pin = document.querySelector('set-card-pin')!;
        return [
          ...[own, 'frame/', '//127.0.0.1/', 'http://pin.example.com/', 'ftp://127.0.0.1/'],
          ...['javascript:parent.ran=true', 'data:text/html,<script>parent.ran=true</script>'],
          ...['about:blank', 'about:srcdoc', 'https://user:word@pin.example.com/', 'https://'],
          URL.createObjectURL(
            new Blob(['<script>parent.ran=true</script>'], { type: 'text/html' }),
          ),
        ].map((address) => {
          pin.frameSrc = address;
          return address;
        });
      }, own);
      const told = await portal.told();
      assert.equal(told.length, tried.length + 1);
      for (const { type, kind, cause, explanation } of told) {
        assert.deepEqual([type, kind, cause], ['pin-error', 'misconfigured', 'frame']);
        assert.match(explanation!, /^frame-src is /);
      }
      assert.match(told[1]!.explanation!, /on the origin of this page/);
      assert.equal(await portal.page.evaluate(() => 'ran' in window), false);
      assert.equal(portal.page.frames().length, 1);

      await portal.page.evaluate((url) => {
        document.querySelector('set-card-pin')!.frameSrc = url;
      }, town.folder().url);
      await portal.heard('pin-ready');
      await assertSets(portal);
    },
  );

  it(
    'is told to by a sandboxed page that has kept its origin',
    { timeout: LIMIT },
    async (test) => {
      const headers = {
        'Content-Security-Policy': 'sandbox allow-scripts allow-same-origin allow-forms',
      };
      const portal = await open(test, { frameSrc: town.folder().url, headers });
      await portal.heard('pin-ready');
      await assertSets(portal);
    },
  );
});
