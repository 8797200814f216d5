/** What hosts and frame pages do with the messages of others. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import type { FormSettings } from '../../src/form/settings.js';
import { VERSION, type FromFrame, type FromHost, type Look } from '../../src/isolated/protocol.js';
import { FROM_FRAME, FROM_HOST, HELLO, settingsMessage } from '../isolated/valid-messages.js';
import { until } from '../support/until.js';
import { it, KEEP_PORT, Portal, type PortalPageOptions } from './portal-page.js';

/** Variables of a hand-written host: its ports, and all messages from the frame page. */
declare let ports: MessagePort[];
declare let received: FromFrame[];
declare let sendHello: (hello: unknown, target?: Window) => void;

/**
 * Variables of the portal's page: the element, and with {@link KEEP_PORT} its port and what came
 * through it. In a hand-written frame page, `port` is the port that it received.
 */
declare const pin: SetCardPinElement;
declare const withToken: (element: SetCardPinElement) => unknown;
declare const port: MessagePort;

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

/** A hand-written frame page, from which a test posts messages. */
const FRAME_PAGE = `<!doctype html><title>A frame page</title><script>
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

/** What a frame page of version 1 answers, as of commit c8263da. */
const FRAME_PAGE_1 = `<!doctype html><title>A frame page</title><script>
  addEventListener('message', ({ data, ports: [port] }) => port.postMessage({
    kind: 'refused',
    explanation: 'The frame page is of version 1, the element of ' + data.version + '.',
  }));
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

/** Posts a message to this window, and waits for it: then all messages before it have arrived. */
const passMessages = () =>
  new Promise((done) => {
    addEventListener('message', ({ data }) => data === 'later' && done(0));
    postMessage('later', '*');
  });

/** Adds a frame to a page, and waits until it has loaded. */
const addFrame = (src: string) =>
  new Promise((done) => {
    const frame = Object.assign(document.createElement('iframe'), { src });
    frame.onload = done;
    document.body.append(frame);
  });

