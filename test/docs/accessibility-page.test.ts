import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { readPage } from './documentation/samples.js';

/** The criteria of WCAG 2.2 at levels A and AA. */
const CRITERIA = `
  1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5 1.4.1 1.4.2 1.4.3 1.4.4 1.4.5
  1.4.10 1.4.11 1.4.12 1.4.13 2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5
  2.4.6 2.4.7 2.4.11 2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8 3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6
  3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3`;

const page = readPage('docs/accessibility.md');
const [, section = ''] = page.split('\n## WCAG 2.2, criterion by criterion\n');
const rows = [
  ...section
    .split('\n## ')[0]!
    .matchAll(/^\| (\d[\d.]+) [^|]+ \| ([^|]+) \| ([^|]+) \|([^|]*)\|$/gm),
].map(([, criterion = '', result = '', reason = '', evidence = '']) => ({
  criterion,
  result,
  reason,
  evidence: evidence.split(',').flatMap((part) => part.trim() || []),
}));

describe('docs/accessibility.md', () => {
  it('has each criterion of WCAG 2.2 at levels A and AA once, in order', () => {
    assert.deepEqual(
      rows.map(({ criterion }) => criterion),
      CRITERIA.trim().split(/\s+/),
    );
  });

  it('counts the criteria that apply, and has a reason for each result', () => {
    const applying = rows.filter(({ result }) => result === 'passes');
    assert.match(section, new RegExp(`\\b55 criteria.+\\b${applying.length} of them apply`, 's'));
    for (const { criterion, result, reason } of rows) {
      assert.match(result, /^(passes|does not apply)$/, criterion);
      assert.notEqual(reason, '', criterion);
    }
  });

  it('names evidence that exists for each criterion that applies', () => {
    const lines = new Set(
      [...readPage('docs/evidence/pin-entry.md').matchAll(/^\| (\d+) \|/gm)].map(
        ([, line]) => line,
      ),
    );
    for (const { criterion, result, evidence } of rows) {
      if (result === 'passes') assert.notEqual(evidence.length, 0, criterion);
      for (const item of evidence)
        assert.ok(
          item === 'axe' || lines.has(item) || existsSync(join(PROJECT, item.replaceAll('`', ''))),
          `${criterion}: ${item}`,
        );
    }
  });
});
