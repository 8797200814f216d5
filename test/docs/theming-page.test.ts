import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOKENS } from '../../src/form/tokens.js';
import { readPage } from './documentation/samples.js';

/** Each token's default in the style sheet: one value, or two for light and dark. */
const DEFAULTS = new Map(
  [...readPage('src/form/tokens.styles.ts').matchAll(/var\(--set-card-pin-([\w-]+), (.*)\);/g)].map(
    ([, name = '', value = '']) => [
      name,
      /^light-dark\((.*)\)$/.exec(value)?.[1]?.split(', ') ?? [value],
    ],
  ),
);

/** A value that is another token's. */
const SAME_AS: Readonly<Record<string, string>> = { 'var(--_accent)': 'the accent' };

describe('the list of theme tokens', () => {
  it('is what the style sheet reads', () => {
    assert.deepEqual([...DEFAULTS.keys()], Object.keys(TOKENS));
  });

  it('is in docs/theming.md, with every default', () => {
    const rows = [...readPage('docs/theming.md').matchAll(/^\| `([\w-]+)` +\| (.*?) +\| /gm)];
    const documented = rows.map(([, name, value]) => [name, value]).slice(0, DEFAULTS.size);
    const expected = [...DEFAULTS].map(([name, values]) => [
      name,
      values.map((value) => SAME_AS[value] ?? `\`${value}\``).join(', '),
    ]);
    assert.deepEqual(documented, expected);
  });
});
