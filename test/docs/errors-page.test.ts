import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { en } from '../../src/messages/en.js';
import { noticeOf } from '../../src/messages/notice.js';
import { wordsFor } from '../../src/messages/words.js';
import { replyOf } from '../../src/service/reply.js';
import type { Exchange } from '../../src/service/attempt.js';
import { waitBeforeRetry } from '../../src/service/retry-policy.js';
import { outcomeOf } from '../../src/set-pin/outcome.js';
import { readPage } from './documentation/samples.js';

const page = readPage('docs/errors.md');

/** Returns the cells of each row of the first table under a heading. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, , ...rows] = section.split('\n## ', 1)[0]!.match(/^\|.+\|$/gm) ?? [];
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the rows under a heading, by the code in their first cell. */
function rowsUnder(heading: string): ReadonlyMap<string, readonly string[]> {
  return new Map(tableUnder(heading).map(([name = '', ...cells]) => [name.slice(1, -1), cells]));
}

const FIELD = 'setPinForPaymentCard';

/** Returns the answers that the first cell of a row names. */
function exchangesIn(cell: string): readonly Exchange[] {
  const answer = (status: number, body: object, challenge?: string): Exchange => {
    const mediaType = 'application/json';
    return { kind: 'answer', status, retryAfter: undefined, mediaType, challenge, body };
  };
  const payload = (result: object, rest?: object) =>
    answer(200, { data: { [FIELD]: result }, ...rest });
  const errors = [{ message: 'Failed.' }];
  const matches = (pattern: RegExp) => [...cell.matchAll(pattern)].map(([, text = '']) => text);

  return [
    ...matches(/`(PaymentCard|UserError|AccessDeniedError)`/g).map((__typename) =>
      payload({ __typename, id: '1' }),
    ),
    ...matches(/(any other object)/g).map(() => payload({ __typename: 'Other' })),
    ...matches(/(an object beside errors)/g).map(() =>
      payload({ __typename: 'PaymentCard', id: '1' }, { errors }),
    ),
    ...matches(/`([A-Z_]{9,}|invalid-jwt|access-denied)`/g).map((code) =>
      answer(200, { errors: [{ extensions: { code } }] }),
    ),
    ...matches(/a (\dxx|\d{3})\b/g).map((status) => {
      const [, challenge] = /`WWW-Authenticate: ([^`]+)`/.exec(cell) ?? [];
      return answer(Number(status.replace('xx', '02')), { errors }, challenge);
    }),
    ...matches(/(a page of HTML)/g).map(() => answer(200, {})),
    ...matches(/(no answer)/g).map((): Exchange => ({ kind: 'lost' })),
  ];
}

describe('docs/errors.md', () => {
  it('quotes what a cardholder reads at each outcome', () => {
    const rows = rowsUnder('What the cardholder reads, and what the page should do');
    assert.deepEqual(
      [...rows.keys()].sort(),
      ['aborted', ...['invalid', 'set'], ...Object.keys(en.outcomes)].sort(),
    );
    const set = `${en.set} ${en.setFor} ${en.setNext}`;
    for (const [kind, sentence] of Object.entries({ ...en.outcomes, set }))
      assert.ok(rows.get(kind)?.[0]?.endsWith(sentence), kind);
    assert.ok(rows.get('unavailable')?.[0]?.includes(en.notLoaded));
    assert.ok(rows.get('rate-limited')?.[0]?.includes(en.rateLimitedLonger));
  });

  it('says what each answer leads to, and what happens next', () => {
    const rows = tableUnder('What leads to each kind');
    assert.equal(rows.length, 10);
    for (const [came = '', kind, ...next] of rows) {
      const exchanges = exchangesIn(came);
      assert.notEqual(exchanges.length, 0, came);
      for (const exchange of exchanges) {
        const place = `${came}: ${JSON.stringify(exchange)}`;
        const reply = replyOf(exchange, FIELD);
        const outcome = outcomeOf({ reply, mayBeExecuted: reply.kind === 'doubt' });
        assert.equal(`\`${outcome.kind}\``, kind, place);
        const nextOf = (keyed: boolean) => {
          if (reply.kind === 'token-refused') return 'renews the token, once';
          const wait = waitBeforeRetry(reply, { attempts: 1, elapsed: 0, keyed }, 0);
          return wait === undefined ? 'ends' : 'waits and repeats';
        };
        assert.deepEqual(next, [nextOf(true), nextOf(false)], place);
      }
    }
  });

  it('has every code that the element knows, with its sentence and its place', () => {
    const rows = rowsUnder('`UserError` codes');
    assert.deepEqual([...rows.keys()], Object.keys(en.codes));
    const words = wordsFor('en', undefined, 4);
    for (const [code, [sentence, place]] of rows) {
      const notice = noticeOf({ kind: 'rejected', codes: [code] }, words);
      assert.equal(sentence, notice.sentence(words));
      assert.equal(place, notice.place === 'new' ? 'at the new PIN' : 'at the form');
    }
  });
});
