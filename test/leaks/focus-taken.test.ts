import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { REFUSALS, SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { waitForBlur, waitForFocus } from '../support/cardholder.js';
import { until } from '../support/until.js';
import { it, KEEP_PORT, Portal, type PortalEvent, type PortalPage } from './portal-page.js';
import { VARIABLES, WAYS } from './thefts.js';

/** Variables of the page: the element, and the codes of the keys that came up in the page. */
declare const pin: SetCardPinElement;
declare const codes: string[];
declare const port: MessagePort;

const PIN = '4826';

/** A thief in the page: reads keys, and keeps the element's port. */
const THIEF = `${KEEP_PORT}
  var codes = [];
  addEventListener('keyup', ({ code }) => codes.push(code), true);
`;

const RELOADS = ['another frame-src', 'a clone'] as const;

const isTold = ({ type, kind, cause }: PortalEvent) =>
  type === 'pin-error' && kind === 'misconfigured' && cause === 'focus-taken';

// A page in the background loses the focus, so these run one after the other.
describe('a frame page that loses the focus while a PIN is typed', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** @param frameScript - Runs in every page before its own scripts. */
  const open = async (test: TestContext, frameScript = '') => {
    const profile = await portal.newProfile();
    await profile.addInitScript(frameScript);
    const opened = await portal.load(test, { before: THIEF }, profile);
    await opened.waitForEvent('pin-ready');
    await opened.evaluate(VARIABLES);
    await opened.focus();
    return opened;
  };

  /** Gives the frame page the focus, which has nothing to type into while it warns. */
  const focusFrame = async ({ page, frame }: PortalPage) => {
    await page.evaluate(() => pin.focus());
    await frame!.waitForFunction(() => document.hasFocus(), undefined, { polling: 20 });
  };

  /** Runs a script of the page, which takes the focus, and gives it back. */
  const takeFocus = async (opened: PortalPage) => {
    await opened.evaluate('other.focus()');
    await waitForBlur(opened);
    await focusFrame(opened);
  };

  /** Takes the focus while a key is down. thefts.slow.test.ts has other ways. */
  const steal = async (opened: PortalPage, key: string) => {
    await opened.page.keyboard.down(key);
    // Every key gives the page a user activation, so it knows that one is down.
    await opened.page.waitForFunction(() => navigator.userActivation.isActive);
    await opened.evaluate('other.focus()');
    await waitForBlur(opened);
    await opened.page.keyboard.up(key);
    await focusFrame(opened);
  };

  /** Returns the sentences, which come after their regions. */
  const warnings = async (opened: PortalPage) => {
    const texts = () =>
      opened.frame!.evaluate(() =>
        [...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent),
      );
    await until('no sentence is empty', async () => !(await texts()).includes(''));
    return texts();
  };

  /** Asserts that there is only the warning, or the sentence that no PIN is taken any more. */
  const assertNoForm = async (opened: PortalPage, isLast = false) => {
    // The frame may load again meanwhile.
    await until('the frame page warns', async () => {
      await opened.waitForFrame();
      return (await warnings(opened).catch(() => [])).length > 0;
    });
    assert.deepEqual(await warnings(opened), [(isLast ? REFUSALS : SENTENCES).en]);
    assert.deepEqual(await opened.texts('textbox', opened.frame), []);
    assert.deepEqual(await opened.texts('button', opened.frame), isLast ? [] : ['OK']);
  };

  const confirm = async (opened: PortalPage) => {
    await opened.frame!.click('button');
    await waitForFocus(opened);
  };

  it('empties the fields, and tells the cardholder and the page', async (test) => {
    const opened = await open(test);
    await steal(opened, PIN[0]!);
    assert.ok(isTold(await opened.waitForEvent('pin-error')));
    await assertNoForm(opened);
    await opened.page.waitForFunction(() => pin.validity.valueMissing);
    assert.deepEqual(await opened.page.evaluate(() => codes), ['Digit4']);
  });

  it('has no field until the cardholder confirms, whatever the host sends', async (test) => {
    const opened = await open(test);
    await steal(opened, '4');
    const details = await opened.page.evaluate(async () => {
      const outcomes = [await pin.submit()];
      pin.messages = { submit: '\u200b', holdEnded: '\u200b' };
      for (let epoch = 0; epoch < 2_000; epoch++) {
        port.postMessage({ kind: 'reset', epoch });
        port.postMessage({ kind: 'focus', preventScroll: false, direction: 0 });
      }
      for (const disabled of [true, false]) pin.disabled = disabled;
      for (const length of [5, 4]) pin.pinLength = length;
      pin.reset();
      pin.focus();
      outcomes.push(await pin.submit());
      return outcomes.map((outcome) => 'detail' in outcome && outcome.detail);
    });
    assert.deepEqual(details, ['focus-taken', 'focus-taken']);
    // Someone who doesn't see the warning types on, from one field to the next.
    for (const key of [...'7391', 'Tab', ...'7391', 'Enter']) await opened.page.keyboard.press(key);
    await assertNoForm(opened);
    await opened.page.keyboard.press('Enter');
    await waitForFocus(opened);
    assert.ok(await opened.canSetPin('7391'));
    assert.deepEqual(await warnings(opened), []);
    assert.deepEqual(await opened.errors(), []);
  });

  it('takes no PIN after a second loss, in any frame page of this tab', async (test) => {
    const opened = await open(test);
    await steal(opened, '4');
    await confirm(opened);
    await steal(opened, '8');
    assert.ok(isTold(await opened.waitForEvent('pin-error', 2)));
    for (const reload of [...RELOADS.map((way) => WAYS[way][0]), 'location.reload()']) {
      await opened.page.evaluate(`{${reload}};0`).catch(() => {});
      await opened.page.waitForFunction(() => typeof pin === 'object');
      await assertNoForm(opened, true);
      const outcome = await opened.page.evaluate(() => pin.submit());
      assert.equal('detail' in outcome && outcome.detail, 'focus-taken');
    }
    assert.equal(await opened.published.isPin(PIN), false);
  });

  it('warns in the next frame page if the page loads it while a digit key is down', async (test) => {
    const opened = await open(test);
    await opened.page.keyboard.down('4');
    await opened.page.waitForFunction(() => navigator.userActivation.isActive);
    await opened.page.evaluate(`{${WAYS['remove and prepend'][0]}};0`);
    await opened.page.keyboard.up('4');
    await assertNoForm(opened);
    await confirm(opened);
    assert.ok(await opened.canSetPin(PIN));
  });

  it('warns in a frame page that was loaded before, as soon as it has the focus', async (test) => {
    const opened = await open(test);
    await opened.page.evaluate('document.body.append((self.early = withToken(pin.cloneNode())))');
    await opened.waitForEvent('pin-ready', 2);
    await steal(opened, '4');
    await opened.page.evaluate('early.focus()');
    const frame = opened.page.frames().at(-1)!;
    await frame.waitForFunction(() => document.querySelector('[role=alert]'));
    assert.deepEqual(await opened.texts('textbox', frame), []);
  });

  it('empties an entry that is half typed, even if the host has done so, and counts from the second time on', async (test) => {
    const opened = await open(test);
    for (const count of [1, 2]) {
      await opened.page.keyboard.type('48');
      if (count === 2) await opened.page.evaluate(() => pin.reset());
      await takeFocus(opened);
      assert.ok(isTold(await opened.waitForEvent('pin-error', count)));
      await assertNoForm(opened);
      await confirm(opened);
    }
    await steal(opened, '4');
    await assertNoForm(opened, true);
  });

  it('keeps an entry that is empty or complete, or that the cardholder leaves', async (test) => {
    const opened = await open(test);
    const { keyboard } = opened.page;
    const takeAndReturn = async () => {
      await takeFocus(opened);
      await waitForFocus(opened);
    };
    await keyboard.type('4');
    await keyboard.press('Backspace');
    await takeAndReturn();
    await keyboard.type('48');
    await keyboard.press('Shift+Tab');
    await waitForBlur(opened);
    await focusFrame(opened);
    await keyboard.type('26');
    await keyboard.press('Tab');
    await keyboard.type(PIN);
    await takeAndReturn();
    await keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
    assert.ok(!(await opened.events()).some(({ type }) => type === 'pin-error'));
    assert.ok(await opened.published.isPin(PIN));
  });

  it('warns in the same place, whatever the theme, in the language of the page and another', async (test) => {
    const opened = await open(
      test,
      "Object.defineProperty(navigator, 'language', { value: 'C' });",
    );
    await opened.page.evaluate(() => {
      const post = port.postMessage.bind(port);
      port.postMessage = (data: { words?: object }) =>
        post(data.words ? { ...data, words: { ...data.words, lang: 'ja' } } : data);
      for (const name of ['gap', 'control-height', 'digit-size', 'radius'])
        pin.style.setProperty(`--set-card-pin-${name}`, '4000px');
      for (const name of ['text', 'error', 'warning', 'accent', 'on-accent'])
        pin.style.setProperty(`--set-card-pin-${name}`, '#fff');
      pin.style.cssText += 'width: 300px; font-size: 90px';
      document.documentElement.style.fontSize = '90px';
      for (const disabled of [true, false]) pin.disabled = disabled;
    });
    await opened.focus();
    await steal(opened, '4');
    assert.deepEqual(await warnings(opened), [SENTENCES['ja'], SENTENCES.en]);
    const [bottom, ...colors] = await opened.frame!.evaluate(() => {
      const button = document.querySelector('button')!;
      const { color, backgroundColor } = getComputedStyle(document.querySelector('p')!);
      return [button.getBoundingClientRect().bottom, color, backgroundColor] as const;
    });
    assert.ok(bottom < 300, `The button ends at ${bottom} px.`);
    assert.deepEqual(colors, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
  });

  it('tells the page that the entry is no longer complete, and not that the PIN is unchanged if it may be set', async (test) => {
    const opened = await open(test);
    await opened.enterPin(PIN);
    await opened.waitForEvent('pin-change');
    await steal(opened, '5');
    await opened.waitForEvent('pin-change', 2);
    const types = (await opened.events()).map(({ type }) => type);
    assert.deepEqual(types, ['pin-ready', 'pin-change', 'pin-change', 'pin-error']);
    await confirm(opened);
    await opened.published.delay(60_000);
    await opened.enterPin(PIN);
    await opened.page.keyboard.press('Enter');
    await until('the PIN is set', () => opened.published.isPin(PIN));
    const isRetryable = opened.page.evaluate(
      () =>
        new Promise<boolean>((done) =>
          pin.addEventListener('pin-error', ({ retryable }) => done(retryable)),
        ),
    );
    await steal(opened, '5');
    const { kind, cause } = await opened.waitForEvent('pin-error', 2);
    assert.deepEqual([kind, cause], ['unconfirmed', 'focus-taken']);
    // The digits are gone.
    assert.equal(await isRetryable, false);
  });
});
