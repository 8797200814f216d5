import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import type { FromFrame, FromHost } from '../../src/isolated/protocol.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { FormSettings } from '../../src/form/settings.js';
import { FUZZ } from '../support/fuzz.js';
import type * as AnyMessage from './any-message-page.js';
import { FROM_FRAME, FROM_HOST } from './any-message.js';
import { Neighbourhood, type Portal, type PortalOptions } from './neighbourhood.js';

/** Milliseconds for one test, which would otherwise wait for ever for what never comes. */
const LIMIT = 60_000;

/** So many messages at each side. */
const MESSAGES = 10_000;

/** Variables of the pages below. */
declare const pin: SetCardPinElement;
/** The element's own port, in a page that has {@link TAP}; in a frame page, the one that it was given. */
declare const port: MessagePort;
declare let ports: MessagePort[];
declare let heard: unknown[];
declare const anyMessage: typeof AnyMessage;

/** Has a page keep the port that the element makes, as a script can that comes before the element's. */
const TAP = `
  const Channel = MessageChannel;
  var port;
  MessageChannel = function () { const channel = new Channel(); port = channel.port1; return channel; };
`;

/** Has a frame page keep the port that it is given. */
const FRAME_TAP = `addEventListener('message', ({ ports: [given] }) => { window.port = given; });`;

/** A page in which a host is written by hand. */
const host = (url: string, sandbox = '') => `<!doctype html><title>A host</title>
<script>
  var heard = [], ports = [];
  function greet(hello, target = document.querySelector('iframe').contentWindow) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => heard.push(data);
    ports.push(port1);
    target.postMessage(hello, '*', [port2]);
    return port1;
  }
</script>
<iframe src="${url}" ${sandbox}></iframe>`;

/** A frame page that is written by hand: it says what a test has it say. */
const PUPPET = `<!doctype html><title>A frame page</title><script>
  var heard = [], hellos = 0;
  addEventListener('message', ({ data, ports: [given] }) => {
    hellos++;
    window.port = given;
    port.onmessage = ({ data }) => {
      heard.push(data);
      if (data.kind === 'submit') port.postMessage({ kind: 'submitted', outcome: { kind: 'denied' } });
    };
    port.postMessage({ kind: 'ready' });
  });
</script>`;

const [SETTINGS] = FROM_HOST as [Extract<FromHost, { kind: 'settings' }>];
const HELLO = { kind: 'set-card-pin', version: 1 };

