import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SetCardPinBase } from '../../src/element/properties.js';
import { THEME } from '../../src/contract/theme.js';
import { en } from '../../src/messages/en.js';
import { elementOf, readManifest } from '../../tools/build/editor-data/manifest.js';
import { REFERENCE_PAGE, referencePage } from '../../tools/build/reference-page.js';
import { PROJECT } from '../../tools/project.js';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Returns the first groups of all matches, sorted and without duplicates. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const form = read('src/form/view.ts') + read('src/form/field.ts');

/** Every HTML element has the last three too, and the browser reads them. */
const MORE_ATTRIBUTES = ['client-token', 'autofocus', 'lang', 'tabindex'];

/** Properties that can only be written, or only be read. */
const WITH_ACCESSORS = [
  'clientToken',
  ...['validity', 'validationMessage', 'willValidate', 'form', 'labels'],
];

const manifest = readManifest();
const element = elementOf(manifest);
const { members = [], attributes = [], events = [], slots = [] } = element;
const { cssProperties = [], cssParts = [], cssStates = [] } = element;

type Named = readonly { readonly name: string; readonly description?: string }[];

const namesOf = (entries: Named = []): string[] => entries.map(({ name }) => name).sort();

describe('the editor data', () => {
  for (const [kind, entries, expected] of [
    ['attribute', attributes, [...SetCardPinBase.observedAttributes, ...MORE_ATTRIBUTES]],
    [
      'property',
      members.filter(({ kind }) => kind === 'field'),
      [...Object.keys(SetCardPinBase.properties), ...WITH_ACCESSORS],
    ],
    ['event', events, found(read('src/element/events.ts'), /super\('([\w-]+)'/g)],
    ['custom property', cssProperties, THEME],
    [
      'part',
      cssParts,
      [...found(form, /part="([\w-]+)/g), 'field-invalid', 'error', 'advice', 'hint'],
    ],
    ['slot', slots, found(form, /<slot name="([\w-]+)"/g)],
    ['state', cssStates, found(read('src/element/state.ts'), /\bset\('(\w+)'/g)],
  ] satisfies [string, Named, readonly string[]][])
    it(`describes every ${kind} of the element`, () => {
      assert.ok(expected.length > 1);
      assert.deepEqual(namesOf(entries), [...expected].sort());
    });

  it('has types and descriptions, but nothing private', () => {
    assert.doesNotMatch(
      JSON.stringify(manifest),
      /"#|"private"|"protected"|Callback"|@link|"DEFAULT_/,
    );
    const classes = manifest.modules.flatMap(({ declarations = [] }) => declarations);
    const described: Named = [
      ...classes.flatMap((each) => ('members' in each ? (each.members ?? []) : [])),
      ...[...attributes, ...events, ...slots, ...cssProperties, ...cssParts, ...cssStates],
    ];
    assert.deepEqual(namesOf(described.filter(({ description }) => !description)), []);
    assert.deepEqual(namesOf(attributes.filter(({ type }) => type === undefined)), []);
    const clientToken = members.find(({ name }) => name === 'clientToken');
    assert.ok(clientToken?.kind === 'field');
    assert.equal(clientToken.type?.text, 'string | ClientToken | null | undefined');
  });
});

describe('docs/reference.md', () => {
  const page = readFileSync(REFERENCE_PAGE, 'utf8');

  it('is up to date with the editor data', async () => {
    assert.equal(page, await referencePage(), 'Run npm run build.');
  });

  it('lists each kind of outcome', () => {
    const [, table = ''] = /\n## Outcomes\n([^]*?)\n## /.exec(page) ?? [];
    const kinds = found(table, /(?<=^\|[^|]*)`([\w-]+)`/gm);
    assert.deepEqual(kinds, ['aborted', 'invalid', 'set', ...Object.keys(en.outcomes)].sort());
  });
});
