import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { LEAKS_PAGE, leaksPage } from '../docs/evidence/leaks-page.js';
import { hold, recovered, scriptOf, takenOf, type Attack, type Moment } from './attack.js';
import { randomPin } from './cardholder.js';
import { MODES, Portal, type Mode } from './portal-page.js';
import { TABLE } from './table.js';

/** Milliseconds for one cell, whose PIN would otherwise be waited for for ever where an attack breaks the page. */
const LIMIT = 60_000;

describe('an attack on the PIN', { concurrency: 4 }, () => {
  let portal: Portal;
  /** Those that no cell is in. */
  const profiles: BrowserContext[] = [];
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** Has a cardholder set a PIN under attack, and tells by which way the attack got it, if it did. */
  const tryOnce = async (attack: Attack, mode: Mode, moment: Moment) => {
    const { worker } = attack;
    const profile = profiles.pop() ?? (await portal.profile());
    const page = await portal.open(profile, { mode, worker, [moment]: scriptOf(attack) });
    if (worker !== undefined && moment === 'before') {
      await page.evaluate('look()');
      await page.visitAgain();
    }
    const pin = randomPin();
    const way = recovered(await takenOf(page, attack, pin), pin);
    // Otherwise an attack that got nothing would show nothing.
    assert.ok(way !== undefined || (await page.published.isPin(pin)), 'The PIN was not set.');
    profiles.push(profile);
    return way;
  };

  for (const { attack, works, because, ...expected } of TABLE) {
    it(`works on a naive component: ${attack.title}, ${works}`, { timeout: LIMIT }, async () => {
      // Once is enough to show that it works, and a busy machine loses keys.
      const way = await tryOnce(attack, 'naive', works);
      assert.ok(way ?? (await tryOnce(attack, 'naive', works)));
    });

    for (const mode of MODES)
      for (const [index, moment] of (['before', 'after'] as const).entries()) {
        const cell = expected[mode][index]!;
        it(`${attack.title}, ${moment}, ${mode}: ${cell}`, { timeout: LIMIT }, () =>
          hold(cell, because, () => tryOnce(attack, mode, moment)),
        );
      }
  }
});

describe('docs/leaks.md', () => {
  it('says what the table of attacks says', async () => {
    const page = await readFile(new URL(`../../${LEAKS_PAGE}`, import.meta.url), 'utf8');
    assert.equal(page, await leaksPage(), 'npm run rules');
  });
});
