import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../src/messages/en.js';
import { noticeOf } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import { readPage } from './documentation/samples.js';

const page = readPage('docs/errors.md');

/** Returns the table rows under a heading, by the code in their first cell. */
function rowsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const rows = section.split('\n## ', 1)[0]!.matchAll(/^\| `([\w-]+)` +\|(.+)\|$/gm);
  return new Map(
    [...rows].map(([, name = '', cells = '']) => [
      name,
      cells.split(' |').map((cell) => cell.trim()),
    ]),
  );
}

describe('docs/errors.md', () => {
  it('quotes what a cardholder reads at each outcome', () => {
    const rows = rowsUnder('What the cardholder reads, and what the page should do');
    assert.deepEqual(
      [...rows.keys()].sort(),
      ['aborted', ...['invalid', 'set'], ...Object.keys(en.outcomes)].sort(),
    );
    const set = `${en.set} ${en.setFor} ${en.setNext}`;
    for (const [kind, sentence] of Object.entries({ ...en.outcomes, set }))
      assert.ok(rows.get(kind)?.[0]?.endsWith(sentence), kind);
    assert.ok(rows.get('unavailable')?.[0]?.includes(en.notSent));
  });

  it('has every code that the element knows, with its sentence and its place', () => {
    const rows = rowsUnder('Codes of `UserError`');
    assert.deepEqual([...rows.keys()], Object.keys(en.codes));
    const words = wordsFor('en', undefined, 4);
    for (const [code, [sentence, place]] of rows) {
      const notice = noticeOf({ kind: 'rejected', codes: [code] }, words);
      assert.equal(sentence, notice.sentence(words));
      assert.equal(place, notice.place === 'new' ? 'at the new PIN' : 'at the form');
    }
  });
});
