import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hold, recovered, scriptOf, takenOf, type Attack, type Moment } from './attack.js';
import { randomPin } from './cardholder.js';
import { Elsewhere } from './elsewhere.js';
import { Portal, type Mode } from './portal-page.js';
import { ELSEWHERE, triedIn } from './table.js';

/** Milliseconds for one cell, whose PIN would otherwise be waited for for ever where an attack breaks the page. */
const LIMIT = 60_000;

describe('an attack on the PIN in another engine, inline', { concurrency: true }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  for (const engine of ELSEWHERE) {
    const program = Elsewhere.programOf(engine);
    // The run of the tests that need a page tells which engine is missing, and fails where it must not be.
    if (program === undefined) continue;

    describe(engine, { concurrency: 1 }, () => {
      let browser: Elsewhere;
      before(async () => {
        browser = await Elsewhere.start(engine, program);
      });
      after(() => browser.close());

      /** Has a cardholder set a PIN under attack, and tells by which way the attack got it, if it did. */
      const tryOnce = async (attack: Attack, mode: Mode, moment: Moment) => {
        const { worker } = attack;
        const pin = randomPin();
        const script = scriptOf(attack);
        const early = moment === 'before' ? script : undefined;
        const published = await portal.publish({ mode, worker, before: early });
        const page = await browser.open(published, `${pin.slice(0, 2)} ${pin.slice(2)}`);
        if (moment === 'after') await page.evaluate(script);
        else if (worker !== undefined) {
          await page.evaluate('look()');
          await browser.visitAgain(page);
        }
        const way = recovered(await takenOf(page, attack, pin), pin);
        // Otherwise an attack that got nothing would show nothing.
        assert.ok(way !== undefined || (await published.isPin(pin)), 'The PIN was not set.');
        return way;
      };

      const surviving = (...what: Parameters<typeof tryOnce>) =>
        browser.surviving(() => tryOnce(...what));

      for (const { attack, works, because, cells } of triedIn(engine)) {
        it(`works on a naive component: ${attack.title}, ${works}`, { timeout: LIMIT }, () =>
          hold('yes', because, () => surviving(attack, 'naive', works)),
        );

        for (const [moment, cell] of cells)
          it(`${attack.title}, ${moment}: ${cell}`, { timeout: LIMIT }, () =>
            hold(cell, because, () => surviving(attack, 'inline', moment)),
          );
      }
    });
  }
});
