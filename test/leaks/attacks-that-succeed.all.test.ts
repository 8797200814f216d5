import { after, before, describe, it } from 'node:test';
import { assertCell, MOMENTS, RESULTS } from './attack.js';
import { MODES, Portal } from './portal-page.js';
import { TABLE } from './table.js';
import { TIMEOUT, Trials } from './trial.js';

describe('an attack that gets the PIN', { concurrency: 2 }, () => {
  let portal: Portal;
  let trials: Trials;
  before(async () => {
    portal = await Portal.start();
    trials = new Trials(portal);
  });
  after(() => portal.close());

  for (const { attack, reason, ...row } of TABLE)
    for (const mode of MODES)
      for (const [index, moment] of MOMENTS.entries())
        if (row[mode][index] === 'yes')
          it(
            `${RESULTS.yes}, ${mode}: ${attack.title}, ${moment}`,
            { timeout: TIMEOUT },
            async () => assertCell('yes', reason, await trials.tryOnce(attack, mode, moment)),
          );
});
