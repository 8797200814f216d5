import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { LEAKS_PAGE, leaksPage } from '../docs/evidence/leaks-page.js';
import { assertCell, RESULTS } from './attack.js';
import { PLACEMENTS } from './placements.js';
import { MODES, Portal } from './portal-page.js';
import { PLACED, TABLE } from './table.js';
import { TIMEOUT, Trials } from './trial.js';

describe('an attack on the PIN', { concurrency: 4 }, () => {
  let portal: Portal;
  let trials: Trials;
  before(async () => {
    portal = await Portal.start();
    trials = new Trials(portal);
  });
  after(() => portal.close());

  for (const { attack, naive, reason, ...row } of TABLE) {
    it(
      `gets the PIN of the naive component: ${attack.title}, ${naive}`,
      { timeout: TIMEOUT },
      async () => {
        // It may take two tries, because a busy machine loses keys.
        const way = await trials.tryOnce(attack, 'naive', naive);
        assert.ok(way ?? (await trials.tryOnce(attack, 'naive', naive)));
      },
    );

    for (const mode of MODES)
      for (const [index, moment] of (['before', 'after'] as const).entries()) {
        const cell = row[mode][index]!;
        it(`${RESULTS[cell]}, ${mode}: ${attack.title}, ${moment}`, { timeout: TIMEOUT }, () =>
          assertCell(cell, reason, () => trials.tryOnce(attack, mode, moment)),
        );
      }
  }

  for (const attack of PLACED) {
    it(
      `gets the PIN of the naive component in every place: ${attack.title}`,
      { timeout: TIMEOUT },
      async () => assert.deepEqual(await trials.tryPlaces(attack, 'naive'), PLACEMENTS),
    );

    it(`doesn’t get the PIN in any place: ${attack.title}`, { timeout: TIMEOUT }, async () =>
      assert.deepEqual(await trials.tryPlaces(attack, 'inline'), []),
    );
  }
});

describe('docs/evidence/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    const page = await readFile(new URL(`../../${LEAKS_PAGE}`, import.meta.url), 'utf8');
    assert.equal(page, await leaksPage(), 'Run npm run rules.');
  });
});
