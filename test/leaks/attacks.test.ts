import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { LEAKS_PAGE, leaksPage } from '../docs/evidence/leaks-page.js';
import { assertCell, RESULTS, scriptOf, wayOfAttack, type Attack, type Moment } from './attack.js';
import { PLACEMENTS, placesOfLeaks } from './placements.js';
import { MODES, Portal, type Mode } from './portal-page.js';
import { PLACED, TABLE } from './table.js';

/** Milliseconds for one cell. An attack can break the page, so that the PIN is never set. */
const TIMEOUT = 60_000;

describe('an attack on the PIN', { concurrency: 4 }, () => {
  let portal: Portal;
  const idleProfiles: BrowserContext[] = [];
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** Sets a PIN under attack. Returns the way in which the attack got it, or undefined. */
  const tryOnce = async (attack: Attack, mode: Mode, moment: Moment) => {
    const { worker } = attack;
    const profile = idleProfiles.pop() ?? (await portal.newProfile());
    const page = await portal.open(profile, { mode, worker, [moment]: scriptOf(attack) });
    if (worker !== undefined && moment === 'before') {
      await page.evaluate('afterKey()');
      await page.reload();
    }
    const way = await wayOfAttack(page, attack);
    idleProfiles.push(profile);
    return way;
  };

  for (const { attack, naive, reason, ...row } of TABLE) {
    it(
      `gets the PIN of the naive component: ${attack.title}, ${naive}`,
      { timeout: TIMEOUT },
      async () => {
        // It may take two tries, because a busy machine loses keys.
        const way = await tryOnce(attack, 'naive', naive);
        assert.ok(way ?? (await tryOnce(attack, 'naive', naive)));
      },
    );

    for (const mode of MODES)
      for (const [index, moment] of (['before', 'after'] as const).entries()) {
        const cell = row[mode][index]!;
        it(`${RESULTS[cell]}, ${mode}: ${attack.title}, ${moment}`, { timeout: TIMEOUT }, () =>
          assertCell(cell, reason, () => tryOnce(attack, mode, moment)),
        );
      }
  }

  for (const attack of PLACED) {
    /** Returns the places of a page in which the attack gets the PIN. */
    const placesIn = async (mode: Mode) => {
      const profile = idleProfiles.pop() ?? (await portal.newProfile());
      const page = await portal.open(profile, { mode, after: scriptOf(attack) });
      const places = await placesOfLeaks(page, attack);
      idleProfiles.push(profile);
      return places;
    };

    it(
      `gets the PIN of the naive component in every place: ${attack.title}`,
      { timeout: TIMEOUT },
      async () => assert.deepEqual(await placesIn('naive'), PLACEMENTS),
    );

    it(`doesn’t get the PIN in any place: ${attack.title}`, { timeout: TIMEOUT }, async () =>
      assert.deepEqual(await placesIn('inline'), []),
    );
  }
});

describe('docs/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    const page = await readFile(new URL(`../../${LEAKS_PAGE}`, import.meta.url), 'utf8');
    assert.equal(page, await leaksPage(), 'Run npm run rules.');
  });
});
