import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { REFUSALS, SENTENCES } from '../../src/isolated/page/focus-warning.js';

const LOCALES = new URL('../../src/locales/', import.meta.url);

for (const [title, sentences] of [
  ['the warning that the page may have seen digits', SENTENCES],
  ['the sentence that no PIN is taken any more', REFUSALS],
] as const)
  describe(title, () => {
    it('is in every language of the element', () => {
      const codes = ['en', ...readdirSync(LOCALES).map((file) => file.slice(0, 2))];
      assert.deepEqual(Object.keys(sentences).sort(), codes.sort());
    });

    it('has no digit', () => {
      for (const sentence of Object.values(sentences)) assert.doesNotMatch(sentence, /\p{Nd}/u);
    });
  });
