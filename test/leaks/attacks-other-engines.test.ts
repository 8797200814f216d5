import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { assertCell, RESULTS, scriptOf, wayOfAttack, type Attack, type Moment } from './attack.js';
import { randomPin } from './cardholder.js';
import { OtherEngine } from './other-engines.js';
import { PLACEMENTS, placesOfLeaks } from './placements.js';
import { Portal, type Mode } from './portal-page.js';
import { OTHER_ENGINES, placedIn, trialsIn } from './table.js';
import { TIMEOUT } from './trial.js';

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

      /** Sets a PIN under attack. Returns the way in which the attack got it, or undefined. */
      const tryOnce = async (attack: Attack, mode: Mode, moment: Moment) => {
        const { worker } = attack;
        const script = scriptOf(attack);
        const before = moment === 'before' ? script : undefined;
        const published = await portal.publish({ mode, worker, before });
        const pin = randomPin();
        const page = await browser.open(published, `${pin.slice(0, 2)} ${pin.slice(2)}`);
        if (moment === 'after') await page.evaluate(script);
        else if (worker !== undefined) {
          await page.evaluate('afterKey()');
          await browser.reload(page);
        }
        return wayOfAttack(page, attack, pin);
      };

      const retryingBrowser = (...args: Parameters<typeof tryOnce>) =>
        browser.retryInNewBrowser(() => tryOnce(...args));

      // First: at the end of a long run in one window, an element in a new place got no keys.
      for (const attack of placedIn(engine)) {
        /** Returns the places of a page in which the attack gets the PIN. */
        const placesIn = (mode: Mode) =>
          browser.retryInNewBrowser(async () => {
            // These drivers copy a text only before they open a page.
            const pin = randomPin();
            const published = await portal.publish({ mode });
            const page = await browser.open(published, `${pin.slice(0, 2)} ${pin.slice(2)}`);
            await page.evaluate(scriptOf(attack));
            return placesOfLeaks(page, attack, pin);
          });

        it(
          `gets the PIN of the naive component in every place: ${attack.title}`,
          { timeout: TIMEOUT },
          async () => assert.deepEqual(await placesIn('naive'), PLACEMENTS),
        );

        it(`doesn’t get the PIN in any place: ${attack.title}`, { timeout: TIMEOUT }, async () =>
          assert.deepEqual(await placesIn('inline'), []),
        );
      }

      for (const { attack, naive, reason, cells } of trialsIn(engine)) {
        it(
          `gets the PIN of the naive component: ${attack.title}, ${naive}`,
          { timeout: TIMEOUT },
          () => assertCell('yes', reason, () => retryingBrowser(attack, 'naive', naive)),
        );

        for (const [moment, cell] of cells)
          it(`${RESULTS[cell]}: ${attack.title}, ${moment}`, { timeout: TIMEOUT }, () =>
            assertCell(cell, reason, () => retryingBrowser(attack, 'inline', moment)),
          );
      }
    });
  }
});
