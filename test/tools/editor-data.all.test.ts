import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SetCardPinBase } from '../../src/element/properties.js';
import { THEME } from '../../src/form/theme.js';
import { en } from '../../src/messages/en.js';
import { elementOf, readManifest } from '../../tools/build/editor-data/manifest.js';
import { REFERENCE_PAGE, referencePage } from '../../tools/build/reference-page.js';
import { PROJECT } from '../../tools/project.js';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Returns the first groups of all matches, sorted and without duplicates. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const source = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n');

/** Properties that can only be read. */
const READ_ONLY = ['validity', 'validationMessage', 'willValidate', 'form', 'labels'];

const manifest = readManifest();
const element = elementOf(manifest);
const { members = [], attributes = [], events = [], slots = [] } = element;
const { cssProperties = [], cssParts = [], cssStates = [] } = element;

type Named = readonly { readonly name: string; readonly description?: string }[];

const namesOf = (entries: Named = []): string[] => entries.map(({ name }) => name).sort();

describe('the editor data', () => {
  for (const [kind, entries, expected] of [
    // Every element has the last three too, and the browser reads them.
    [
      'attribute',
      attributes,
      [...SetCardPinBase.observedAttributes, 'client-token', 'autofocus', 'lang', 'tabindex'],
    ],
    [
      'property',
      members.filter(({ kind, name }) => kind === 'field' && name !== 'lang'),
      // The two that can only be written have accessors.
      [
        ...Object.keys(SetCardPinBase.properties).filter((name) => name !== 'lang'),
        ...['clientToken', 'deniedPins', ...READ_ONLY],
      ],
    ],
    ['event', events, found(read('src/element/events.ts'), /super\('([\w-]+)'/g)],
    ['custom property', cssProperties, THEME],
    [
      'part',
      cssParts,
      [...found(source, /part="([\w-]+)/g), 'field-invalid', 'error', 'advice', 'hint'],
    ],
    ['slot', slots, found(source, /<slot name="([\w-]+)"/g)],
    ['state', cssStates, found(read('src/element/state.ts'), /\bset\('(\w+)'/g)],
  ] satisfies [string, Named, readonly string[]][])
    it(`describes every ${kind} of the element`, () => {
      assert.ok(expected.length > 1);
      assert.deepEqual(namesOf(entries), [...expected].sort());
    });

  it('has types, defaults and descriptions, and nothing private', () => {
    const text = JSON.stringify(manifest);
    assert.doesNotMatch(text, /"#|"private"|"protected"|Callback"|@link|"DEFAULT_/);
    const described: Named = [
      ...manifest.modules.flatMap(({ declarations = [] }) =>
        declarations.flatMap((each) => ('members' in each ? (each.members ?? []) : [])),
      ),
      ...[...attributes, ...events, ...slots, ...cssProperties, ...cssParts, ...cssStates],
    ];
    const undescribed = described.filter(({ description }) => !description);
    assert.deepEqual(namesOf(undescribed), []);
    assert.deepEqual(namesOf(attributes.filter(({ type }) => type === undefined)), []);
    const { pinLength, clientToken } = Object.fromEntries(
      members.map((member) => [member.name, member]),
    );
    assert.ok(pinLength?.kind === 'field' && clientToken?.kind === 'field');
    assert.equal(pinLength.default, '4');
    assert.equal(clientToken.type?.text, 'string | ClientToken | null | undefined');
  });

  it('names files that the package exports, the classes of the events, and the element', () => {
    const entries = JSON.stringify(JSON.parse(read('package.json')));
    for (const { path } of manifest.modules) assert.ok(entries.includes(`"./${path}"`), path);
    const classes = manifest.modules.flatMap((module) => namesOf(module.declarations));
    for (const { type } of events) assert.ok(classes.includes(type.text), type.text);
    assert.equal(element.tagName, 'set-card-pin');
  });
});

describe('docs/reference.md', () => {
  const page = readFileSync(REFERENCE_PAGE, 'utf8');

  it('has the tables of the description', async () => {
    assert.equal(page, await referencePage(), 'Run npm run build.');
  });

  it('has each kind of outcome', () => {
    const [, table = ''] = page.split('\n## Outcomes\n');
    const kinds = found(table.split('\n## ', 1)[0]!, /^\| `([\w-]+)`/gm);
    assert.deepEqual(kinds, ['aborted', 'invalid', 'set', ...Object.keys(en.outcomes)].sort());
  });
});
