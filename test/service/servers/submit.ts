/** Submits a PIN as the element does, over HTTP. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { noticeOf } from '../../../src/messages/notice.js';
import { wordsFor } from '../../../src/messages/words.js';
import type { Platform } from '../../../src/service/attempt.js';
import { submit } from '../../../src/service/submit.js';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import { outcomeOf, type Outcome } from '../../../src/set-pin/outcome.js';
import type { GraphQLServer, Variant } from './servers.js';
import type { Service } from './service.js';

const PIN = '4826';
const KEY = 'b2f0d7de-21c5-4f0a-9b87-d3a1c1e5f0ab';

// Without jitter, a retry starts at once.
mock.method(Math, 'random', () => 0);

interface SubmitOptions {
  readonly cardId: string;
  /** The value of the attribute `idempotency-key`. */
  readonly keyType: string;
  /** Makes the nth client token, counted from 0. */
  readonly mint: (nth: number) => Promise<string>;
  readonly fetch: Platform['fetch'];
}

export async function submitOnce(
  endpoint: string,
  { cardId, keyType, mint, fetch }: SubmitOptions,
): Promise<Outcome> {
  let tokens = 0;
  const grant = async () => ({ kind: 'token', value: await mint(tokens++) }) as const;
  const target = { paymentCardId: cardId, keyType: keyType === 'none' ? undefined : keyType };
  const end = await submit(setPinOperation(PIN, target, KEY), {
    endpoint: new URL(endpoint),
    tokens: { obtain: grant, renew: grant, refuse: () => {} },
    platform: () => ({ fetch, json: JSON, online: () => true }),
    report: () => {},
    signal: new AbortController().signal,
    mayBeExecuted: false,
  });
  return outcomeOf(end);
}

interface Submitted {
  readonly kind: Outcome['kind'];
  readonly statuses: readonly number[];
}

/** A text that claims something about the PIN of the card. */
const CLAIM = /PIN (?:is|isn’t|was|wasn’t) (?:set|changed)/;

/**
 * Submits a PIN once, and checks that the cardholder reads no claim but the two that are true. The
 * client token is `first`, and `second` if it is renewed.
 */
export async function submitPin(
  endpoint: string,
  { executions }: Service,
  keyType = 'String!',
): Promise<Submitted> {
  const statuses: number[] = [];
  const outcome = await submitOnce(endpoint, {
    cardId: 'card_1',
    keyType,
    mint: (nth) => Promise.resolve(nth === 0 ? 'first' : 'second'),
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  });
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
    assert.equal(IdempotencyKey, keyType === 'none' ? undefined : KEY);
  // Servers quote refused values.
  assert.ok(!JSON.stringify(outcome).includes(PIN));
  return { kind, statuses };
}

/** Submits a PIN once to a server, which stops then. */
export async function submitTo(
  { start }: GraphQLServer,
  service: Service,
  { variant, keyType }: { readonly variant?: Variant; readonly keyType?: string | undefined } = {},
): Promise<Submitted> {
  const server = await start(service, variant);
  try {
    return await submitPin(server.url, service, keyType);
  } finally {
    await server.close();
  }
}
