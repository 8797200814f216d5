import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { assertCell, MOMENTS, RESULTS, type Attack, type Moment } from './attack.js';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { PLACEMENTS } from './placements.js';
import { MODES, Portal, type Mode } from './portal-page.js';
import { canShare, SharedPages } from './shared-page.js';
import { PLACED, TABLE } from './table.js';
import { TIMEOUT, Trials } from './trial.js';

describe('an attack on the PIN', { concurrency: 2 }, () => {
  let portal: Portal;
  let trials: Trials;
  let shared: SharedPages;
  before(async () => {
    portal = await Portal.start();
    trials = new Trials(portal);
    shared = new SharedPages(attacksThatShare, (...page) => trials.tryTogether(...page));
  });
  after(() => portal.close());

  for (const { attack, naive, reason, ...row } of TABLE) {
    it(
      `gets the PIN of the naive component: ${attack.title}, ${naive}`,
      { timeout: TIMEOUT },
      async () => {
        if (attack.shares !== undefined) await shared.assertControl(attack);
        if (attack.shares !== 'reads') assert.ok(await trials.tryOnce(attack, 'naive', naive));
      },
    );

    for (const mode of MODES)
      for (const [index, moment] of MOMENTS.entries()) {
        const cell = row[mode][index]!;
        // attacks-that-succeed.all.test.ts tries the others.
        if (cell === 'yes') continue;
        it(
          `${RESULTS[cell]}, ${mode}: ${attack.title}, ${moment}`,
          { timeout: TIMEOUT },
          async () => {
            const alone = () => trials.tryOnce(attack, mode, moment);
            assertCell(cell, reason, await shared.tryOnce(attack, mode, moment, alone));
          },
        );
      }
  }

  describe('in each place of a page', () => {
    let places: Record<'naive' | 'inline', Awaited<ReturnType<Trials['tryPlaces']>>>;
    before(
      async () => {
        places = {
          naive: await trials.tryPlaces(PLACED, 'naive'),
          inline: await trials.tryPlaces(PLACED, 'inline'),
        };
      },
      { timeout: TIMEOUT },
    );

    for (const attack of PLACED) {
      it(`gets the PIN of the naive component: ${attack.title}`, () =>
        assert.deepEqual(places.naive.get(attack), PLACEMENTS));

      it(`doesn’t get the PIN: ${attack.title}`, () =>
        assert.deepEqual(places.inline.get(attack), []));
    }
  });
});

/** Returns the attacks of the table that share a page in Chromium. */
function attacksThatShare(mode: Mode, moment: Moment): readonly Attack[] {
  return TABLE.filter(({ attack, ...row }) =>
    canShare(attack, mode === 'naive' ? 'no' : row[mode][MOMENTS.indexOf(moment)]!),
  ).map(({ attack }) => attack);
}

describe('docs/evidence/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    assert.equal(await readFile(LEAKS_PAGE, 'utf8'), leaksPage(), 'Run npm run attacks.');
  });
});
