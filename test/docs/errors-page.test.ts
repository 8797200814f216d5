import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PinErrorEvent } from '../../src/element/events.js';
import type { FailedOutcome } from '../../src/set-pin/outcome.js';
import { en } from '../../src/messages/en.js';
import { noticeOf } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import { readPage } from './documentation/samples.js';

const SOURCES = new URL('../../src/', import.meta.url);

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
    for (const button of [en.tryAgain, en.startOver]) assert.ok(page.includes(`“${button}”`));
  });

  it('quotes what a cardholder reads at a field', () => {
    const rows = rowsUnder('At the field');
    for (const [problem, [atNew, atConfirmation]] of rows) {
      if (atNew !== '–') assert.equal(atNew, en.newPinProblems[problem as 'missing']);
      assert.equal(atConfirmation, en.confirmationProblems[problem as 'missing']);
    }
    assert.equal(rows.size, 4);
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

  it('says which kinds can be tried again', () => {
    const [, sentence = ''] = /at another time(.+?)\.\s+Don't\s+submit/s.exec(page) ?? [];
    const kinds = [...sentence.matchAll(/`([\w-]+)`/g)].map(([, kind]) => kind);
    const retryable = Object.keys(en.outcomes).filter(
      (kind) => new PinErrorEvent({ kind } as FailedOutcome).retryable,
    );
    assert.deepEqual(kinds.sort(), retryable.sort());
  });

  it('quotes the explanations as they are in the code', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
    const code = files
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(new URL(name, SOURCES), 'utf8'))
      .join('');
    const rows = rowsUnder('`misconfigured`');
    const quotes = [...rows.values()].flatMap(([cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote),
    );
    assert.equal(quotes.length, 10);
    for (const quote of quotes) assert.ok(new RegExp(`['\`]${quote}`).test(code), quote);
    for (const name of rows.keys()) assert.ok(code.includes(`'${name}'`), name);
  });
});
