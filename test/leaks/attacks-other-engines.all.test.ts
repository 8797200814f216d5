import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertCell, RESULTS, scriptOf, wayOfAttack, type Attack, type Moment } from './attack.js';
import { randomPin } from './cardholder.js';
import { OtherEngine } from './other-engines.js';
import { PLACEMENTS, placesOfLeaks } from './placements.js';
import { Portal, type Mode, type PortalPageOptions } from './portal-page.js';
import { canShare, SharedPages, waysOfAttacks } from './shared-page.js';
import { OTHER_ENGINES, placedIn, trialsIn } from './table.js';

/** Milliseconds for one trial. It may take two browsers, and each result two trials. */
const TIMEOUT = 300_000;

describe('an attack on the PIN in another engine, inline', { concurrency: true }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const engine of OTHER_ENGINES) {
    const program = OtherEngine.programOf(engine);
    // `npm test` reports a missing engine, and fails if the engine is required.
    if (program === undefined) continue;

    describe(engine, { concurrency: 1 }, () => {
      let browser: OtherEngine;
      before(async () => {
        browser = await OtherEngine.start(engine, program);
      });
      after(() => browser.close());

      /** Opens a page, with the PIN on the clipboard: these drivers copy a text only before it. */
      const openPage = async (options: PortalPageOptions, pin: string) =>
        browser.open(
          await portal.publish({ pinLength: pin.length, ...options }),
          `${pin.slice(0, 2)} ${pin.slice(2)}`,
        );

      /** Sets a PIN under attack. Returns the way in which the attack got it, or undefined. */
      const tryOnce = async (attack: Attack, mode: Mode, moment: Moment) => {
        const { worker, pin = randomPin() } = attack;
        const script = scriptOf(attack);
        const before = moment === 'before' ? script : undefined;
        const page = await openPage({ mode, worker, before }, pin);
        if (moment === 'after') {
          // A worker that comes before the realm would control it.
          if (worker !== undefined && mode === 'inline') await page.evaluate('pin.reset()');
          await page.evaluate(script);
        } else if (worker !== undefined) {
          await page.evaluate('afterKey()');
          await browser.reload(page);
        }
        return wayOfAttack(page, attack, pin);
      };

      const retryingBrowser = (...args: Parameters<typeof tryOnce>) =>
        browser.retryInNewBrowser(() => tryOnce(...args));

      const trials = trialsIn(engine);
      const shared = new SharedPages(
        (mode, moment) =>
          trials
            .filter(({ attack, cells }) =>
              mode === 'naive'
                ? attack.shares !== undefined
                : cells.some(([time, cell]) => time === moment && canShare(attack, cell)),
            )
            .map(({ attack }) => attack),
        (attacks, mode, moment) =>
          browser.retryInNewBrowser(async () => {
            const pin = randomPin();
            const script = scriptOf(...attacks);
            const page = await openPage({ mode, [moment]: script }, pin);
            if (moment === 'after') await page.evaluate(script);
            return waysOfAttacks(page, attacks, pin);
          }),
      );

      // First: at the end of a long run in one window, an element in a new place got no keys.
      describe('in each place of a page', () => {
        const placed = placedIn(engine);
        const placesIn = (mode: Mode) =>
          browser.retryInNewBrowser(async () => {
            const pin = randomPin();
            const page = await openPage({ mode }, pin);
            await page.evaluate(scriptOf(...placed));
            return placesOfLeaks(page, placed, pin);
          });
        let places: Record<'naive' | 'inline', Awaited<ReturnType<typeof placesIn>>>;
        before(
          async () => {
            places = { naive: await placesIn('naive'), inline: await placesIn('inline') };
          },
          { timeout: TIMEOUT },
        );

        for (const attack of placed) {
          it(`gets the PIN of the naive component: ${attack.title}`, () =>
            assert.deepEqual(places.naive.get(attack), PLACEMENTS));

          it(`doesn’t get the PIN: ${attack.title}`, () =>
            assert.deepEqual(places.inline.get(attack), []));
        }
      });

      for (const { attack, naive, reason, cells } of trials) {
        it(
          `gets the PIN of the naive component: ${attack.title}, ${naive}`,
          { timeout: TIMEOUT },
          async () => {
            if (attack.shares !== undefined) await shared.assertControl(attack);
            if (attack.shares !== 'reads') assert.ok(await retryingBrowser(attack, 'naive', naive));
          },
        );

        for (const [moment, cell] of cells)
          it(`${RESULTS[cell]}: ${attack.title}, ${moment}`, { timeout: TIMEOUT }, async () => {
            const alone = () => retryingBrowser(attack, 'inline', moment);
            assertCell(cell, reason, await shared.tryOnce(attack, 'inline', moment, alone));
          });
      }
    });
  }
});
