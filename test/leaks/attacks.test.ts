import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { usePortal } from './portal-page.js';
import { TRIALS } from './table.js';
import { testTrials } from './trial.js';

describe('an attack on the PIN', { concurrency: 2 }, () =>
  // attacks.all.test.ts has the others: they need a page each, and get the PIN.
  testTrials(
    usePortal(),
    TRIALS.filter(({ attacks, successful }) => attacks.length > 1 || successful.length === 0),
  ),
);

describe('docs/evidence/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    assert.equal(await readFile(LEAKS_PAGE, 'utf8'), leaksPage(), 'Run npm run attacks.');
  });
});
