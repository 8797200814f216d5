import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { FormSettings } from '../../src/form/settings.js';
import type { SetCardPinElement } from '../../src/index.js';
import type { FromFrame, FromHost, Look } from '../../src/isolated/protocol.js';
import { bundleScript } from '../support/builds.js';
import { cases, FUZZ } from '../support/fuzz.js';
import type * as AnyMessage from './any-message.js';
import { settingsMessage } from './any-message.js';
import { FramedPortal, MAX_GROWTH, TIMEOUT, type FramedPageOptions } from './framed-portal.js';

/** Number of invalid messages to post. */
const MESSAGES = cases(10_000);

/** Variables of the page. With {@link KEEP_PORT}, `port` is the element's own port. */
declare const pin: SetCardPinElement;
declare const port: MessagePort;
declare const token: string;
declare global {
  var answers: string[];
}
declare const anyMessage: typeof AnyMessage;

/** Makes a page keep the element's port. Any script before the element's script can do that. */
const KEEP_PORT = `
  const Channel = MessageChannel;
  var port, answers = [];
  MessageChannel = function () { const channel = new Channel(); port = channel.port1; return channel; };
`;

/** Invalid values for theme tokens, by the token's name. */
const invalidStyles = (url: string): Readonly<Record<string, readonly string[]>> => ({
  accent: [
    ...[`url(${url})`, `red;background:url(${url})`, 'red}*{color:red', 'var(--x)', 'attr(x)'],
    ...[`image-set("${url}" 1x)`, 'red !important', '/**/ r\\65 d', 'env(x)', '@import "x"'],
    ...['expression(1)', `\\75rl(${url})`, '</style><script>', 'red'.repeat(70_000), '{}'],
    ...['12px', '--x', 'if(else: red)'],
  ],
  font: [`url(${url})`, 'x;src:url(x)', '"x" {', `src(${url})`, '12px x', 'a\\62'],
  radius: ['red', `url(${url})`, '10px;', 'calc(var(--x))', '-1px'],
  'digit-size': ['url(x)', 'attr(data-x px)', '-2rem', 'red'],
});

