import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { complaintsAbout, readRulebook, readTest } from './evidence/rules.js';

const rulebook = readRulebook('transport');
const entry = readRulebook('entry');

/** Each fault, how it is planted into the page or beside the tests, and what is said of it. */
const faults: readonly [
  name: string,
  plant: { page?: (page: string) => string; test?: string },
  complaint: RegExp,
][] = [
  [
    'a rule that no test shows',
    { page: (page) => `${page}| C.999 | New. | \`README.md\` | |\n` },
    /^No test shows rule C\.999: write one whose title ends with “\(transport C\.999\)”\.$/,
  ],
  [
    'a rule whose test is skipped',
    {
      page: (page) => `${page}| C.999 | New. | \`README.md\` | |\n`,
      test: 'it.skip("is planted (transport C.999)", () => {});',
    },
    /^No test shows rule C\.999/,
  ],
  [
    'a rule that a comment names',
    {
      page: (page) => `${page}| C.999 | New. | \`README.md\` | |\n`,
      test: '// it("is planted (transport C.999)", () => {});',
    },
    /^No test shows rule C\.999/,
  ],
  [
    'a test of a rule that there is not',
    { test: 'it("is planted (transport 2.4, 2.999)", () => {});' },
    /^A test in test\/planted\.test\.ts names “2\.999”, which is no rule/,
  ],
  [
    'a test that names its rule in another form',
    { test: 'it("is planted (transport: 2.4)", () => {});' },
    /^A test in test\/planted\.test\.ts names “: 2\.4”, which is no rule/,
  ],
  [
    'a test that the page does not list',
    { test: 'it(`is ${planted} (transport 2.4)`, () => {});' },
    /“Shown by” is not what the tests say: npm run rules$/,
  ],
  [
    'a column that was written by hand',
    { page: (page) => page.replace(/^(\| 2\.4 .*)\|$/m, '$1`README.md` |') },
    /“Shown by” is not what the tests say: npm run rules$/,
  ],
  [
    'a file that is not there',
    { page: (page) => page.replace(/^(\| 2\.4 .*?)`src\//m, '$1`source/') },
    /^Rule 2\.4 is kept in source\/.+, which is not there/,
  ],
  [
    'a rule that is kept nowhere',
    { page: (page) => page.replace(/^\| 2\.4 \|.*$/m, '| 2.4 | A rule. | nowhere | |') },
    /^Rule 2\.4 is kept nowhere/,
  ],
  [
    'a rule that was taken out',
    { page: (page) => page.replace(/^\| 2\.4 \|.*\n/m, '') },
    /^Part 2 does not count 1, 2, 3/,
  ],
  [
    'a part that was taken out',
    { page: (page) => page.replace(/^\| 9\.\d+ \|.*\n/gm, '') },
    /^Part 9 is missing/,
  ],
  [
    'a part that is none',
    { page: (page) => `${page}| X.1 | New. | \`README.md\` | |\n` },
    /^Rule X\.1 is in no part that there is/,
  ],
  [
    'a row that lacks a column',
    { page: (page) => page.replace(/^\| 2\.4 \|.*$/m, '| 2.4 | A rule. |') },
    /^This row has not its four columns: \| 2\.4 \| A rule\. \|$/,
  ],
];

describe('the rules', () => {
  for (const book of [rulebook, entry]) {
    it(`of the ${book.label} are each kept in files that are there and shown by tests that name them`, () => {
      assert.deepEqual(complaintsAbout(book), []);
    });
  }

  it('of both pages can stand in one title', () => {
    const text = 'it("is planted (transport 2.4, 2.5) (entry 14)", () => {});';
    assert.deepEqual(readTest('test/planted.test.ts', text).rules, {
      transport: ['2.4', '2.5'],
      entry: ['14'],
    });
  });

  it('of the entry would not lose one that no test shows', () => {
    const page = `${entry.page}| 63 | New. | \`README.md\` | |\n`;
    assert.match(
      complaintsAbout({ ...entry, page }).join(),
      /^No test shows rule 63: .+“\(entry 63\)”/,
    );
  });

  it('of the transport are those of one description, whose label the page gives (transport 9.2)', () => {
    const labels = rulebook.page.match(/\b\d{4}-\d\d-\d\d\b/g);
    assert.deepEqual(new Set(labels), new Set(['2026-09-03']));
  });

  for (const [name, { page, test }, complaint] of faults) {
    it(`would not lose ${name}`, () => {
      const planted = {
        ...rulebook,
        page: page ? page(rulebook.page) : rulebook.page,
        tests: [
          ...rulebook.tests,
          ...(test === undefined ? [] : [readTest('test/planted.test.ts', test)]),
        ],
      };
      const complaints = complaintsAbout(planted);
      assert.ok(
        complaints.some((text) => complaint.test(text)),
        complaints.join('\n'),
      );
    });
  }
});
