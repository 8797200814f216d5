import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { LEAKS_PAGE, leaksPage } from './page.js';
import { Portal } from './portal-page.js';
import { PLACED, TRIALS } from './table.js';
import { testPlaces, testTrials, useBrowser } from './trial.js';

describe('an attack on the PIN', { concurrency: 2 }, () => {
  const browser = useBrowser(() => Portal.start());
  testPlaces(browser, PLACED, ['inline']);
  // attacks.all.test.ts has the others: they need a page each, and get the PIN.
  testTrials(
    browser,
    TRIALS.filter(({ attacks, successful }) => attacks.length > 1 || successful.length === 0),
  );
});

describe('docs/evidence/leaks.md', () => {
  it('agrees with the table of attacks', async () => {
    assert.equal(await readFile(LEAKS_PAGE, 'utf8'), leaksPage(), 'Run npm run attacks.');
  });
});
