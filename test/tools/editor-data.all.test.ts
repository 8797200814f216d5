import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { elementOf, readManifest } from '../../tools/build/editor-data/manifest.js';
import { REFERENCE_PAGE, referencePage } from '../../tools/build/reference-page.js';
import { SetCardPinBase } from '../../src/element/properties.js';
import { THEME } from '../../src/form/theme.js';
import { en } from '../../src/messages/en.js';
import { PROJECT } from '../../tools/project.js';

const read = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** Returns the first groups of all matches, sorted and without duplicates. */
const found = (text: string, pattern: RegExp): string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))].sort();

const source = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(`src/${name}`))
  .join('\n');

const properties = [
  ...Object.keys(SetCardPinBase.properties),
  // The two that can only be written have accessors. Every element has `lang`.
  ...['clientToken', 'deniedPins', 'lang'],
].sort();
/** Properties that can only be read. */
const READ_ONLY = ['validity', 'validationMessage', 'willValidate', 'form', 'labels'];
// Every element has these too, and the browser reads them.
const attributes = [
  ...SetCardPinBase.observedAttributes,
  'client-token',
  'autofocus',
  'lang',
  'tabindex',
].sort();
const events = found(read('src/element/events.ts'), /super\('([\w-]+)'/g);

const manifest = readManifest(PROJECT);
const element = elementOf(manifest);

const namesOf = (entries: readonly { readonly name: string }[] = []): string[] =>
  entries.map(({ name }) => name).sort();

describe('the editor data', () => {
  it('has every attribute and property of the element, with types and defaults', () => {
    assert.ok(attributes.length > 10 && properties.length > attributes.length);
    assert.deepEqual(namesOf(element.attributes), attributes);
    const fields = element.members?.filter(
      ({ kind, name }) => kind === 'field' && !READ_ONLY.includes(name),
    );
    // Every element has `lang`.
    assert.deepEqual([...namesOf(fields), 'lang'].sort(), properties);
    assert.deepEqual(
      element.attributes?.filter(({ type }) => type === undefined),
      [],
    );
    const { pinLength, clientToken } = Object.fromEntries(
      (element.members ?? []).map((member) => [member.name, member]),
    );
    assert.ok(pinLength?.kind === 'field' && clientToken?.kind === 'field');
    assert.equal(pinLength.default, '4');
    assert.equal(clientToken.type?.text, 'string | ClientToken | null | undefined');
  });

  it('has every event of the element, with a class that the manifest describes', () => {
    assert.equal(events.length, 5);
    assert.deepEqual(namesOf(element.events), events);
    const classes = manifest.modules.flatMap((module) => namesOf(module.declarations));
    for (const { type } of element.events ?? []) assert.ok(classes.includes(type.text), type.text);
  });

  it('has everything that a page can style: custom properties, parts, slots and states', () => {
    assert.ok(THEME.length > 10);
    assert.deepEqual(namesOf(element.cssProperties), [...THEME].sort());
    const named = found(source, /part="([\w-]+)/g);
    assert.deepEqual(
      namesOf(element.cssParts),
      [...named, 'field-invalid', 'error', 'advice', 'hint'].sort(),
    );
    assert.deepEqual(namesOf(element.slots), found(source, /<slot name="([\w-]+)"/g));
    assert.deepEqual(
      namesOf([...(element.cssStates ?? [])]),
      found(read('src/element/state.ts'), /\bset\('(\w+)'/g),
    );
  });

  it('describes every entry, and contains nothing private', () => {
    const text = JSON.stringify(manifest);
    assert.doesNotMatch(text, /"#|"private"|"protected"|Callback"|@link|"DEFAULT_/);
    const members = manifest.modules.flatMap(({ declarations = [] }) =>
      declarations.flatMap((declaration) => ('members' in declaration ? declaration.members : [])),
    );
    const all = [
      ...members,
      ...(element.attributes ?? []),
      ...(element.events ?? []),
      ...(element.slots ?? []),
      ...(element.cssProperties ?? []),
      ...(element.cssParts ?? []),
      ...(element.cssStates ?? []),
    ];
    assert.ok(all.length > 60);
    assert.deepEqual(
      all.filter((entry) => !entry?.description).map((entry) => entry?.name),
      [],
    );
  });

  it('names the files that export the element and its events', () => {
    const { exports } = JSON.parse(read('package.json')) as {
      exports: Record<string, string | { default: string }>;
    };
    const entries = Object.values(exports).map((entry) =>
      typeof entry === 'string' ? entry : entry.default,
    );
    for (const { path } of manifest.modules) assert.ok(entries.includes(`./${path}`), path);
    const definition = manifest.modules[0]?.exports?.find(
      ({ kind }) => kind === 'custom-element-definition',
    );
    assert.equal(definition?.name, 'set-card-pin');
  });
});

describe('docs/reference.md', () => {
  const page = read(REFERENCE_PAGE);

  it('has the tables of the description', async () => {
    assert.equal(page, await referencePage(page, manifest), 'Run npm run build.');
  });

  it('has each kind of outcome', () => {
    const [, table = ''] = page.split('\n## Outcomes\n');
    const kinds = found(table.split('\n## ', 1)[0]!, /^\| `([\w-]+)`/gm);
    assert.deepEqual(kinds, ['aborted', 'invalid', 'set', ...Object.keys(en.outcomes)].sort());
  });
});
