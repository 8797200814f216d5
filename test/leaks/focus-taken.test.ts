import assert from 'node:assert/strict';
import { after, before, describe, type TestContext } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
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

type Theft = readonly [take: string, undo: string];

/** thefts.slow.test.ts tries the other ways. */
const THEFTS = ['focus another field', 'display: none'] as const;

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
  const open = async (test: TestContext, frameScript = '', options?: BrowserContextOptions) => {
    const profile = await portal.newProfile(options);
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

  /** Presses a key. Meanwhile the page takes the focus, and gives it back afterwards. */
  const steal = async (
    opened: PortalPage,
    key: string,
    [take, undo]: Theft = WAYS['focus another field'],
  ) => {
    await opened.page.keyboard.down(key);
    // Every key gives the page a user activation, so it knows that one is down.
    await opened.page.waitForFunction(() => navigator.userActivation.isActive);
    await opened.page.evaluate(`${take};0`);
    await waitForBlur(opened);
    await opened.page.keyboard.up(key);
    await opened.page.evaluate(`${undo};0`);
    await focusFrame(opened);
  };

  const takeFocus = async (opened: PortalPage) => {
    await opened.evaluate('other.focus()');
    await waitForBlur(opened);
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
    assert.deepEqual(await warnings(opened), [(isLast ? REFUSALS : SENTENCES).en]);
    assert.deepEqual(await opened.texts('textbox', opened.frame), []);
    assert.deepEqual(await opened.texts('button', opened.frame), isLast ? [] : ['OK']);
  };

  /** Waits until the frame, which may load again, says something else than the form. */
  const waitForWarning = (opened: PortalPage) =>
    until('the frame page warns', async () => {
      await opened.waitForFrame();
      // The frame may go meanwhile.
      return (await warnings(opened).catch(() => [])).length > 0;
    });

  const confirm = async (opened: PortalPage) => {
    await opened.frame!.click('button');
    await waitForFocus(opened);
  };

  const isEmpty = ({ page }: PortalPage) => page.waitForFunction(() => pin.validity.valueMissing);

  for (const way of THEFTS)
    it(`empties the fields, and tells the cardholder and the page: ${way}`, async (test) => {
      const opened = await open(test);
      await steal(opened, PIN[0]!, WAYS[way]);
      assert.ok(isTold(await opened.waitForEvent('pin-error')));
      await assertNoForm(opened);
      await isEmpty(opened);
      assert.deepEqual(await opened.page.evaluate(() => codes), ['Digit4']);
    });

  it('has no field until the cardholder confirms, whatever the host sends', async (test) => {
    const opened = await open(test);
    await steal(opened, '4');
    const kinds = await opened.page.evaluate(async () => {
      pin.reset();
      pin.reportValidity();
      const outcomes = [await pin.submit()];
      pin.disabled = true;
      pin.pinLength = 5;
      pin.lang = 'de';
      pin.messages = { submit: '\u200b', holdEnded: '\u200b' };
      for (let epoch = 0; epoch < 2_000; epoch++) {
        port.postMessage({ kind: 'reset', epoch });
        port.postMessage({ kind: 'focus', preventScroll: false, direction: 0 });
      }
      pin.reset();
      Object.assign(pin, { disabled: false, pinLength: 4 });
      pin.focus();
      outcomes.push(await pin.submit());
      pin.lang = 'en';
      return outcomes.map((outcome) => JSON.stringify(outcome));
    });
    for (const kind of kinds) assert.match(kind, /"misconfigured".*"focus-taken"/);
    await opened.page.keyboard.type('73');
    await opened.page.keyboard.press('Enter');
    await assertNoForm(opened);
    for (const key of ['Tab', 'Enter']) await opened.page.keyboard.press(key);
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
      await waitForWarning(opened);
      await assertNoForm(opened, true);
      const outcome = await opened.page.evaluate(() => pin.submit());
      assert.equal('detail' in outcome && outcome.detail, 'focus-taken');
    }
    const attempts = (await portal.servers.service.requests())
      .map(({ request }) => JSON.stringify(request))
      .filter((text) => text.includes(opened.published.cardId) && text.includes('newPin'));
    assert.deepEqual(attempts, []);
  });

  it('warns in the next frame page if the page loads it while a digit key is down', async (test) => {
    const opened = await open(test);
    await opened.page.keyboard.down('4');
    await opened.page.waitForFunction(() => navigator.userActivation.isActive);
    await opened.page.evaluate(`{${WAYS['remove and prepend'][0]}};0`);
    await opened.page.keyboard.up('4');
    await waitForWarning(opened);
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
    await takeAndReturn();
    await keyboard.type('48');
    await keyboard.press('Backspace');
    await keyboard.press('Backspace');
    await takeAndReturn();
    await keyboard.type('48');
    await keyboard.press('Shift+Tab');
    await waitForBlur(opened);
    await focusFrame(opened);
    await waitForFocus(opened);
    await keyboard.type('2');
    await opened.frame!.click('body', { position: { x: 5, y: 5 } });
    await takeAndReturn();
    await keyboard.press('End');
    await keyboard.type('6');
    await keyboard.press('Tab');
    await keyboard.type(PIN);
    await takeAndReturn();
    await keyboard.press('Enter');
    await opened.waitForEvent('pin-set');
    assert.ok(!(await opened.events()).some(({ type }) => type === 'pin-error'));
    assert.ok(await opened.published.isPin(PIN));
  });

  it('warns in the same place, whatever the theme, in the languages of the page and the browser', async (test) => {
    const opened = await open(test, '', { locale: 'de-AT' });
    await opened.page.evaluate(() => {
      for (const name of ['gap', 'control-height', 'digit-size', 'radius'])
        pin.style.setProperty(`--set-card-pin-${name}`, '4000px');
      for (const name of ['text', 'error', 'warning', 'accent', 'on-accent'])
        pin.style.setProperty(`--set-card-pin-${name}`, '#fff');
      pin.style.cssText += 'width: 300px; font-size: 90px';
      document.documentElement.style.fontSize = '90px';
    });
    await steal(opened, '4');
    const [bottom, ...colors] = await opened.frame!.evaluate(() => {
      const button = document.querySelector('button')!;
      const { color, backgroundColor } = getComputedStyle(document.querySelector('p')!);
      return [button.getBoundingClientRect().bottom, color, backgroundColor] as const;
    });
    assert.ok(bottom < 300, `The button ends at ${bottom} px.`);
    assert.deepEqual(colors, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    assert.deepEqual(await warnings(opened), [SENTENCES.en, SENTENCES['de']]);
  });

  it('warns in English if it doesn’t know the languages', async (test) => {
    const opened = await open(
      test,
      "Object.defineProperty(navigator, 'language', { value: 'C' });",
    );
    await opened.page.evaluate(() => {
      const post = port.postMessage.bind(port);
      port.postMessage = (data: { words?: object }) =>
        post(data.words ? { ...data, words: { ...data.words, lang: '__proto__' } } : data);
      pin.disabled = true;
      pin.disabled = false;
    });
    await opened.focus();
    await steal(opened, '4');
    assert.deepEqual(await warnings(opened), [SENTENCES.en]);
  });

  it('tells the page that the entry is no longer complete, and not that the PIN is unchanged if it may be set', async (test) => {
    const opened = await open(test);
    await opened.enterPin(PIN);
    await opened.waitForEvent('pin-change');
    await steal(opened, '5');
    await opened.waitForEvent('pin-change', 2);
    assert.deepEqual(
      (await opened.events()).map(({ type }) => type),
      ['pin-ready', 'pin-change', 'pin-change', 'pin-error'],
    );
    await confirm(opened);
    const { service } = portal.servers;
    await service.control('POST', `/cards/${opened.published.cardId}/delay`, {
      milliseconds: 60_000,
    });
    await opened.enterPin(PIN);
    await opened.page.keyboard.press('Enter');
    await until('the PIN is set', () => opened.published.isPin(PIN));
    await opened.page.evaluate(() =>
      pin.addEventListener('pin-error', ({ retryable }) => codes.push(String(retryable))),
    );
    await steal(opened, '5');
    const { kind, cause } = await opened.waitForEvent('pin-error', 2);
    assert.deepEqual([kind, cause], ['unconfirmed', 'focus-taken']);
    // The digits are gone.
    assert.ok(await opened.page.evaluate(() => codes.includes('false')));
  });
});
