import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { replyOf, type Reply } from '../../src/service/reply.js';
import { request } from '../../src/service/request.js';
import { ALL_PARTS, writeOperation } from '../../src/set-pin/operation.js';
import { outcomeOf } from '../../src/set-pin/outcome.js';
import { anyAnswer, anyDocument, responseOf, type WireAnswer } from '../support/any-answer.js';
import { assertOutcome, expectedKind, jsonOf, passedOn } from '../support/expected-outcome.js';
import { cases, FUZZ } from '../support/fuzz.js';

const PIN = '582047193640';
const TOKEN = 'tok.3e9f41c7b0';
const ENDPOINT = new URL('https://service.invalid/graphql');

/** A text of a service that repeats the secrets that it received. */
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

describe('the outcome of any answer', () => {
  it('is of exactly one kind, and is a success in one shape only', async () => {
    await fc.assert(
      fc.asyncProperty(anyAnswer, async (answer) => {
        const outcome = outcomeOf({ reply: await replyTo(answer), mayBeExecuted: false });
        const json = jsonOf(answer, ECHOED);
        assertOutcome(outcome, json);
        const challenge = answer.headers['WWW-Authenticate'];
        assert.equal(outcome.kind, expectedKind({ status: answer.status, json, challenge }));
        // An outcome may contain the fields that it passes on, and no other text of the service.
        const echoes = [...passedOn(json)].some((text) => text.includes(PIN));
        if (!echoes) assert.doesNotMatch(JSON.stringify(outcome), new RegExp(`${PIN}|${TOKEN}`));
      }),
      // The timeout is in milliseconds, and far below the timeout of an attempt.
      { ...FUZZ, numRuns: cases(10_000), timeout: 5000 },
    );
  });

  it('is of exactly one kind for a status that no browser passes on', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 599 }),
        fc.oneof(anyDocument, fc.anything()),
        (status, body) => {
          const reply = replyOf({
            kind: 'answer',
            status,
            retryAfter: undefined,
            challenge: undefined,
            body,
          });
          const outcome = outcomeOf({ reply, mayBeExecuted: false });
          assertOutcome(outcome, body);
          assert.equal(outcome.kind, expectedKind({ status, json: body }));
        },
      ),
      { ...FUZZ, numRuns: cases(5000) },
    );
  });
});