describe('isolated mode', { concurrency: 3 }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  describe('a frame page', () => {
    const openHost = async (
      test: TestContext,
      frameSrc = portal.servers.frameFolder().url,
      site = portal.servers.portal,
    ) => {
      const path = portal.servers.newPath();
      site.answers.set(path, { body: hostHtml(frameSrc) });
      const profile = await portal.newProfile();
      test.after(() => profile.close());
      const page = await profile.newPage();
      await page.goto(site.origin + path);
      const hello = (given: unknown = HELLO) => page.evaluate((given) => sendHello(given), given);
      /** Posts a message through one of the host's ports. The default is the last one. */
      const post = (message: unknown, index = -1) =>
        page.evaluate(([message, index]) => ports.at(index)!.postMessage(message), [
          message,
          index,
        ] as const);
      const waitForMessage = (kind: string) =>
        page.waitForFunction((kind) => received.find((message) => message.kind === kind), kind);
      const messages = () => page.evaluate(() => received);
      /** Asserts that the frame page has not answered yet, and that it answers a hello. */
      const assertAnswers = async () => {
        assert.deepEqual(await messages(), []);
        await hello();
        await post(settings());
        await waitForMessage('ready');
      };
      return { page, hello, post, waitForMessage, messages, assertAnswers };
    };

    const settings = (changes?: Partial<FormSettings>) =>
      settingsMessage({ denied: [], ...changes });

    const kindsOf = (messages: readonly FromFrame[]) =>
      messages.map(({ kind }) => kind).filter((kind) => /ended|ready|refused/.test(kind));

    it('answers only a page around it, and not an opener, another frame of the page, or a frame inside that', async (test) => {
      const { url } = portal.servers.frameFolder();
      const { page, post, messages, assertAnswers } = await openHost(test, url);
      const body = `<script>
          const { port1, port2 } = new MessageChannel();
          top.frames[0].postMessage(${JSON.stringify(HELLO)}, '*', [port2]);
          port1.onmessage = () => top.postMessage('answered', '*');
          if (top === parent) document.write('<iframe src="?inner"></iframe>');
        </script>`;
      portal.otherSite.answers.set('/greeting-frame', { body });
      await page.evaluate(addFrame, `${portal.otherSite.origin}/greeting-frame`);
      await assertAnswers();

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
        (hello) => sendHello(hello, Reflect.get(window, 'popup') as Window),
        HELLO,
      );
      await post(settings());
      await popup.evaluate(passMessages);
      assert.deepEqual(await messages(), []);
      await popup.close();
    });

    it('answers a well-formed hello with a port, and then no other, even from the same host', async (test) => {
      const { page, hello, post, waitForMessage, messages, assertAnswers } = await openHost(test);
      for (const given of [
        ...[null, 'set-card-pin', {}, { kind: 'set-card-pin' }, { ...HELLO, version: '1' }],
        ...[{ ...HELLO, more: 1 }, [HELLO], ...FROM_HOST],
      ])
        await hello(given);
      await page.evaluate((hello) => frames[0]!.postMessage(hello, '*'), HELLO);
      await assertAnswers();
      await page.evaluate(() => void (received = []));
      for (const version of [VERSION, 7]) {
        await hello({ ...HELLO, version });
        await post(settings({ disabled: true }));
        await post({ kind: 'submit', run: 1 });
      }
      const first = -3;
      await post({ kind: 'submit', run: 1 }, first);
      await waitForMessage('ended');
      assert.deepEqual(kindsOf(await messages()), ['ended']);
    });

    it('refuses a host of version 1, says so, and serves the same host if it greets with its own version', async (test) => {
      const { hello, post, waitForMessage, messages } = await openHost(test);
      await hello({ ...HELLO, version: 1 });
      await post(settings());
      await waitForMessage('refused');
      // A host of version 1, as of commit c8263da, drops a message with any other member.
      assert.deepEqual(await messages(), [
        {
          kind: 'refused',
          explanation: `The frame page is of version ${VERSION}, the element of 1: update the older one.`,
        },
      ]);
      await hello();
      await post(settings());
      await waitForMessage('ready');
      assert.deepEqual(kindsOf(await messages()), ['refused', 'ready']);
    });

    it('refuses a parent that is not on its list, even if its server sends no headers', async (test) => {
      const folder = portal.servers.frameFolder();
      // The `frame-ancestors` header blocks the frame page, so the hello gets no answer.
      const blocked = await openHost(test, folder.url, portal.otherSite);
      await blocked.hello();
      folder.put({ headers: { 'Content-Security-Policy': '' } });
      const { hello, post, waitForMessage, messages } = await openHost(
        test,
        folder.url,
        portal.otherSite,
      );
      await hello();
      await post(settings());
      await waitForMessage('refused');
      const [refusal, ...others] = await messages();
      assert.ok(JSON.stringify(refusal).includes(portal.otherSite.origin));
      assert.deepEqual(others, []);
      assert.deepEqual(await blocked.messages(), []);
    });
  });

  describe('a message to the frame page', () => {
    const open = async (test: TestContext, options: Omit<PortalPageOptions, 'mode'> = {}) => {
      const opened = await portal.load(test, { before: KEEP_PORT, ...options });
      await opened.waitForEvent('pin-ready');
      const post = (...messages: readonly unknown[]) =>
        opened.page.evaluate((messages) => {
          for (const message of messages) port.postMessage(message);
        }, messages);
      return { opened, post };
    };

    it('can’t make it send the PIN to an endpoint that is not on its list', async (test) => {
      const endpoint = `${portal.otherSite.origin}/graphql`;
      const { opened } = await open(test, { endpoint });
      await opened.enterPin('4826');
      await opened.page.keyboard.press('Enter');
      const { kind, explanation } = await opened.waitForEvent('pin-error');
      assert.equal(kind, 'misconfigured');
      assert.match(explanation!, /does not have this endpoint/);
      assert.ok(!portal.otherSite.requests.includes('/graphql'));
      assert.ok(await opened.page.evaluate(() => pin.validity.valueMissing));
      await opened.page.evaluate((endpoint) => {
        pin.endpoint = endpoint;
        // Another service needs a token of its own.
        withToken(pin);
      }, portal.servers.endpoint);
      await opened.assertWorks(true);
    });

    // test/form/course.test.ts has the other settings.
    it('empties the fields if it changes a setting, so that a page can’t find out the PIN by trial', async (test) => {
      const { endpoint } = portal.servers;
      const endpoints = [endpoint, `${endpoint}?other`];
      const { url } = portal.servers.frameFolder({ endpoints });
      const { opened, post } = await open(test, { frameSrc: url });
      const [target, other] = endpoints.map((each) => ({
        target: { endpoint: each, cardId: 'card_1', keyType: 'String!' },
      }));
      for (const [before, after] of [
        [{ denied: ['4826,4827'] }, { denied: ['4826', '4827'] }],
        [{ length: 4 }, { length: 6 }],
        [target, other],
      ]) {
        await post(settingsMessage({ denied: [], confirms: false, ...before }));
        await opened.focus();
        await opened.page.keyboard.type('4826');
        await opened.page.waitForFunction(() => pin.validity.valid);
        await post(settingsMessage({ denied: [], confirms: false, ...after }));
        await opened.page.waitForFunction(() => pin.validity.valueMissing);
      }
      assert.deepEqual(await opened.errors(), []);
    });

    it('gets only heights in answer to another look while a PIN is revealed, and the PIN stays', async (test) => {
      const { opened, post } = await open(test);
      const looks: readonly Partial<Look>[] = [
        { appearance: 'line' },
        { appearance: 'field', textSize: 40 },
        { textSize: 4, direction: 'rtl' },
        { scheme: 'dark', theme: { '--set-card-pin-digit-size': '300px' } },
        { theme: { '--set-card-pin-font': 'serif', '--set-card-pin-control-height': '1px' } },
      ];
      await post(settingsMessage({ confirms: false }));
      await opened.focus();
      await opened.page.keyboard.type('4826');
      for (const key of ['Tab', 'Enter']) await opened.page.keyboard.press(key);
      await opened.page.waitForFunction(() => pin.validity.valid);
      await opened.evaluate(
        `var answers = []; port.addEventListener('message', ({ data }) => answers.push(data.kind)); 0`,
      );
      await post(...looks.map((look) => settingsMessage({ confirms: false }, look)));
      await post({ kind: 'reset', epoch: 0 } satisfies FromHost);
      await opened.page.waitForFunction(() => pin.validity.valueMissing);
      const kinds = await opened.evaluate<string[]>('answers');
      // The state is the answer to the reset, which empties the fields.
      assert.deepEqual(
        kinds.filter((kind) => kind !== 'height'),
        ['state'],
      );
    });

    it('sets only styles that are colours, lengths or names of fonts', async (test) => {
      const { opened, post } = await open(test);
      const url = `${portal.otherSite.origin}/theme`;
      const invalid: Readonly<Record<string, readonly string[]>> = {
        accent: [
          ...[`url(${url})`, `red;background:url(${url})`, 'red}*{color:red', 'var(--x)'],
          ...[`image-set("${url}" 1x)`, 'red !important', '/**/ r\\65 d', 'env(x)', 'attr(x)'],
          ...['@import "x"', `\\75rl(${url})`, '</style><script>', 'red'.repeat(70_000), '{}'],
          ...['expression(1)', '12px', '--x', 'if(else: red)'],
        ],
        font: [`url(${url})`, 'x;src:url(x)', '"x" {', `src(${url})`, '12px x', 'a\\62'],
        radius: ['red', `url(${url})`, '10px;', 'calc(var(--x))', '-1px'],
        'digit-size': ['url(x)', 'attr(data-x px)', '-2rem', 'red'],
      };
      const valid = {
        accent: 'oklch(0.6 0.2 30)',
        font: 'Georgia, "Times New Roman", serif',
        'control-height': 'calc(2rem + 8px)',
      };
      let messages = 0;
      /** Posts a value together with a valid one. Returns what the frame page applied. */
      const applied = async (name: string, value: string): Promise<string> => {
        const gap = `${++messages}px`;
        const theme = { [`--set-card-pin-${name}`]: value, '--set-card-pin-gap': gap };
        await post(settingsMessage({}, { theme }));
        const read = (of: string) => document.body.style.getPropertyValue(`--set-card-pin-${of}`);
        await opened.frame!.waitForFunction(
          (gap) => document.body.style.getPropertyValue('--set-card-pin-gap') === gap,
          gap,
        );
        return opened.frame!.evaluate(read, name);
      };
      for (const [name, values] of Object.entries(invalid))
        for (const value of values)
          assert.equal(await applied(name, value), '', `${name}: ${value.slice(0, 80)}`);
      for (const [name, value] of Object.entries(valid))
        assert.equal(await applied(name, value), value);
      assert.ok(!portal.otherSite.requests.includes('/theme'));
      assert.deepEqual(await opened.errors(), []);
    });

    it('is ignored if it is invalid, or answers no request', async (test) => {
      const { opened, post } = await open(test);
      const events = await opened.events();
      const disabled = settingsMessage({ disabled: true });
      const grant: FromHost = { kind: 'grant', grant: { kind: 'token', value: 'stale' } };
      await post(
        ...[null, 'submit', [disabled], ...FROM_FRAME],
        // Such settings are refused.
        ...FROM_HOST.filter(({ kind }) => kind !== 'settings').map((each) => ({
          ...each,
          extra: 1,
        })),
        ...[
          { kind: 'waiting', isFirst: true },
          { kind: 'grant', grant: { kind: 'no-token' } },
        ],
        grant,
      );
      // A port keeps the order of messages.
      await opened.say('Done');
      assert.deepEqual(await opened.events(), events);
      await opened.assertWorks();
    });
  });

  describe('a message to the host', () => {
    const open = async (test: TestContext, frameSrc = portal.servers.frameFolder().url) => {
      const opened = await portal.load(test, { frameSrc });
      const types = async () => (await opened.events()).map(({ type }) => type);
      const submit = () => opened.page.evaluate(async () => (await pin.submit()).kind);
      return { opened, types, submit };
    };

    /** @param body - A hand-written frame page. */
    const openWithFramePage = async (test: TestContext, body = FRAME_PAGE) => {
      const folder = portal.servers.frameFolder();
      folder.put({ body, headers: { 'Content-Security-Policy': '' } });
      const page = await open(test, folder.url);
      const post = (...messages: readonly unknown[]) =>
        page.opened.frame!.evaluate((messages) => {
          for (const message of messages) port.postMessage(message);
        }, messages);
      return { ...page, post };
    };

    it('says which versions differ if the frame page is one of version 1', async (test) => {
      const { opened, types, submit } = await openWithFramePage(test, FRAME_PAGE_1);
      const { kind, cause, explanation } = await opened.waitForEvent('pin-error');
      assert.deepEqual([kind, cause], ['misconfigured', 'frame']);
      assert.equal(explanation, `The frame page is of version 1, the element of ${VERSION}.`);
      assert.deepEqual(opened.consoleErrors, [`set-card-pin: ${explanation}`]);
      assert.deepEqual(await opened.texts('button'), ['Try again', 'Save']);
      assert.equal(await submit(), 'misconfigured');
      assert.deepEqual(await types(), ['pin-error', 'pin-error']);
    });

    it('is ignored if it does not come through the port', async (test) => {
      const { opened, types } = await open(test);
      await opened.waitForEvent('pin-ready');
      const messages = FROM_FRAME.filter(({ kind }) => kind === 'ended' || kind === 'ready');
      const script = `for (const message of ${JSON.stringify(messages)}) top.postMessage(message, '*');`;
      portal.otherSite.answers.set('/posting-frame', { body: `<script>${script}</script>` });
      await opened.page.evaluate(addFrame, `${portal.otherSite.origin}/posting-frame`);
      await opened.page.evaluate(script);
      await opened.frame!.evaluate(script);
      await opened.page.evaluate(passMessages);
      assert.deepEqual(await types(), ['pin-ready']);
      await opened.assertWorks();
    });

    it('ends no submit and fires no second pin-ready if it is invalid, repeated, or answers no request', async (test) => {
      const { opened, types, submit, post } = await openWithFramePage(test);
      await opened.waitForEvent('pin-ready');
      await post(
        ...[null, 'ready', [VALID], ...FROM_HOST],
        ...[VALID, ...FROM_FRAME].map((message) => ({ ...message, extra: 1, epoch: 0 })),
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
      assert.equal(await submit(), 'denied');
      assert.deepEqual(await types(), ['pin-ready', 'pin-change', 'pin-error']);
      assert.deepEqual(await opened.errors(), []);
    });

    it('is ignored if it comes through the port of an earlier frame page', async (test) => {
      const { opened, types, submit } = await openWithFramePage(test);
      await opened.waitForEvent('pin-ready');
      await opened.page.evaluate(() =>
        addEventListener('message', ({ ports: [stale] }) => Reflect.set(window, 'stale', stale)),
      );
      await opened.frame!.evaluate(() => {
        parent.postMessage('', '*', [port]);
        location.reload();
      });
      await opened.page.waitForFunction(() => 'stale' in window);
      await until('the frame page is greeted again', () =>
        opened.frame!.evaluate(() => Reflect.get(window, 'hellos') === 1).catch(() => false),
      );
      await opened.page.evaluate((valid) => {
        const stale = Reflect.get(window, 'stale') as MessagePort;
        stale.postMessage(valid);
        const outcome = { kind: 'rejected', codes: [] };
        stale.postMessage({ kind: 'ended', run: 1, outcome, epoch: 0 });
      }, VALID);
      assert.equal(await submit(), 'denied');
      assert.deepEqual(await types(), ['pin-ready', 'pin-error']);
    });
  });
});