describe('messages of isolated mode', { concurrency: 3 }, () => {
  let town: Neighbourhood;
  let arbitraries: string;
  before(async () => {
    [town, arbitraries] = await Promise.all([Neighbourhood.start(), buildArbitraries()]);
  });
  after(() => town.close());

  const open = async (test: TestContext, options: PortalOptions) => {
    const portal = await town.open(options);
    test.after(() => portal.close());
    return portal;
  };

  /** Opens the real thing, and waits until it can be used. */
  const openReady = async (test: TestContext, options: Partial<PortalOptions> = {}) => {
    const portal = await open(test, { frameSrc: town.folder().url, ...options });
    await portal.heard('pin-ready');
    return portal;
  };

  /** Opens an element whose frame page is a puppet. */
  const openPuppet = async (test: TestContext) => {
    const folder = town.folder();
    folder.put('', { body: PUPPET, headers: { 'Content-Security-Policy': '' } });
    const portal = await open(test, { frameSrc: folder.url });
    await portal.heard('pin-ready');
    const say = (...messages: readonly unknown[]) =>
      portal.frame.evaluate((messages) => {
        for (const message of messages) port.postMessage(message);
      }, messages);
    return { portal, say };
  };

  /** Opens a host that is written by hand, with the frame page in it. */
  const openHost = async (test: TestContext, url: string, site = town.portals) => {
    const page = await town.openBlank(site, host(url));
    test.after(() => page.close());
    return page;
  };

  const greet = (page: Page, hello: unknown = HELLO) =>
    page.evaluate((hello) => {
      Reflect.get(window, 'greet')(hello);
    }, hello);

  const settings = (changes: Partial<FormSettings> = {}): FromHost => ({
    ...SETTINGS,
    settings: { ...SETTINGS.settings, denied: [], ...changes },
  });

  const say = (page: Page, message: unknown, at = 0) =>
    page.evaluate(([message, at]) => ports[at]!.postMessage(message), [message, at] as const);

  const heardOf = async (page: Page, kind: string): Promise<FromFrame> => {
    const handle = await page.waitForFunction(
      (kind) => heard.find((message) => (message as FromFrame).kind === kind),
      kind,
    );
    return (await handle.jsonValue()) as FromFrame;
  };

  /** Has the frame page that a host by hand has not spoken to yet answer a right one: nothing before has taken its place. */
  const assertServes = async (page: Page) => {
    assert.deepEqual(await page.evaluate(() => heard), []);
    await greet(page);
    await page.evaluate((message) => ports.at(-1)!.postMessage(message), settings());
    await heardOf(page, 'ready');
  };

  const assertWorks = async (portal: Portal) => {
    assert.ok(await portal.sets('4826'));
    assert.deepEqual(await portal.faults(), []);
    assert.deepEqual(portal.complaints, []);
  };

  describe('to the frame page', () => {
    it(
      'count from the parent alone: not from an opener, another frame of the page, or a frame in that',
      { timeout: LIMIT },
      async (test) => {
        const { url } = town.folder();
        const page = await openHost(test, url);
        const meddler = `<script>
        const { port1, port2 } = new MessageChannel();
        top.frames[0].postMessage(${JSON.stringify(HELLO)}, '*', [port2]);
        port1.onmessage = () => top.postMessage('served', '*');
        if (top === parent) document.write('<iframe src="?inner"></iframe>');
      </script>`;
        town.strangers.answers.set('/meddler', { body: meddler });
        await page.evaluate(
          (src) =>
            new Promise((done) => {
              const frame = Object.assign(document.createElement('iframe'), { src });
              frame.onload = done;
              document.body.append(frame);
            }),
          `${town.strangers.origin}/meddler`,
        );
        await assertServes(page);

        const popup = page.context().waitForEvent('page');
        await page.evaluate(
          (url) => void ((heard = []), Reflect.set(window, 'popup', window.open(url))),
          url,
        );
        await (await popup).waitForLoadState('load');
        await page.evaluate(
          (hello) => Reflect.get(window, 'greet')(hello, Reflect.get(window, 'popup')) && undefined,
          HELLO,
        );
        await page.evaluate((message) => ports.at(-1)!.postMessage(message), settings());
        // It has had its turn by then.
        await (
          await popup
        ).evaluate(
          () =>
            new Promise((done) => {
              addEventListener('message', done);
              postMessage('turn', '*');
            }),
        );
        assert.deepEqual(await page.evaluate(() => heard), []);
        await (await popup).close();
      },
    );

    it(
      'are none before the first hello that is right in form: with its kind, its version and a port',
      { timeout: LIMIT },
      async (test) => {
        const page = await openHost(test, town.folder().url);
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
          await greet(page, hello);
        await page.evaluate(
          (hello) => document.querySelector('iframe')!.contentWindow!.postMessage(hello, '*'),
          HELLO,
        );
        await assertServes(page);
      },
    );

    it(
      'are refused in another version, for good, with the reason',
      { timeout: LIMIT },
      async (test) => {
        const page = await openHost(test, town.folder().url);
        await greet(page, { ...HELLO, version: 7 });
        const { explanation } = (await heardOf(page, 'refused')) as { explanation: string };
        assert.match(explanation, /of version 1, the element of 7/);
        await greet(page);
        await say(page, settings(), 0);
        await say(page, settings(), 1);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 0)));
        assert.equal((await page.evaluate(() => heard)).length, 1);
      },
    );

    it(
      'are refused from a page that is not on its list, also where a host sends no headers',
      { timeout: LIMIT },
      async (test) => {
        const folder = town.folder();
        const page = await openHost(test, folder.url, town.strangers);
        // Kept out by its header: there is nobody to answer.
        await greet(page);
        folder.put('', { headers: { 'Content-Security-Policy': '' } });
        const bare = await openHost(test, folder.url, town.strangers);
        await greet(bare);
        await say(bare, settings());
        const { explanation } = (await heardOf(bare, 'refused')) as { explanation: string };
        assert.ok(explanation.includes(town.strangers.origin), explanation);
        assert.equal((await bare.evaluate(() => heard)).length, 1);
        assert.deepEqual(await page.evaluate(() => heard), []);
      },
    );

    it(
      'come from its first host alone: a second hello, or the first one’s again, changes nothing',
      { timeout: LIMIT },
      async (test) => {
        const page = await openHost(test, town.folder().url);
        await assertServes(page);
        await page.evaluate(() => void (heard = []));
        for (const version of [1, 7]) await greet(page, { ...HELLO, version });
        await say(page, settings({ disabled: true }), 1);
        await say(page, settings({ disabled: true }), 2);
        await say(page, { kind: 'submit' }, 1);
        await say(page, { kind: 'submit' });
        await heardOf(page, 'submitted');
        const kinds = (await page.evaluate(() => heard as FromFrame[])).map(({ kind }) => kind);
        assert.deepEqual(
          kinds.filter((kind) => /submitted|ready|refused/.test(kind)),
          ['submitted'],
        );
      },
    );

    it(
      'that come too early find nobody, and the next ones are heard',
      { timeout: LIMIT },
      async (test) => {
        const folder = town.folder();
        let answer = () => {};
        folder.put('frame.js', { after: () => new Promise<void>((resolve) => (answer = resolve)) });
        const page = await town.browser.newPage();
        test.after(() => page.close());
        town.portals.answers.set('/early', { body: host(folder.url) });
        await page.goto(`${town.portals.origin}/early`, { waitUntil: 'commit' });
        await page.waitForFunction(() => document.querySelector('iframe') !== null);
        await greet(page);
        await page.waitForFunction(() => ports.length === 1);
        while (!folder.requests().includes('frame.js')) await page.evaluate(() => 0);
        answer();
        await page.waitForLoadState('load');
        await assertServes(page);
      },
    );

    it(
      'have it send the PIN to no endpoint that is not on its list',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test, { endpoint: `${town.strangers.origin}/graphql` });
        await portal.enter('4826');
        await portal.page.keyboard.press('Enter');
        const { kind, explanation } = await portal.heard('pin-error');
        assert.equal(kind, 'misconfigured');
        assert.match(explanation!, /does not have this endpoint/);
        assert.ok(!town.strangers.requests.includes('/graphql'));
        const { problem } = {
          problem: await portal.page.evaluate(() => pin.validity.valueMissing),
        };
        assert.ok(problem, 'The fields are not empty.');
        await portal.page.evaluate((endpoint) => void (pin.endpoint = endpoint), town.endpoint);
        await assertWorks(portal);
      },
    );

    it(
      'that nobody asked for change nothing: a token, or that one is waited for',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test, { script: TAP });
        await portal.page.evaluate(() => {
          port.postMessage({ kind: 'waiting' });
          port.postMessage({ kind: 'grant', grant: { kind: 'none' } });
          port.postMessage({
            kind: 'grant',
            grant: { kind: 'token', value: 'stale', fresh: true },
          });
        });
        await assertWorks(portal);
      },
    );

    it(
      'don’t let a page try one PIN after the other on what is typed',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test, { script: TAP });
        const set = (changes: Partial<FormSettings>) =>
          portal.page.evaluate(
            (message) => port.postMessage(message),
            settings({ confirms: false, ...changes }),
          );
        const changes: readonly (readonly [Partial<FormSettings>, Partial<FormSettings>])[] = [
          [{ denied: ['4826,4827'] }, { denied: ['4826', '4827'] }],
          [{ denied: ['1234'] }, { denied: ['4826'] }],
          [{ rules: [] }, { rules: ['keypad'] }],
          [{ length: 4 }, { length: 6 }],
          [{ confirms: false }, { confirms: true }],
        ];
        for (const [first, second] of changes) {
          await set(first);
          await portal.focus();
          await portal.page.keyboard.type('4826');
          await portal.page.waitForFunction(() => pin.validity.valid);
          await set(second);
          await portal.page.waitForFunction(() => !pin.validity.valid);
          assert.ok(
            await portal.page.evaluate(() => pin.validity.valueMissing),
            JSON.stringify(second),
          );
        }
        assert.deepEqual(await portal.faults(), []);
      },
    );

    it(
      'bring no style but colours, lengths and names of fonts',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test, { script: TAP });
        const outlet = `${town.strangers.origin}/theme`;
        const values: Readonly<Record<string, readonly string[]>> = {
          accent: [
            ...[
              `url(${outlet})`,
              `red;background:url(${outlet})`,
              'red}*{color:red',
              'var(--x)',
              'attr(x)',
            ],
            ...[
              `image-set("${outlet}" 1x)`,
              'red !important',
              '/**/ r\\65 d',
              'env(x)',
              '@import "x"',
              'expression(1)',
            ],
            ...[
              `\\75rl(${outlet})`,
              '</style><script>',
              'red'.repeat(70_000),
              '{}',
              '12px',
              '--x',
              'if(else: red)',
            ],
          ],
          font: [`url(${outlet})`, 'x;src:url(x)', '"x" {', `src(${outlet})`, '12px x', 'a\\62'],
          radius: ['red', `url(${outlet})`, '10px;', 'calc(var(--x))', '-1px'],
          'digit-size': ['url(x)', 'attr(data-x px)', '-2rem', 'red'],
        };
        let marks = 0;
        /** Posts a value beside one that is right, and gives what the frame page has made of it. */
        const worn = async (name: string, value: string): Promise<string> => {
          const gap = `${++marks}px`;
          const theme = { [`--set-card-pin-${name}`]: value, '--set-card-pin-gap': gap };
          await portal.page.evaluate((message) => port.postMessage(message), {
            ...SETTINGS,
            look: { ...SETTINGS.look, theme },
          });
          await portal.frame.waitForFunction(
            (gap) => document.body.style.getPropertyValue('--set-card-pin-gap') === gap,
            gap,
          );
          return portal.frame.evaluate(
            (name) => document.body.style.getPropertyValue(name),
            `--set-card-pin-${name}`,
          );
        };
        for (const [name, list] of Object.entries(values))
          for (const value of list)
            assert.equal(await worn(name, value), '', `${name}: ${value.slice(0, 80)}`);
        for (const [name, value] of [
          ['accent', 'oklch(0.6 0.2 30)'],
          ['font', 'Georgia, "Times New Roman", serif'],
          ['control-height', 'calc(2rem + 8px)'],
        ] as const)
          assert.equal(await worn(name, value), value);
        assert.ok(!town.strangers.requests.includes('/theme'));
        assert.deepEqual(await portal.faults(), []);
      },
    );

    it(
      'bring words that are shown as they are, whatever stands in them',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test);
        const markup = `<img src=${town.strangers.origin}/words onerror=parent.x()><script>x()</script>`;
        await portal.page.evaluate((markup) => {
          pin.messages = { submit: markup, hint: markup, newPinProblems: { missing: markup } };
        }, markup);
        await portal.focus();
        await portal.page.keyboard.press('Enter');
        await portal.heard('pin-error');
        assert.ok((await portal.shown('button', portal.frame)).includes(markup));
        assert.ok(!town.strangers.requests.includes('/words'));
        assert.ok(await portal.sets('4826'));
      },
    );

    it(
      'bring settings of whatever type a page has set: the submit says what is wrong',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test);
        let count = 0;
        for (const name of ['endpoint', 'cardId', 'pinLength', 'pinRules'] as const)
          for (const make of [
            'new URL(location.href)',
            '[4]',
            '10n ** 20n',
            'Symbol()',
            '() => 4',
            'window',
            '({ toJSON() { throw 1 } })',
            'NaN',
            'true',
          ]) {
            // Until it is settled, a further one would be the same.
            const kind = await portal.page.evaluate(
              `before = pin.${name}; pin.${name} = ${make}; pin.submit().then(({ kind }) => kind)`,
            );
            assert.equal(kind, 'misconfigured', `${name} = ${make}`);
            await portal.heard('pin-error', ++count);
            await portal.page.evaluate(`pin.${name} = before`);
          }
        await portal.page.evaluate(() =>
          Object.assign(pin, {
            noConfirm: undefined,
            disabled: 0,
            noIdempotencyKey: null,
            appearance: undefined,
            messages: 7,
          }),
        );
        await assertWorks(portal);
      },
    );

    it(
      `are dropped where they are wrong: ${MESSAGES} of them, and the form works as before`,
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test, { script: TAP });
        await portal.page.evaluate(arbitraries);
        const told = await portal.told();
        await portal.page.evaluate(([seed, count]) => anyMessage.postToFrame(port, seed, count), [
          FUZZ.seed,
          MESSAGES,
        ] as const);
        // Messages keep their order.
        await portal.page.evaluate(() => void (pin.messages = { submit: 'Done' }));
        while (!(await portal.shown('button', portal.frame)).includes('Done'));
        assert.deepEqual(await portal.told(), told, `Seed ${FUZZ.seed}`);
        await assertWorks(portal);
      },
    );
  });

  describe('to the host', () => {
    it(
      'count from its port alone: not from a window, whosever it is',
      { timeout: LIMIT },
      async (test) => {
        const portal = await openReady(test);
        const forged = FROM_FRAME.filter(({ kind }) => kind === 'ended' || kind === 'ready');
        const forge = `for (const message of ${JSON.stringify(forged)}) top.postMessage(message, '*');`;
        town.strangers.answers.set('/forger', { body: `<script>${forge}</script>` });
        await portal.page.evaluate(
          (src) =>
            new Promise((done) => {
              const frame = Object.assign(document.createElement('iframe'), { src });
              frame.onload = done;
              document.body.append(frame);
            }),
          `${town.strangers.origin}/forger`,
        );
        await portal.page.evaluate(forge);
        await portal.frame.evaluate(forge);
        await portal.page.evaluate(
          () =>
            new Promise((done) => {
              addEventListener('message', ({ data }) => data === 'turn' && done(0));
              postMessage('turn', '*');
            }),
        );
        assert.deepEqual(
          (await portal.told()).map(({ type }) => type),
          ['pin-ready'],
        );
        await assertWorks(portal);
      },
    );

    it(
      'that answer twice, or what was not asked, end no submit and bring no second pin-ready',
      { timeout: LIMIT },
      async (test) => {
        const { portal, say } = await openPuppet(test);
        await say(
          { kind: 'ready' },
          {
            kind: 'submitted',
            outcome: { kind: 'set', card: { id: 'card', bin: '9', last4: '1001' } },
          },
          { kind: 'grant', grant: { kind: 'none' } },
          { kind: 'forget' },
          { kind: 'refuse', refused: 'another' },
          // The one that the page hears of: the others have come by then.
          { kind: 'changed', complete: true, valid: true },
        );
        await portal.heard('pin-change');
        assert.equal(await portal.page.evaluate(async () => (await pin.submit()).kind), 'denied');
        assert.deepEqual(
          (await portal.told()).map(({ type }) => type),
          ['pin-ready', 'pin-change'],
        );
        assert.deepEqual(await portal.faults(), []);
      },
    );

    it(
      'come through the port of the page that is there, and no more through that of one that is gone',
      { timeout: LIMIT },
      async (test) => {
        const { portal } = await openPuppet(test);
        await portal.page.evaluate(() =>
          addEventListener('message', ({ ports: [stale] }) => {
            Reflect.set(window, 'stale', stale);
          }),
        );
        await portal.frame.evaluate(() => {
          parent.postMessage('', '*', [port]);
          location.reload();
        });
        await portal.page.waitForFunction(() => 'stale' in window);
        while (
          (await portal.frame.evaluate(() => Reflect.get(window, 'hellos')).catch(() => 0)) !== 1
        );
        await portal.page.evaluate(() => {
          const stale = Reflect.get(window, 'stale') as MessagePort;
          stale.postMessage({ kind: 'changed', complete: true, valid: true });
          stale.postMessage({ kind: 'ended', outcome: { kind: 'denied' } });
        });
        assert.equal(await portal.page.evaluate(async () => (await pin.submit()).kind), 'denied');
        assert.deepEqual(
          (await portal.told()).map(({ type }) => type),
          ['pin-ready'],
        );
      },
    );

    it(
      `are dropped where they are wrong: ${MESSAGES} of them, and the form works as before`,
      { timeout: LIMIT },
      async (test) => {
        const profile = await town.browser.newContext();
        await profile.addInitScript(FRAME_TAP);
        const portal = await town.open({ frameSrc: town.folder().url }, profile);
        test.after(() => portal.close());
        await portal.heard('pin-ready');
        await portal.frame.evaluate(arbitraries);
        await portal.frame.evaluate(([seed, count]) => anyMessage.postToHost(port, seed, count), [
          FUZZ.seed,
          MESSAGES,
        ] as const);
        await portal.frame.evaluate(() =>
          port.postMessage({ kind: 'changed', complete: false, valid: true }),
        );
        await portal.heard('pin-change');
        assert.deepEqual(
          (await portal.told()).map(({ type }) => type),
          ['pin-ready', 'pin-change'],
          `Seed ${FUZZ.seed}`,
        );
        await assertWorks(portal);
      },
    );
  });
});

/** What makes the messages, as a script for a page. */
async function buildArbitraries(): Promise<string> {
  const entry = fileURLToPath(new URL('any-message-page.ts', import.meta.url));
  const [{ output }] = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'anyMessage' } },
  })) as [Rollup.RollupOutput];
  return output[0].code.replace(/^var anyMessage/, 'globalThis.anyMessage');
}
