/** Looks for remains of a PIN where a page, a tool or a later visitor can find them. */
import assert from 'node:assert/strict';
import { describe, type TestContext } from 'node:test';
import type { Frame } from 'playwright-core';
import { PIN } from '../support/sandbox-client.js';
import { partOf } from './cardholder.js';
import { it, MODES, usePortal, type PortalPageOptions } from './portal-page.js';

/** A place and the text in it. */
type Place = readonly [name: string, text: string];

/** Removes the element and adds it again, because its fields can be read only inside a page. */
const REMOVE_AND_ADD_AGAIN = `new Promise((done) => {
  pin.addEventListener('pin-ready', done);
  pin.remove();
  requestAnimationFrame(() => document.body.append(pin));
}).then(() => 'added')`;

const RESET = 'pin.reset()';
const SUBMIT = 'pin.submit().then(({ kind }) => kind)';

/** A card's behaviours, the outcomes of a submit, and the ways in which entries end. */
const VISITS = [
  ['accepted', 'set', [RESET, REMOVE_AND_ADD_AGAIN, SUBMIT]],
  ['pin-used-before', 'rejected', [SUBMIT]],
  ['errors-without-payload', 'unconfirmed', [SUBMIT, RESET]],
] as const;

describe('a PIN', { concurrency: 2 }, () => {
  const portal = usePortal();

  /** Opens a page. Also returns a function that lists the places with the PIN. */
  const open = async (test: TestContext, options: PortalPageOptions) => {
    const profile = await portal().newProfile(test);
    /** What can't be read later. */
    const recorded: Place[] = [];
    profile.on('request', (request) => recorded.push(['addresses', request.url()]));
    profile.on('console', (message) => recorded.push(['console', message.text()]));
    profile.on('weberror', (thrown) => recorded.push(['console', String(thrown.error().stack)]));
    const opened = await portal().open(profile, { pinLength: PIN.length, ...options });
    const left = async () => {
      const frames = opened.page.frames().filter((frame) => frame.url().startsWith('http'));
      const places = [...recorded, ...(await Promise.all(frames.map(placesIn))).flat()];
      const found = places.filter(([, text]) => partOf(PIN).test(text)).map(([name]) => name);
      return [...new Set(found)].sort();
    };
    return { opened, left };
  };

  for (const mode of MODES) {
    for (const [behaviour, kind, ends] of VISITS)
      it(`remains only in the fields, and only if the outcome is unconfirmed: ${kind}, ${mode}`, async (test) => {
        const { opened, left } = await open(test, { mode, behaviour });
        for (const end of ends) {
          await opened.enterPin(PIN);
          const result = await opened.evaluate(end);
          if (end === SUBMIT) assert.equal(result, kind);
          assert.deepEqual(await left(), result === 'unconfirmed' ? ['DOM'] : [], end);
        }
      });

    // test/element/back-forward.all.test.ts tests a page in the back/forward cache.
    it(`doesn’t come back when the browser goes back and loads the page again: ${mode}`, async (test) => {
      const before = `addEventListener('unload', () => {})`;
      const { opened, left } = await open(test, { mode, before });
      const { page } = opened;
      await opened.enterPin(PIN);
      await page.focus('[name=nickname]');
      await page.keyboard.type('Robin');
      await page.goto('about:blank');
      await page.goBack({ waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState === 'complete');
      await opened.evaluate('ready');
      // The text of the page's own field comes back.
      assert.equal(await page.inputValue('[name=nickname]'), 'Robin');
      assert.deepEqual(await left(), []);
      await opened.enterPin(PIN);
      assert.equal(await opened.submit(), 'set');
    });
  }

  it('is found in every place where a page stores it', async (test) => {
    const { opened, left } = await open(test, { mode: 'inline' });
    await opened.evaluate(`{
      document.body.append('${PIN}');
      localStorage.pin = '${PIN}';
      console.debug('${PIN}');
      fetch('?pin=${PIN}').then(() => true);
    }`);
    const all = 'DOM, accessibility tree, addresses, console, storage';
    assert.equal((await left()).join(', '), all);
  });
});

/** Returns what a frame stores and shows, with the trees of closed roots and inside its fields. */
async function placesIn(frame: Frame): Promise<Place[]> {
  const stored = await frame.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, name]),
  );
  const session = await frame.page().context().newCDPSession(frame);
  const document = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const accessibility = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return [
    ['storage', stored],
    ['DOM', JSON.stringify(document)],
    ['accessibility tree', JSON.stringify(accessibility)],
  ];
}
