/** The files with one mode: in every installed engine, and what is in them. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import { OtherEngine } from '../leaks/other-engines.js';
import type { PublishedPage } from '../leaks/portal-page.js';
import { mintClientToken } from '../../src/node/server/client-token-handler.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { buildPart } from '../support/builds.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { useSite } from '../support/site.js';

const CARD = 'card_test_accepted';
const PIN = '4826';

/** The events of the element in the page, with their outcomes as JSON. */
declare global {
  var events: string[];
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<link rel="icon" href="data:,"><script src="/set-card-pin.js"></script><body><script>
  events = [];
  for (const type of ['pin-ready', 'pin-set', 'pin-error'])
    addEventListener(type, ({ outcome }) => events.push(type + ' ' + JSON.stringify(outcome)));
</script>`;

/** An element whose attributes are in the page, for engines that have no other way to set them. */
const READY = `const [ready, ended] = [['pin-ready', 'pin-error'], ['pin-set', 'pin-error']].map((types) =>
  new Promise((resolve) => types.forEach((type) =>
    addEventListener(type, ({ outcome }) => resolve([type, outcome?.explanation])))));`;

/** Milliseconds for a page. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 120_000 };

describe('a file with one mode', () => {
  const browser = useChromium();
  let sandbox: Sandbox;
  let frame: FrameOrigin;

  const origins = Object.fromEntries(
    (['inline', 'isolated'] as const).map((mode) => [
      mode,
      useSite(
        async (path) =>
          path.endsWith('.js')
            ? { body: (await buildPart(`script.${mode}`)).get(`set-card-pin.${mode}.js`)! }
            : { body: path === '/' ? PAGE : PAGE + decodeURIComponent(path.slice(1)) },
        'localhost',
      ),
    ]),
  ) as Record<'inline' | 'isolated', () => string>;

  before(async () => {
    sandbox = await startSandbox({ port: 0 });
    const config = {
      port: 0,
      parents: Object.values(origins).map((origin) => origin()),
      endpoints: [sandbox.test.url],
    };
    // The builds take seconds, which would count against a page's time to load.
    for (const mode of ['inline', 'isolated'] as const) await buildPart(`script.${mode}`);
    const page = [...(await buildPart('frame'))];
    frame = await startFrameOrigin(
      config,
      new Map(page.map(([path, text]) => [path, Buffer.from(text)])),
    );
  });
  after(() => Promise.all([sandbox.close(), frame.close()]));

  /** Opens a page with an element, whose address of the frame page is set after its insertion. */
  async function open(mode: 'inline' | 'isolated', frameSrc: string | undefined): Promise<Page> {
    const { url: endpoint, apiKey } = sandbox.test;
    const { value: clientToken } = await mintClientToken(CARD, { endpoint, apiKey });
    const page = await browser().newPage();
    await page.goto(origins[mode]());
    await page.evaluate(
      ([frameSrc, settings]) => {
        const element = document.createElement('set-card-pin');
        document.body.append(Object.assign(element, settings));
        if (frameSrc !== undefined) Object.assign(element, { frameSrc });
      },
      [frameSrc, { endpoint, cardId: CARD, clientToken }] as const,
    );
    return page;
  }

  const events = (page: Page) => page.evaluate(() => globalThis.events);

  for (const mode of ['inline', 'isolated'] as const) {
    it(`sets a PIN in its own mode: ${mode}`, async () => {
      const page = await open(mode, mode === 'inline' ? undefined : frame.url);
      await page.waitForFunction(() => globalThis.events.length > 0);
      await page.evaluate(() => document.querySelector('set-card-pin')!.focus());
      if (mode === 'isolated') await waitForFocus({ frame: page.frames()[1] });
      await typePinTwice(page, PIN);
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => globalThis.events.length > 1);
      const [ready, set] = await events(page);
      assert.match(ready!, /^pin-ready/);
      assert.match(set!, /^pin-set/);
      await page.close();
    });
  }

  for (const name of ['firefox', 'webkit'] as const) {
    const program = OtherEngine.programOf(name);
    const skip = program === undefined && `${name} is not installed`;

    for (const mode of ['inline', 'isolated'] as const)
      it(`has only its mode in ${name}: ${mode}`, { ...LIMIT, skip }, async () => {
        const { url: endpoint, apiKey } = sandbox.test;
        const { value: clientToken } = await mintClientToken(CARD, { endpoint, apiKey });
        const engine = await OtherEngine.start(name, program!);
        const open = (frameSrc: string | undefined) => {
          const settings = JSON.stringify({ endpoint, cardId: CARD, clientToken, frameSrc });
          const markup = `<script>${READY}
            document.body.append(Object.assign(document.createElement('set-card-pin'), ${settings}))</script>`;
          const address = `${origins[mode]()}/${encodeURIComponent(markup)}`;
          return engine.retryInNewBrowser(() => engine.open({ address } as PublishedPage, ''));
        };
        try {
          const refused = await open(mode === 'inline' ? frame.url : undefined);
          const [type, explanation] = await refused.evaluate<string[]>('ended');
          assert.equal(type, 'pin-error');
          assert.match(explanation!, /^frame-src (asks for isolated mode|is missing)/);

          const served = await open(mode === 'inline' ? undefined : frame.url);
          assert.equal((await served.evaluate<string[]>('ready'))[0], 'pin-ready');
          await served.evaluate(`document.querySelector('set-card-pin').focus()`);
          for (const key of [...PIN, 'Tab', 'Tab', ...PIN, 'Enter']) await served.press(key);
          assert.equal((await served.evaluate<string[]>('ended'))[0], 'pin-set');
        } finally {
          await engine.close();
        }
      });
  }

  for (const [mode, text, explanation] of [
    [
      'inline',
      'Something’s wrong with this page, not your PIN.',
      /frame-src asks for isolated mode, which is not in this file/,
    ],
    ['isolated', 'This form didn’t load.', /frame-src is missing/],
  ] as const) {
    it(`says that the other mode is not in it, and shows no field: ${mode} only`, async () => {
      const page = await open(mode, mode === 'inline' ? frame.url : undefined);
      await waitForText(page, text);
      assert.equal(
        await page.evaluate(() => document.querySelector('set-card-pin')!.shadowRoot),
        null,
      );
      await page.keyboard.press('Tab');
      await page.keyboard.type(PIN);
      const outcome = await page.evaluate(() => document.querySelector('set-card-pin')!.submit());
      assert.equal(outcome.kind, 'misconfigured');
      for (const event of await events(page)) {
        assert.match(event, /^pin-error .*"misconfigured".*"frame-src"/);
        assert.match(event, explanation);
      }
      assert.equal((await events(page)).length, 2);
      await page.close();
    });
  }

  it('has every style of what the host page of isolated mode shows', async () => {
    const pictureOf = async (script: string): Promise<string> => {
      const page = await browser().newPage();
      await page.clock.install();
      await page.route('**/set-card-pin.js', (route) => route.fulfill({ body: script }));
      // Never answered, so that the elements stay as they are while they load.
      await page.route(`${frame.url}**`, () => undefined);
      await page.goto(origins.isolated());
      await page.evaluate((frameSrc) => {
        // An address on the page's own origin fails.
        for (const address of [frameSrc, location.href])
          for (const appearance of ['boxes', 'line', 'field']) {
            const element = document.createElement('set-card-pin');
            document.body.append(Object.assign(element, { appearance, frameSrc: address }));
          }
      }, frame.url);
      // All elements say that they take long.
      await page.clock.runFor(1_000);
      await waitForText(page, 'Loading the form…');
      await waitForText(page, 'This form didn’t load.');
      const picture = await page.screenshot({ fullPage: true });
      await page.close();
      return picture.toString('base64');
    };
    const scriptOf = async (variant: '' | '.isolated'): Promise<string> =>
      (await buildPart(`script${variant}`)).get(`set-card-pin${variant}.js`)!;

    const [both, isolated] = [await scriptOf(''), await scriptOf('.isolated')];
    assert.ok((await pictureOf(both)) === (await pictureOf(isolated)), 'the pictures differ');
  });
});

describe('the builds with one mode', () => {
  /** Parts of the form, of the frame and of the request. */
  const PARTS = [/inputmode="numeric"/, /allow-same-origin/, /SetPinForPaymentCard/];

  const BY_MODES = [
    ['both', [true, true, true]],
    ['inline', [true, false, true]],
    ['isolated', [false, true, false]],
  ] as const;

  const partsOf = (code = ''): boolean[] => PARTS.map((part) => part.test(code));

  for (const [modes, parts] of BY_MODES) {
    it(`have nothing of another mode in the script: ${modes}`, async () => {
      const variant = modes === 'both' ? '' : (`.${modes}` as const);
      const files = await buildPart(`script${variant}`);
      assert.deepEqual(partsOf(files.get(`set-card-pin${variant}.js`)), parts);
    });

    it(`have nothing of another mode in the modules: ${modes}`, async () => {
      const files = await buildPart('modules');
      const withImports = (file: string): string[] => {
        const imports = files.get(file)!.matchAll(/\b(?:from|import)\s*["'`]\.\/([\w-]+\.js)/g);
        return [file, ...[...imports].flatMap(([, name = '']) => withImports(name))];
      };
      const names = withImports(modes === 'both' ? 'index.js' : `${modes}.js`);
      assert.deepEqual(partsOf(names.map((name) => files.get(name)).join('\n')), parts);
      // All entries share the languages of the page, and the events that tests raise.
      for (const name of ['languages.js', 'events.js']) assert.ok(names.includes(name), name);
    });
  }
});
