import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { REFUSALS, SENTENCES } from '../../src/isolated/page/focus-warning.js';
import { LOCALE_TAGS } from '../../tools/build/locales.js';

describe('the warnings of the frame page', () => {
  it('are in every language of the element', () => {
    for (const sentences of [SENTENCES, REFUSALS])
      assert.deepEqual(Object.keys(sentences).sort(), ['en', ...LOCALE_TAGS].sort());
  });
});
