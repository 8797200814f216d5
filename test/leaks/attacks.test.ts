import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { LEAKS_PAGE, leaksPage } from '../docs/evidence/leaks-page.js';
import { assertCell, RESULTS, type Attack, type Moment } from './attack.js';
import { PLACEMENTS } from './placements.js';
import { MODES, Portal, type Mode } from './portal-page.js';
import { canShare, SharedPages } from './shared-page.js';
import { PLACED, TABLE } from './table.js';
import { TIMEOUT, Trials } from './trial.js';

const MOMENTS = ['before', 'after'] as const satisfies readonly Moment[];

describe('an attack on the PIN', { concurrency: 4 }, () => {
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
        if (attack.shares !== undefined) await shared.assertControl(attack, naive);
        if (attack.shares === 'reads') return;
        // It may take two tries, because a busy machine loses keys.
        const way = await trials.tryOnce(attack, 'naive', naive);
        assert.ok(way ?? (await trials.tryOnce(attack, 'naive', naive)));
      },
    );

    for (const mode of MODES)
      for (const [index, moment] of MOMENTS.entries()) {
        const cell = row[mode][index]!;
        it(`${RESULTS[cell]}, ${mode}: ${attack.title}, ${moment}`, { timeout: TIMEOUT }, () =>
          assertCell(
            cell,
            reason,
            shared.tryingFirst(attack, mode, moment, () => trials.tryOnce(attack, mode, moment)),
          ),
        );
      }
  }

  describe('in each place of a page', () => {
    let places: Record<'naive' | 'inline', Awaited<ReturnType<Trials['tryPlaces']>>>;
    before(
      async () => {
        const [naive, inline] = await Promise.all([
          trials.tryPlaces(PLACED, 'naive'),
          trials.tryPlaces(PLACED, 'inline'),
        ]);
        places = { naive, inline };
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
    const page = await readFile(new URL(`../../${LEAKS_PAGE}`, import.meta.url), 'utf8');
    assert.equal(page, await leaksPage(), 'Run npm run rules.');
  });
});
