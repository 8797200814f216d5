/** Submits a PIN as the element does, over HTTP. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { noticeOf } from '../../../src/messages/notice.js';
import { wordsFor } from '../../../src/messages/words.js';
import { submit } from '../../../src/service/submit.js';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../../src/set-pin/outcome.js';
import type { Service } from './service.js';

/** A submit that has ended. */
interface Submitted {
  readonly kind: Outcome['kind'];
  /** The statuses of the answers. */
  readonly statuses: readonly number[];
}

/** A text that claims something about the PIN of the card. */
const CLAIM = /PIN (?:is|isn’t|was|wasn’t) (?:set|changed)/;

/**
 * Submits a PIN once, and checks that the cardholder reads no claim but the two that are true. The
 * client token is `first`, and `second` if it is renewed.
 *
 * @param keyType - The value of the attribute `idempotency-key`.
 */
export async function submitPin(
  endpoint: string,
  { executions }: Service,
  keyType = 'String!',
): Promise<Submitted> {
  const statuses: number[] = [];
  const operation = setPinOperation(
    '4826',
    { paymentCardId: 'card_1', keyType: keyType === 'none' ? undefined : keyType },
    'key-1',
  );
  // Without jitter, a retry starts at once.
  const random = mock.method(Math, 'random', () => 0);
  const end = await submit(operation, {
    endpoint: new URL(endpoint),
    tokens: {
      obtain: () => Promise.resolve({ kind: 'token', value: 'first' }),
      renew: () => Promise.resolve({ kind: 'token', value: 'second' }),
      refuse: () => {},
    },
    platform: () => ({
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        statuses.push(response.status);
        return response;
      },
      json: JSON,
      online: () => true,
    }),
    report: () => {},
    signal: new AbortController().signal,
    mayBeExecuted: false,
  });
  random.mock.restore();
  const outcome = outcomeOf(end);
  const { kind } = outcome;
  assert.ok(kind !== 'aborted');
  if (kind === 'set') {
    assert.notEqual(executions.length, 0);
  } else {
    const words = wordsFor('en', {}, 4);
    const sentence = noticeOf(outcome, words).sentence(words);
    assert.equal(CLAIM.test(sentence), kind === 'unconfirmed', sentence);
  }
  for (const { IdempotencyKey } of executions)
    assert.equal(IdempotencyKey, keyType === 'none' ? undefined : 'key-1');
  // Servers quote refused values.
  assert.doesNotMatch(JSON.stringify(outcome), /4826/);
  return { kind, statuses };
}
