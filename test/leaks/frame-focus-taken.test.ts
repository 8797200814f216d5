import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import type { SetCardPinElement } from '../../src/index.js';
import { SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { pinProblem } from '../../src/pin/rules.js';
import { waitForBlur, waitForFocus } from '../support/cardholder.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { FramedPortal, TIMEOUT, type FramedPage, type PortalEvent } from './framed-portal.js';

/** Variables of the page: the element, and the codes of the keys that came up in the page. */
declare const pin: SetCardPinElement;
declare const codes: string[];
declare const port: MessagePort;

/** Variables of the test of a fast typist, in the frame page and in the page. */
declare global {
  var strokes: string[];
  var startEntry: () => void;
  var entry: Promise<void>;
}

const PIN = '4826';

/** PINs that a fast typist types. */
const TYPED_PINS = cases(200);

/** Milliseconds for typing them. Two hundred take 20 s on a quiet machine. */
const TYPING_TIMEOUT = 240_000;

/** A thief in the page: reads keys, and keeps the element's port. */
const THIEF = `
  var codes = [], port;
  addEventListener('keyup', ({ code }) => codes.push(code), true);
  const Channel = MessageChannel;
  MessageChannel = function () { const channel = new Channel(); port = channel.port1; return channel; };
`;

const MARKUP = '<input id="other"><dialog id="dialog"><input></dialog>';

/** Ways to take the focus, each with a script that undoes it. */
const THEFTS = {
  'focuses a field': ['other.focus()', ''],
  'makes the element inert': ['pin.inert = true', 'pin.inert = false'],
  'hides the element': ['pin.style.visibility = "hidden"', 'pin.style.visibility = ""'],
  'takes the focus from it': ['document.activeElement.blur()', ''],
  'opens a modal dialog': ['dialog.showModal()', 'dialog.close()'],
} as const;

const isTold = ({ type, kind, cause }: PortalEvent) =>
  type === 'pin-error' && kind === 'misconfigured' && cause === 'focus-taken';

// A page in the background loses the focus, so these run one after the other.
describe('a frame page that loses the focus while a digit key is down', () => {
  let portal: FramedPortal;
  before(async () => {
    portal = await FramedPortal.start();
  });
  after(() => portal.close());

  const open = async (test: TestContext, script = THIEF) => {
    const frameSrc = portal.servers.frameFolder().url;
    const opened = await portal.open({ frameSrc, script, markup: MARKUP });
    test.after(() => opened.close());
    await opened.waitForEvent('pin-ready');
    await opened.focus();
    return opened;
  };

  /** Presses a key. Meanwhile the page takes the focus, and gives it back afterwards. */
  const steal = async (
    opened: FramedPage,
    key: string,
    [take, undo]: readonly [string, string] = THEFTS['focuses a field'],
  ) => {
    await opened.page.keyboard.down(key);
    // Every key gives the page a user activation, so it knows that one is down.
    await opened.page.waitForFunction(() => navigator.userActivation.isActive);
    await opened.page.evaluate(`${take};0`);
    await waitForBlur(opened);
    await opened.page.keyboard.up(key);
    await opened.page.evaluate(`${undo};pin.focus()`);
    await waitForFocus(opened);
  };

  const warnings = ({ frame }: FramedPage) =>
    frame.evaluate(() => document.querySelector('[role=alert]')?.textContent);

  const isEmpty = ({ page }: FramedPage) => page.waitForFunction(() => pin.validity.valueMissing);

  for (const [title, theft] of Object.entries(THEFTS))
    it(
      `empties the fields, and tells the cardholder and the page: a page that ${title}`,
      { timeout: TIMEOUT },
      async (test) => {
        const opened = await open(test);
        await steal(opened, PIN[0]!, theft);
        assert.ok(isTold(await opened.waitForEvent('pin-error')));
        assert.equal(await warnings(opened), SENTENCES.en);
        await isEmpty(opened);
        assert.deepEqual(await opened.page.evaluate(() => codes), ['Digit4']);
      },
    );

  it(
    'sets no PIN of a cardholder who types on, however many keys the page gets',
    { timeout: TIMEOUT },
    async (test) => {
      for (const isStolen of [() => true, (index: number) => index === 0]) {
        const opened = await open(test);
        const keys = [...PIN, 'Tab', 'Tab', ...PIN];
        for (const [index, key] of keys.entries())
          if (key !== 'Tab' && isStolen(index)) await steal(opened, key);
          else await opened.page.keyboard.press(key);
        await opened.page.keyboard.press('Enter');
        await opened.page.evaluate(() => pin.submit());
        assert.equal(await opened.countAttempts(), 0);
        assert.equal(await warnings(opened), SENTENCES.en);
        assert.ok((await opened.events()).some(isTold));
      }
    },
  );

  it(
    'keeps the warning until another PIN is submitted, whatever the host sends',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      await steal(opened, '4');
      await opened.page.evaluate(async () => {
        pin.reset();
        pin.reportValidity();
        await pin.submit();
        pin.disabled = true;
        pin.pinLength = 5;
        pin.messages = { submit: '\u200b', holdEnded: '\u200b' };
        port.postMessage({ kind: 'reset', epoch: 9 });
        Object.assign(pin, { disabled: false, pinLength: 4, pinRules: 'no rule' });
        await pin.submit();
        pin.pinRules = 'none';
      });
      await opened.focus();
      await opened.page.keyboard.type('73');
      await opened.page.keyboard.press('Enter');
      assert.equal(await warnings(opened), SENTENCES.en);
      await opened.page.keyboard.press('Control+a');
      assert.ok(await opened.canSetPin('7391'));
      assert.equal(await warnings(opened), '');
      assert.deepEqual(await opened.errors(), []);
    },
  );

  it(
    'tells the page that the entry is no longer complete, and not that the PIN is unchanged if it may be set',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      await opened.enterPin(PIN);
      await opened.waitForEvent('pin-change');
      await steal(opened, '5');
      await opened.waitForEvent('pin-change', 2);
      assert.deepEqual(
        (await opened.events()).map(({ type }) => type),
        ['pin-ready', 'pin-change', 'pin-change', 'pin-error'],
      );
      const { service } = portal.servers;
      await service.control('POST', `/cards/${opened.cardId}/delay`, { milliseconds: 60_000 });
      await opened.enterPin(PIN);
      await opened.page.keyboard.press('Enter');
      while (!(await opened.isPin(PIN)));
      await steal(opened, '5');
      const { kind, cause } = await opened.waitForEvent('pin-error', 2);
      assert.deepEqual([kind, cause], ['unconfirmed', 'focus-taken']);
    },
  );

  it(
    'posts nothing while a digit key is down, so that no message says when to take the focus',
    { timeout: TIMEOUT },
    async (test) => {
      const opened = await open(test);
      await opened.enterPin('482');
      await opened.page.keyboard.press('Shift+Tab');
      await opened.page.keyboard.press('Shift+Tab');
      await opened.page.keyboard.press('End');
      await opened.page.evaluate(() => {
        port.addEventListener('message', ({ data }) => codes.push(data.kind));
      });
      await opened.page.keyboard.down('6');
      await opened.page.keyboard.down('7');
      await opened.page.keyboard.up('6');
      await opened.page.evaluate(() => pin.reportValidity());
      await opened.frame.evaluate(() => new Promise(requestAnimationFrame));
      assert.deepEqual(await opened.page.evaluate(() => codes), []);
      await opened.page.keyboard.up('7');
      await opened.page.waitForFunction(() => codes.includes('state'));
    },
  );

  it(
    `never takes the keys of a fast typist for a theft: ${TYPED_PINS} PINs, typed with overlapping keys`,
    { timeout: TYPING_TIMEOUT },
    async (test) => {
      const opened = await open(test);
      const { page, frame } = opened;
      await frame.evaluate(() => {
        globalThis.strokes = [];
        for (const type of ['keydown', 'keyup'])
          addEventListener(type, (event) =>
            strokes.push(`${(event as KeyboardEvent).key} ${type}`),
          );
      });
      // The portal moves the focus by itself as soon as the entry is complete. Then it starts
      // again.
      await page.evaluate(() => {
        globalThis.startEntry = () => {
          globalThis.entry = new Promise<void>((done) => {
            const ended = new AbortController();
            pin.addEventListener(
              'pin-change',
              ({ complete }) => {
                // The report of the reset before may arrive late.
                if (!complete) return;
                ended.abort();
                done();
              },
              { signal: ended.signal },
            );
          }).then(() => {
            document.querySelector<HTMLElement>('#other')!.focus();
            pin.reset();
            pin.focus();
          });
        };
      });
      const typings = fc.sample(anyTyping, { seed: FUZZ.seed, numRuns: TYPED_PINS });
      for (const strokes of typings) {
        await page.evaluate(() => startEntry());
        // Not one by one: only their order matters, and the browser keeps it.
        await Promise.all(
          strokes.map(({ key, isDown }) => page.keyboard[isDown ? 'down' : 'up'](key)),
        );
        await page.evaluate(() => entry);
        await waitForFocus(opened);
      }
      assert.deepEqual(
        await frame.evaluate(() => strokes),
        typings.flat().map(({ key, isDown }) => `${key} ${isDown ? 'keydown' : 'keyup'}`),
      );
      assert.ok(typings.some(haveOverlaps));
      const types = (await opened.events()).map(({ type }) => type);
      assert.deepEqual([...new Set(types)], ['pin-ready', 'pin-change'], `Seed ${FUZZ.seed}`);
      assert.deepEqual(await opened.page.evaluate(() => codes), []);
    },
  );
});

