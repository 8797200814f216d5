import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultsOf, readRulebook, rulesIn } from './evidence/rules.js';

const transport = readRulebook('transport');
const entry = readRulebook('entry');

/** Returns a test whose title ends with a group. */
const titled = (group: string): string => `it("is planted (${group})", () => {});`;

const addNewRule = (page: string): string => `${page}| C.999 | New. | \`README.md\` | |\n`;

/** Faults: how to plant each one into the page, or as a test file, and the sentence about it. */
const faults: readonly [
  name: string,
  planted: { page?: (page: string) => string; test?: string },
  sentence: RegExp,
][] = [
  [
    'a rule that no test shows',
    { page: addNewRule },
    /^No test shows rule C\.999: write one whose title ends with “\(transport C\.999\)”\.$/,
  ],
  [
    'a rule whose test is skipped',
    { page: addNewRule, test: titled('transport C.999').replace('it', 'it.skip') },
    /^No test shows rule C\.999/,
  ],
  [
    'a rule that only a comment names',
    { page: addNewRule, test: `// ${titled('transport C.999')}` },
    /^No test shows rule C\.999/,
  ],
  [
    'a test that names an unknown rule',
    { test: titled('transport 2.4, 2.999') },
    /^A test in test\/planted\.test\.ts names “2\.999”, which is not a rule/,
  ],
  [
    'a test that names its rule in another form',
    { test: titled('transport: 2.4') },
    /^A test in test\/planted\.test\.ts names “: 2\.4”, which is not a rule/,
  ],
  [
    'a test that the page does not list',
    { test: titled('transport 2.4').replaceAll('"', '`') },
    /“Shown by” is out of date: npm run rules$/,
  ],
  [
    'a column that was edited by hand',
    { page: (page) => page.replace(/^(\| 2\.4 .*)\|$/m, '$1`README.md` |') },
    /“Shown by” is out of date: npm run rules$/,
  ],
  [
    'a file that does not exist',
    { page: (page) => page.replace(/^(\| 2\.4 .*?)`src\//m, '$1`source/') },
    /^Rule 2\.4 is kept in source\/.+, which does not exist/,
  ],
  [
    'a rule that names no file',
    { page: (page) => page.replace(/^\| 2\.4 \|.*$/m, '| 2.4 | A rule. | nowhere | |') },
    /^Rule 2\.4 names no file that keeps it/,
  ],
  [
    'a missing rule',
    { page: (page) => page.replace(/^\| 2\.4 \|.*\n/m, '') },
    /^Part 2 does not count 1, 2, 3/,
  ],
  [
    'a missing part',
    { page: (page) => page.replace(/^\| 9\.\d+ \|.*\n/gm, '') },
    /^Part 9 is missing/,
  ],
  [
    'an unknown part',
    { page: (page) => `${page}| X.1 | New. | \`README.md\` | |\n` },
    /^Rule X\.1 is in an unknown part/,
  ],
  [
    'a row that lacks a column',
    { page: (page) => page.replace(/^\| 2\.4 \|.*$/m, '| 2.4 | A rule. |') },
    /^This row does not have four columns: \| 2\.4 \| A rule\. \|$/,
  ],
];

describe('the check of the rules', () => {
  for (const book of [transport, entry]) {
    it(`finds no fault in the page of the ${book.label}`, () => {
      assert.deepEqual([...faultsOf(book)], []);
    });
  }

  it('finds rules of both pages in one title', () => {
    const test = titled('transport 2.4, 2.5) (entry 14');
    assert.deepEqual([...rulesIn(test, 'transport')], ['2.4', '2.5']);
    assert.deepEqual([...rulesIn(test, 'entry')], ['14']);
  });

  it('finds a rule of the entry that no test shows', () => {
    const next = String(entry.page.match(/^\| \d+ \|/gm)!.length + 1);
    const page = `${entry.page}| ${next} | New. | \`README.md\` | |\n`;
    const [fault = ''] = faultsOf({ ...entry, page });
    assert.match(fault, new RegExp(`^No test shows rule ${next}: .+“\\(entry ${next}\\)”`));
  });

  it('finds only one version of the service’s description in docs/evidence/transport.md (transport 9.2)', () => {
    const labels = transport.page.match(/\b\d{4}-\d\d-\d\d\b/g);
    assert.deepEqual(new Set(labels), new Set(['2026-09-03']));
  });

  for (const [name, { page: plant = (page: string) => page, test = '' }, sentence] of faults) {
    it(`finds ${name}`, () => {
      const found = [
        ...faultsOf({
          ...transport,
          page: plant(transport.page),
          tests: { ...transport.tests, 'test/planted.test.ts': test },
        }),
      ];
      assert.ok(
        found.some((fault) => sentence.test(fault)),
        found.join('\n'),
      );
    });
  }
});
