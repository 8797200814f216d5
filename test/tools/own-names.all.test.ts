import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { OWN_NAMES } from '../../tools/build/own-names.js';
import { PROJECT } from '../../tools/project.js';

const { resolve } = createRequire(import.meta.url);

/** Modules that define what pages, the service, or the other side of isolated mode use. */
const SHARED = [
  'element/events.ts',
  'element/properties.ts',
  'form/tokens.ts',
  'isolated/look.ts',
  'isolated/protocol.ts',
  'isolated/host/from-frame.ts',
  'isolated/page/config.ts',
  'isolated/page/from-host.ts',
  'messages/catalogue.ts',
  'service/client-token.ts',
  'service/reply.ts',
  'set-pin/operation.ts',
  'set-pin/outcome.ts',
];

function readSource(path: string): string {
  return readFileSync(join(PROJECT, 'src', path), 'utf8');
}

/** Returns all words of a source but those in comments. */
function wordsOf(source: string): string[] {
  return (
    source
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/^ *\/\/.*/gm, '')
      .match(/[\w$]+/g) ?? []
  );
}

/** Fails if a source contains one of the names, or does not contain a known word. */
function assertNone(sources: readonly string[], known: string): void {
  const words = new Set(sources.flatMap(wordsOf));
  assert.ok(words.has(known), known);
  assert.deepEqual(
    OWN_NAMES.filter((name) => words.has(name)),
    [],
  );
}

/** Returns the sources in a folder whose paths match. */
function readFolder(folder: string, path: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

describe('the names that the minifier shortens', () => {
  it('are not in what pages, the service, or the other side of isolated mode use', () => {
    assertNone(SHARED.map(readSource), 'rateLimit');
  });

  it('are not those of public members of the element', () => {
    const element = readSource('element/set-card-pin-element.ts');
    assertNone(element.match(/^ {2}(\w+ )*\w+(?=[(;:= ])/gm) ?? [], 'reportValidity');
  });

  it('are not those of browsers', () => {
    // The package `typescript` is a cover of the one with the library.
    const { resolve: resolveInCover } = createRequire(resolve('typescript'));
    const library = dirname(resolveInCover('@typescript/old/lib/lib.dom.d.ts'));
    assertNone(readFolder(library, /^lib\.(dom|es\d).*\.d\.ts$/), 'preventScroll');
  });

  it('are not those of the libraries', () => {
    for (const [module, known] of [
      ['lit-html', 'creationScope'],
      ['@lit/reactive-element', 'requestUpdate'],
      ['graphql-request', 'rawRequest'],
    ] as const)
      assertNone(readFolder(dirname(resolve(module)), /(^|^(legacy|lib)\/.*)[^/]*\.js$/), known);
  });

  it('are each in use, and listed once', () => {
    const words = new Set(readFolder(join(PROJECT, 'src'), /\.ts$/).flatMap(wordsOf));
    assert.deepEqual(
      OWN_NAMES.filter((name) => !words.has(name)),
      [],
    );
    assert.deepEqual([...OWN_NAMES], [...new Set(OWN_NAMES)].sort());
  });
});