interface Stroke {
  readonly key: string;
  readonly isDown: boolean;
  /** In milliseconds. Only the order matters here. */
  readonly time: number;
}

/**
 * Generates the strokes of a typist with a keyboard: each key is held for 60 to 160 ms, and the
 * next one goes down 60 to 200 ms after it.
 */
const anyTyping: fc.Arbitrary<readonly Stroke[]> = fc
  .record({
    pin: fc
      .stringMatching(/^\d{4}$/)
      .filter((pin) => pinProblem(pin, 4, ['repeated', 'sequence']) === undefined),
    holds: fc.array(fc.integer({ min: 60, max: 160 }), { minLength: 10, maxLength: 10 }),
    gaps: fc.array(fc.integer({ min: 60, max: 200 }), { minLength: 10, maxLength: 10 }),
  })
  .map(({ pin, holds, gaps }) => {
    const keys = [...pin, 'Tab', 'Tab', ...pin];
    let now = 0;
    const strokes = keys.flatMap((key, index): Stroke[] => {
      const down = now;
      now += gaps[index]!;
      // The same finger presses the same key again.
      const hold = Math.min(holds[index]!, keys[index + 1] === key ? gaps[index]! - 1 : Infinity);
      return [
        { key, isDown: true, time: down },
        { key, isDown: false, time: down + hold },
      ];
    });
    return strokes.sort((one, other) => one.time - other.time);
  });

/** Returns whether a key goes down while another is down. */
function haveOverlaps(strokes: readonly Stroke[]): boolean {
  return strokes.some(({ isDown }, index) => isDown && strokes[index - 1]?.isDown === true);
}
