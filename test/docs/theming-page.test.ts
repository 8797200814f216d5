import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOKENS } from '../../src/form/theme.js';
import { readPage } from './documentation/samples.js';

/** Each token's default: one value, or two for light and dark. */
const DEFAULTS = new Map(
  Object.entries(TOKENS).map(([name, value]) => [
    name,
    /^light-dark\((.*)\)$/.exec(value)?.[1]?.split(', ') ?? [value],
  ]),
);

/** A value that is another token's. */
const SAME_AS: Readonly<Record<string, string>> = { 'var(--_accent)': 'the accent' };

describe('the list of theme tokens', () => {
  it('is what the styles use', () => {
    const sources = ['base', 'form'].map((name) => readPage(`src/form/${name}.css`));
    const used = sources.join('').matchAll(/var\(--_([\w-]+)/g);
    const unused = new Set(Object.keys(TOKENS));
    for (const [, name = ''] of used) unused.delete(name);
    assert.deepEqual([...unused], []);
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
