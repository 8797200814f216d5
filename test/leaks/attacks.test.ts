import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { Portal } from './portal-page.js';
import { PLACED, TRIALS } from './table.js';
import { shares, testAttacks } from './trial.js';

describe('an attack on the PIN', { concurrency: 2 }, () => {
  // attacks.all.test.ts tries the others.
  const rows = TRIALS.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.filter(([, , cell]) => cell !== 'yes' || shares(row.attack, cell)),
  }));
  testAttacks(() => Portal.start(), rows, { placed: PLACED, controls: ['shared'] });
});

describe('docs/evidence/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    assert.equal(await readFile(LEAKS_PAGE, 'utf8'), leaksPage(), 'Run npm run attacks.');
  });
});
