import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { LOCALE_TAGS } from '../../tools/build/locales.js';
import { PROJECT } from '../../tools/project.js';

describe('the page on languages', () => {
  it('lists English and every language in src/locales', () => {
    const page = readFileSync(join(PROJECT, 'docs', 'languages.md'), 'utf8');
    const tags = [...page.matchAll(/^\| [^|]+ \| `([\w-]+)` +\|/gm)].map(([, tag]) => tag);
    assert.deepEqual(tags.sort(), ['en', ...LOCALE_TAGS].sort());
  });
});