describe('a message to the frame page', { concurrency: 3 }, () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  const open = async (test: TestContext, options: Partial<FramedPageOptions> = {}) => {
    const opened = await portal.open({ frameSrc: portal.servers.frameFolder().url, ...options });
    test.after(() => opened.close());
    await opened.waitForEvent('pin-ready');
    return opened;
  };

  it(
    'can’t make it send the PIN to an endpoint that is not on its list',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { endpoint: `${portal.otherSite.origin}/graphql` });
      await opened.enterPin('4826');
      await opened.page.keyboard.press('Enter');
      const { kind, explanation } = await opened.waitForEvent('pin-error');
      assert.equal(kind, 'misconfigured');
      assert.match(explanation!, /does not have this endpoint/);
      assert.ok(!portal.otherSite.requests.includes('/graphql'));
      const isEmpty = await opened.page.evaluate(() => pin.validity.valueMissing);
      assert.ok(isEmpty, 'The fields are not empty.');
      const { endpoint } = portal.servers;
      await opened.page.evaluate((endpoint) => {
        // Another service needs a token of its own.
        Object.assign(pin, { endpoint, clientToken: token });
      }, endpoint);
      await opened.assertWorks(true);
    },
  );

  it('changes nothing if it answers no token request', { timeout: TIMEOUT }, async (test) => {
    const opened = await open(test, { script: KEEP_PORT });
    await opened.page.evaluate(() => {
      port.postMessage({ kind: 'waiting', isFirst: true });
      port.postMessage({ kind: 'grant', grant: { kind: 'no-token' } });
      port.postMessage({
        kind: 'grant',
        grant: { kind: 'token', value: 'stale' },
      });
    });
    await opened.assertWorks();
  });

  it(
    'empties the fields if it changes a setting, so that a page can’t find out the PIN by trial',
    { timeout: TIMEOUT },
    async (test) => {
      const { endpoint } = portal.servers;
      const target = { endpoint, cardId: 'card_1', keyType: 'String!' };
      const frameSrc = portal.servers.frameFolder({
        endpoints: [endpoint, `${endpoint}?other`],
      }).url;
      const opened = await open(test, { script: KEEP_PORT, frameSrc });
      const set = (changes: Partial<FormSettings>) =>
        opened.page.evaluate(
          (message) => port.postMessage(message),
          settingsMessage({ denied: [], confirms: false, ...changes }),
        );
      const changes: readonly (readonly [Partial<FormSettings>, Partial<FormSettings>])[] = [
        [{ denied: ['4826,4827'] }, { denied: ['4826', '4827'] }],
        [{ denied: ['1234'] }, { denied: ['4826'] }],
        [{ rules: [] }, { rules: ['year'] }],
        [{ length: 4 }, { length: 6 }],
        [{ confirms: false }, { confirms: true }],
        [{ target }, { target: { ...target, cardId: 'card_2' } }],
        [{ target }, { target: { ...target, endpoint: `${endpoint}?other` } }],
      ];
      for (const [first, second] of changes) {
        await set(first);
        await opened.focus();
        await opened.page.keyboard.type('4826');
        await opened.page.waitForFunction(() => pin.validity.valid);
        await set(second);
        await opened.page.waitForFunction(() => !pin.validity.valid);
        assert.ok(
          await opened.page.evaluate(() => pin.validity.valueMissing),
          JSON.stringify(second),
        );
      }
      assert.deepEqual(await opened.errors(), []);
    },
  );

  it(
    'gets only heights in answer to another look while a PIN is revealed, and the PIN stays',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { script: KEEP_PORT });
      const post = (message: FromHost) =>
        opened.page.evaluate((message) => port.postMessage(message), message);
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
      await opened.page.evaluate(() =>
        port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) =>
          answers.push(data.kind),
        ),
      );
      for (const look of looks) await post(settingsMessage({ confirms: false }, look));
      await post({ kind: 'reset', epoch: 0 });
      await opened.page.waitForFunction(() => pin.validity.valueMissing);
      const answers = await opened.page.evaluate(() => globalThis.answers);
      // The state is the answer to the reset, which empties the fields.
      assert.deepEqual(
        answers.filter((kind) => kind !== 'height'),
        ['state'],
      );
    },
  );

  it(
    'sets only styles that are colours, lengths or names of fonts',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { script: KEEP_PORT });
      let messages = 0;
      /** Posts a value together with a valid one. Returns the value that the frame page applied. */
      const appliedValue = async (name: string, value: string): Promise<string> => {
        const gap = `${++messages}px`;
        const theme = { [`--set-card-pin-${name}`]: value, '--set-card-pin-gap': gap };
        await opened.page.evaluate(
          (message) => port.postMessage(message),
          settingsMessage({}, { theme }),
        );
        await opened.frame.waitForFunction(
          (gap) => document.body.style.getPropertyValue('--set-card-pin-gap') === gap,
          gap,
        );
        return opened.frame.evaluate(
          (name) => document.body.style.getPropertyValue(name),
          `--set-card-pin-${name}`,
        );
      };
      const styles = invalidStyles(`${portal.otherSite.origin}/theme`);
      for (const [name, values] of Object.entries(styles))
        for (const value of values)
          assert.equal(await appliedValue(name, value), '', `${name}: ${value.slice(0, 80)}`);
      for (const [name, value] of [
        ['accent', 'oklch(0.6 0.2 30)'],
        ['font', 'Georgia, "Times New Roman", serif'],
        ['control-height', 'calc(2rem + 8px)'],
      ] as const)
        assert.equal(await appliedValue(name, value), value);
      assert.ok(!portal.otherSite.requests.includes('/theme'));
      assert.deepEqual(await opened.errors(), []);
    },
  );

  it(
    'sets texts that are displayed as text and not as markup',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      const markup = `<img src=${portal.otherSite.origin}/words onerror=parent.x()><script>x()</script>`;
      await opened.page.evaluate((markup) => {
        pin.messages = { submit: markup, hint: markup, newPinProblems: { missing: markup } };
      }, markup);
      await opened.focus();
      await opened.page.keyboard.press('Enter');
      await opened.waitForEvent('pin-error');
      assert.ok((await opened.texts('button', opened.frame)).includes(markup));
      assert.ok(!portal.otherSite.requests.includes('/words'));
      assert.ok(await opened.canSetPin('4826'));
    },
  );

  it(
    'can have settings of wrong types, which a submit reports',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      let errors = 0;
      for (const name of ['endpoint', 'cardId', 'pinLength', 'pinRules'] as const)
        for (const value of [
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
          // Waits for each submit, because a call during a submit returns the same promise.
          const kind = await opened.page.evaluate(
            `before = pin.${name}; pin.${name} = ${value}; pin.submit().then(({ kind }) => kind)`,
          );
          assert.equal(kind, 'misconfigured', `${name} = ${value}`);
          await opened.waitForEvent('pin-error', ++errors);
          await opened.page.evaluate(`pin.${name} = before; pin.clientToken = token`);
        }
      await opened.page.evaluate(() =>
        Object.assign(pin, {
          noConfirm: undefined,
          disabled: 0,
          idempotencyKey: null,
          appearance: undefined,
          messages: 7,
        }),
      );
      await opened.assertWorks(true);
    },
  );

  it(
    `is ignored if it is invalid: after ${MESSAGES} of them, of any size, the form works as before`,
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test, { script: KEEP_PORT });
      await opened.page.evaluate(await bundleScript('test/leaks/any-message.ts', 'anyMessage'));
      const events = await opened.events();
      const before = await opened.countKeptBytes(opened.frame);
      await opened.page.evaluate(([seed, count]) => anyMessage.postToFrame(port, seed, count), [
        FUZZ.seed,
        MESSAGES,
      ] as const);
      // A port keeps the order of messages.
      await opened.page.evaluate(() => void (pin.messages = { submit: 'Done' }));
      while (!(await opened.texts('button', opened.frame)).includes('Done'));
      assert.deepEqual(await opened.events(), events, `Seed ${FUZZ.seed}`);
      const growth = (await opened.countKeptBytes(opened.frame)) - before;
      assert.ok(growth < MAX_GROWTH, `The page keeps ${growth} more bytes. Seed ${FUZZ.seed}`);
      await opened.assertWorks();
    },
  );
});
