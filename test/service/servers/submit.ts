/** Submits a PIN as the element does, over HTTP. */
import assert from 'node:assert/strict';
import { newRequest, setPin } from '../../../src/form/submission.js';
import type { Platform } from '../../../src/service/attempt.js';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import type { GraphQLServer, Variant } from './servers.js';
import type { Service } from './service.js';

const PIN = '4826';
const KEY = 'b2f0d7de-21c5-4f0a-9b87-d3a1c1e5f0ab';

interface SubmitOptions {
  readonly cardId: string;
  /** The value of the attribute `idempotency-key`. */
  readonly keyType: string;
  /** Issues the nth client token, counted from 0. */
  readonly mint: (nth: number) => Promise<string>;
  readonly fetch: Platform['fetch'];
}

export async function submitOnce(
  endpoint: string,
  { cardId, keyType, mint, fetch }: SubmitOptions,
): Promise<Outcome> {
  let tokens = 0;
  const grant = async () => ({ kind: 'token', value: await mint(tokens++) }) as const;
  const request = { ...newRequest({ endpoint, cardId, idempotencyKey: keyType }), key: KEY };
  const { random } = Math;
  // Without jitter, a retry starts at once.
  Math.random = () => 0;
  try {
    const { outcome } = await setPin(PIN, request, {
      tokens: { obtain: grant, renew: grant, refuse: () => {} },
      platform: () => ({ fetch, json: JSON }),
      report: () => {},
      signal: new AbortController().signal,
      mayBeExecuted: false,
    });
    return outcome;
  } finally {
    Math.random = random;
  }
}

/** Submits a PIN once. The client token is `first`, and `second` if it is renewed. */
export async function submitPin(endpoint: string, { executions }: Service, keyType = 'String!') {
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
  // The mutation receives the submitted values.
  const input = { paymentCardId: 'card_1', newPin: PIN };
  for (const execution of executions)
    assert.deepEqual(
      { ...execution, input: { ...execution.input } },
      { input, ...(keyType !== 'none' && { IdempotencyKey: KEY }) },
    );
  // Servers quote rejected values.
  assert.ok(!JSON.stringify(outcome).includes(PIN));
  return { kind: outcome.kind, statuses, executions: executions.length };
}

/** Submits a PIN once to a server, and then stops the server. */
export async function submitTo(
  { start }: GraphQLServer,
  service: Service,
  { variant, keyType }: { readonly variant?: Variant; readonly keyType?: string | undefined } = {},
) {
  const server = await start(service, variant);
  try {
    return await submitPin(server.url, service, keyType);
  } finally {
    await server.close();
  }
}
