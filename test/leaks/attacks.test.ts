import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { LEAKS_PAGE, withRows } from './page.js';
import { usePortal } from './portal-page.js';
import { testAttacks } from './trial.js';

describe('the page’s scripts', { concurrency: 2 }, () => testAttacks(usePortal()));

describe('docs/evidence/leaks.md', () => {
  it('is up to date with the tables of attacks and recorders', async () => {
    const page = await readFile(LEAKS_PAGE, 'utf8');
    assert.equal(page, withRows(page), 'Run npm run attacks.');
  });
});
