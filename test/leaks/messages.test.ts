/** What hosts and frame pages do with the messages of others. */
import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { PREFIX } from '../../src/form/theme.js';
import { VERSION, type FromFrame } from '../../src/isolated/protocol.js';
import { FROM_FRAME, FROM_HOST, HELLO, settingsMessage } from '../isolated/valid-messages.js';
import { until } from '../support/until.js';
import { it, KEEP_PORT, Portal, type PortalPage, type PortalPageOptions } from './portal-page.js';

/** Variables of a hand-written host: its ports, and all messages from the frame page. */
declare let ports: MessagePort[];
declare let received: FromFrame[];
declare let sendHello: (hello: unknown) => void;

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
  function sendHello(hello) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => received.push(data);
    ports.push(port1);
    frames[0].postMessage(hello, '*', [port2]);
  }
</script>
<iframe src="${frameSrc}"></iframe>`;

/** A hand-written frame page, from which a test posts messages. */
const FRAME_PAGE = `<!doctype html><title>A frame page</title><script>
  addEventListener('message', ({ ports: [given] }) => {
    window.port = given;
    port.onmessage = ({ data }) => {
      if (data.kind === 'submit')
        port.postMessage({ kind: 'ended', run: data.run, outcome: { kind: 'denied' }, epoch: 0 });
    };
    port.postMessage({ kind: 'ready', epoch: 0 });
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

type Theme = Readonly<Record<string, string>>;

const VALID_THEME: Theme = {
  accent: 'oklch(0.6 0.2 30)',
  font: 'Georgia, "Times New Roman", serif',
  'control-height': 'calc(2rem + 8px)',
};

const INVALID_THEMES: readonly Theme[] = [
  { accent: 'red;background:red', font: 'x;src:url(x)', radius: '10px;', 'digit-size': '-2rem' },
  { accent: 'var(--x)', font: '"x" {', radius: 'calc(var(--x))', 'digit-size': 'attr(x px)' },
  { accent: 'image-set("x" 1x)', font: 'src(x)', radius: 'red', 'digit-size': 'red' },
  { accent: '\\75rl(x)', font: '12px x', radius: '-1px' },
];

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
      return {
        page,
        hello: (given: unknown = HELLO) => page.evaluate((given) => sendHello(given), given),
        /** Posts a message through one of the host's ports. The default is the last one. */
        post: (message: unknown, index = -1) =>
          page.evaluate(([message, index]) => ports.at(index)!.postMessage(message), [
            message,
            index,
          ] as const),
        waitForMessage: (kind: string) =>
          page.waitForFunction((kind) => received.find((message) => message.kind === kind), kind),
        messages: () => page.evaluate(() => received),
      };
    };

    it('answers a well-formed hello of the page around it, and then no other, even from the same host', async (test) => {
      const { page, hello, post, waitForMessage, messages } = await openHost(test);
      for (const given of [
        ...[null, 'set-card-pin', {}, { kind: 'set-card-pin' }, { ...HELLO, version: '1' }],
        ...[{ ...HELLO, more: 1 }, [HELLO], ...FROM_HOST],
      ])
        await hello(given);
      await page.evaluate((hello) => frames[0]!.postMessage(hello, '*'), HELLO);
      const body = `<script>
          const { port1, port2 } = new MessageChannel();
          top.frames[0].postMessage(${JSON.stringify(HELLO)}, '*', [port2]);
        </script>`;
      // On an origin that the frame page's configuration lists.
      portal.servers.portal.answers.set('/greeting-frame', { body });
      await page.evaluate(addFrame, `${portal.origin}/greeting-frame`);
      assert.deepEqual(await messages(), []);
      await hello();
      await post(settingsMessage());
      await waitForMessage('ready');
      await page.evaluate(() => void (received = []));
      for (const version of [VERSION, 7]) {
        await hello({ ...HELLO, version });
        await post(settingsMessage({ disabled: true }));
        await post({ kind: 'submit', run: 1 });
      }
      const first = -3;
      await post({ kind: 'submit', run: 1 }, first);
      await waitForMessage('ended');
      const kinds = (await messages()).map(({ kind }) => kind);
      assert.deepEqual(
        kinds.filter((kind) => /ended|ready|refused/.test(kind)),
        ['ended'],
      );
    });

    for (const [title, version, site, explanation] of [
      ['of another version', 1, () => portal.servers.portal, /The frame page is of version \d+,/],
      ['that is not on its list, even without headers', VERSION, () => portal.otherSite, /parent/],
    ] as const)
      it(`refuses a host ${title}, and says so`, async (test) => {
        const folder = portal.servers.frameFolder();
        folder.put({ headers: { 'Content-Security-Policy': '' } });
        const { hello, post, waitForMessage, messages } = await openHost(test, folder.url, site());
        await hello({ ...HELLO, version });
        await post(settingsMessage());
        await waitForMessage('refused');
        const [refusal, ...others] = await messages();
        // A host of version 1 drops a message with any other member.
        assert.deepEqual(Object.keys(refusal!), ['kind', 'explanation']);
        assert.match(JSON.stringify(refusal), explanation);
        assert.deepEqual(others, []);
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
      await opened.assertWorks();
    });

    it('sets only styles that are colours, lengths or names of fonts', async (test) => {
      const { opened, post } = await open(test);
      /** Posts values of tokens, and returns those that the frame page applied. */
      const applied = async (values: Theme, gap: string): Promise<readonly string[]> => {
        const theme = Object.fromEntries(
          Object.entries({ ...values, gap }).map(([name, value]) => [PREFIX + name, value]),
        );
        await post(settingsMessage({}, { theme: theme }));
        const read = () =>
          opened.frame!.evaluate(
            (names) => names.map((name) => document.body.style.getPropertyValue(name)),
            Object.keys(theme),
          );
        await until('the theme is applied', async () => (await read()).at(-1) === gap);
        return (await read()).slice(0, -1);
      };
      assert.deepEqual(await applied(VALID_THEME, '1px'), Object.values(VALID_THEME));
      const url = `url(${portal.otherSite.origin}/theme)`;
      const all = { accent: url, font: url, radius: url, 'digit-size': url };
      for (const [index, theme] of [all, ...INVALID_THEMES].entries())
        assert.deepEqual(
          await applied(theme, `${index + 2}px`),
          Object.keys(theme).map(() => ''),
          JSON.stringify(theme),
        );
      assert.ok(!portal.otherSite.requests.includes('/theme'));
    });

    it('is ignored if it is invalid, or answers no request', async (test) => {
      const { opened, post } = await open(test);
      const events = await opened.events();
      await post(
        ...[null, 'submit', [settingsMessage({ disabled: true })], ...FROM_FRAME],
        // Such settings are refused.
        ...FROM_HOST.filter(({ kind }) => kind !== 'settings').map((each) => ({
          ...each,
          extra: 1,
        })),
        { kind: 'waiting', isFirst: true },
        { kind: 'grant', grant: { kind: 'no-token' } },
        { kind: 'grant', grant: { kind: 'token', value: 'stale' } },
      );
      // A port keeps the order of messages.
      await opened.say('Done');
      assert.deepEqual(await opened.events(), events);
      await opened.assertWorks();
    });
  });

  describe('a message to the host', () => {
    const types = async (opened: PortalPage) => (await opened.events()).map(({ type }) => type);

    it('is ignored if it does not come through the port', async (test) => {
      const opened = await portal.load(test);
      await opened.waitForEvent('pin-ready');
      const messages = [VALID, ...FROM_FRAME.filter(({ kind }) => /^(ended|ready)$/.test(kind))];
      const script = `for (const message of ${JSON.stringify(messages)}) top.postMessage(message, '*');`;
      portal.otherSite.answers.set('/posting-frame', { body: `<script>${script}</script>` });
      await opened.page.evaluate(addFrame, `${portal.otherSite.origin}/posting-frame`);
      await opened.frame!.evaluate(script);
      await opened.page.evaluate(script);
      await opened.page.evaluate(passMessages);
      assert.deepEqual(await types(opened), ['pin-ready']);
      await opened.assertWorks();
    });

    it('ends no submit and fires no second pin-ready if it is invalid, repeated, or answers no request', async (test) => {
      const folder = portal.servers.frameFolder();
      folder.put({ body: FRAME_PAGE, headers: { 'Content-Security-Policy': '' } });
      const opened = await portal.load(test, { frameSrc: folder.url });
      await opened.waitForEvent('pin-ready');
      await opened.frame!.evaluate(
        (messages) => {
          for (const message of messages) port.postMessage(message);
        },
        [
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
        ],
      );
      await opened.waitForEvent('pin-change');
      assert.equal(await opened.page.evaluate(async () => (await pin.submit()).kind), 'denied');
      assert.deepEqual(await types(opened), ['pin-ready', 'pin-change', 'pin-error']);
      assert.deepEqual(await opened.errors(), []);
    });
  });
});
