import { describe } from 'node:test';
import { describeOtherEngines } from './other-engines.js';
import { usePortal } from './portal-page.js';
import { TRIALS, trialsIn } from './table.js';
import { testTrials } from './trial.js';

describe('an attack that gets the PIN', { concurrency: 2 }, () =>
  testTrials(
    usePortal(),
    TRIALS.filter(({ attacks, successful }) => attacks.length === 1 && successful.length === 1),
  ),
);

describeOtherEngines('an attack on the PIN', (browser, engine) =>
  testTrials(browser, trialsIn(engine)),
);
