import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { SENTENCES } from '../../src/isolated/page/focus-warning.js';

const LOCALES = new URL('../../src/locales/', import.meta.url);

describe('the warning that the page may have seen a digit', () => {
  it('is in every language of the element', () => {
    const codes = ['en', ...readdirSync(LOCALES).map((file) => file.slice(0, 2))];
    assert.deepEqual(Object.keys(SENTENCES).sort(), codes.sort());
  });

  it('has no digit', () => {
    for (const sentence of Object.values(SENTENCES)) assert.doesNotMatch(sentence, /\p{Nd}/u);
  });
});
