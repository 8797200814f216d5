import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  ALL_PARTS,
  corrected,
  writeOperation,
  type DocumentPart,
} from '../../../src/set-pin/operation.js';
import { outcomeOf } from '../../../src/set-pin/outcome.js';
import { replyOf, type Reply } from '../../../src/service/reply.js';
import { request, type Exchange } from '../../../src/service/request.js';
import { listOf } from '../../../src/service/fields.js';
import { waitBeforeRetry } from '../../../src/service/retry-policy.js';
import { FUZZ } from '../../support/fuzz.js';
import {
  anyAnswer,
  anyDocument,
  anyErrors,
  anyRetryAfter,
  responseOf,
  type WireAnswer,
} from './any-answer.js';
import { assertOutcome, expectedKind, jsonOf, passedOn } from './outcomes.js';

const PIN = '582047193640';
const TOKEN = 'tok.3e9f41c7b0';
const ENDPOINT = new URL('https://service.invalid/graphql');

/** What a service sends back that repeats all it got. */
const ECHOED = `Bearer ${TOKEN}: {"newPin":"${PIN}"}`;

async function replyTo(answer: WireAnswer): Promise<Reply> {
  const exchange = await request(
    ENDPOINT,
    writeOperation(PIN, { paymentCardId: 'card_1', idempotencyKey: 'key' }, ALL_PARTS),
    TOKEN,
    { fetch: () => Promise.resolve(responseOf(answer, ECHOED)), json: JSON, online: () => true },
    new AbortController().signal,
  );
  return replyOf(exchange);
}

const anyExchange: fc.Arbitrary<Exchange> = fc.oneof(
  fc.record({
    kind: fc.constant('answer'),
    status: fc.oneof(
      fc.constantFrom(200, 400, 401, 429, 500, 503),
      fc.integer({ min: 100, max: 599 }),
    ),
    retryAfter: fc.option(anyRetryAfter, { nil: undefined }),
    body: fc.constant(undefined),
  }),
  fc.constantFrom<Exchange>({ kind: 'lost' }, { kind: 'unsent' }, { kind: 'aborted' }),
);

describe('whatever a service answers', () => {
  it('has exactly one outcome, and is success in one shape alone (transport 2.5, 2.6, 2.7, 2.11, 2.14, 4.4, 4.14, 7.1, 7.2, C.9, C.10, C.41, C.48, C.49, C.50, C.53)', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (answer) => {
        const outcome = outcomeOf({ reply: await replyTo(answer), mayBeExecuted: false });
        const json = jsonOf(answer, ECHOED);
        assertOutcome(outcome, json);
        assert.equal(outcome.kind, expectedKind({ status: answer.status, json }));
        // What the contract passes on is the service's own to choose; nothing else of an answer gets through.
        const echoes = [...passedOn(json)].some((text) => text.includes(PIN));
        if (!echoes) assert.doesNotMatch(JSON.stringify(outcome), new RegExp(`${PIN}|${TOKEN}`));
      }),
      // In milliseconds: none of them comes near the time limit of an attempt.
      { ...FUZZ, numRuns: 10_000, timeout: 5000 },
    );
  });

  it('has an outcome under a status that no browser lets through too', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(anyDocument, fc.anything()),
        (status, body) => {
          const reply = replyOf({ kind: 'answer', status, retryAfter: undefined, body });
          const outcome = outcomeOf({ reply, mayBeExecuted: false });
          assertOutcome(outcome, body);
          assert.equal(outcome.kind, expectedKind({ status, json: body }));
        },
      ),
      { ...FUZZ, numRuns: 5000 },
    );
  });

  it('has the next attempt wait as long as it asks, within 30 seconds and three times at most, or keeps it from being made (transport 8.6, C.43, C.44, C.45, C.46)', () => {
    fc.assert(
      fc.property(
        anyExchange,
        fc.record({
          attempts: fc.integer({ min: 1, max: 6 }),
          // Before the beginning, on a clock that was put back.
          elapsed: fc.integer({ min: -40_000, max: 40_000 }),
          keyed: fc.boolean(),
        }),
        // Whole seconds, as a date has in a header.
        fc.integer({ min: 0, max: 4e9 }).map((seconds) => seconds * 1000),
        fc.option(fc.integer({ min: -5, max: 40 }), { nil: undefined }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (given, course, now, ahead, random) => {
          const date = new Date(now + (ahead ?? 0) * 1000).toUTCString();
          const exchange =
            given.kind === 'answer' && ahead !== undefined ? { ...given, retryAfter: date } : given;
          const wait = waitBeforeRetry(replyOf(exchange), course, now, random);
          if (wait === undefined) return;
          assert.ok(wait >= 0 && Math.max(course.elapsed, 0) + wait <= 30_000, `${wait} ms`);
          assert.ok(course.attempts < 4);
          assert.ok(exchange.kind === 'lost' ? course.keyed : exchange.kind === 'answer');
          if (exchange.kind !== 'answer') return;
          assert.ok(exchange.status === 429 || exchange.status >= 500);
          const { retryAfter = '' } = exchange;
          if (/^\d+$/.test(retryAfter)) assert.ok(wait >= Number(retryAfter) * 1000);
          if (/GMT$/.test(retryAfter)) assert.ok(!(now + wait < Date.parse(retryAfter)));
        },
      ),
      { ...FUZZ, numRuns: 5000 },
    );
  });

  it('has a document corrected by its errors a few times at most, to one with fewer parts (transport 7.12, C.36, C.37)', () => {
    fc.assert(
      fc.property(fc.array(anyErrors, { minLength: 6, maxLength: 6 }), (answers) => {
        let parts = ALL_PARTS;
        for (const errors of answers) {
          const fewer = corrected(parts, listOf(errors));
          if (fewer === undefined) continue;
          // `path` counts half, as it stands in for `errorPath`.
          assert.ok(weightOf(fewer) < weightOf(parts), `${parts.join()} → ${fewer.join()}`);
          assert.equal(new Set(fewer).size, fewer.length);
          for (const part of fewer)
            assert.ok(parts.includes(part) || (part === 'path' && parts.includes('errorPath')));
          parts = fewer;
        }
      }),
      { ...FUZZ, numRuns: 5000 },
    );
  });
});

const weightOf = (parts: readonly DocumentPart[]) =>
  parts.reduce((weight, part) => weight + (part === 'path' ? 1 : 2), 0);
