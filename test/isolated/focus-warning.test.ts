import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REFUSALS, SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { LOCALE_TAGS } from '../../tools/build/locales.js';

for (const [title, sentences] of [
  ['the warning that the page may have seen digits', SENTENCES],
  ['the sentence that no PIN is taken any more', REFUSALS],
] as const)
  describe(title, () => {
    it('is in every language of the element', () => {
      assert.deepEqual(Object.keys(sentences).sort(), ['en', ...LOCALE_TAGS].sort());
    });

    it('has no digit', () => {
      for (const sentence of Object.values(sentences)) assert.doesNotMatch(sentence, /\p{Nd}/u);
    });
  });
