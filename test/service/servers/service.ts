/**
 * The API that the servers in this folder serve: the provider's schema with a key, a record of each
 * execution, and a check of client tokens. {@link submitTo} submits a PIN to it.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import { newRequest, setPin } from '../../../src/form/submission.js';
import type { Platform } from '../../../src/service/attempt.js';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import type { RunningServer } from '../../support/serve.js';

/** The reason why a request is rejected before it is executed. */
export type Refusal = 'UNAUTHENTICATED' | 'RATE_LIMITED';

export interface Context {
  /** Makes the resolver reject the request. */
  readonly refusal?: Refusal | undefined;
}

/** Differences from an API that sets the PIN. */
export interface ServiceOptions {
  /** The definition of the key's argument; empty if it has none. */
  readonly keyArgument?: string;
  readonly pinType?: string;
  /** Makes the mutation's type non-null, so that an error makes `data` null. */
  readonly nonNull?: boolean;
  readonly refuse?: (authorization: string | undefined) => Refusal | undefined;
  /** Executes the mutation for the nth time. Sets the PIN unless it is given. */
  readonly execute?: (nth: number) => unknown;
}

export interface Service {
  readonly schema: GraphQLSchema;
  /** The arguments of each execution. */
  readonly executions: readonly { readonly input: object }[];
  readonly refuse: (authorization: string | undefined) => Refusal | undefined;
}

/**
 * By default, the resolver rejects requests with status 200. `strict`: they are rejected before the
 * resolver, with a 401. `pathless`: a formatter drops the errors' paths. `registered`: only
 * registered operations run. Yoga accepts their ids, and mercurius their texts.
 */
export type Variant = 'strict' | 'pathless' | 'registered' | undefined;

export interface GraphQLServer {
  readonly name: string;
  readonly start: (service: Service, variant?: Variant) => Promise<RunningServer>;
}

/** Returns the error with which an API rejects a request in GraphQL. */
export function refusalError(refusal: Refusal, extensions: object = {}): GraphQLError {
  return new GraphQLError('Refused', { extensions: { code: refusal, ...extensions } });
}

/** Returns the same error without its path. */
export function pathless(error: unknown): GraphQLError {
  const { message, extensions } = error as GraphQLError;
  return new GraphQLError(message, { extensions });
}

/** Returns the id of a registered operation. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The operations to register, from docs/registered-operations.md, by their hashes. */
export const REGISTERED = new Map(
  [...readFileSync('docs/registered-operations.md', 'utf8').matchAll(/^```graphql\n(.+?)\n```$/gms)]
    .map(([, text = '']) => text)
    .map((text) => [hashOf(text), text]),
);

/** Rejects every token except the renewed one. */
export function unlessRenewed(authorization: string | undefined): Refusal | undefined {
  return authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED';
}

const TOKEN = { __typename: 'ClientToken', value: 'second', expirationDate: null };

export const PAYMENT_CARD = {
  ...{ __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' },
};

export const USER_ERROR = {
  __typename: 'UserError',
  errors: [{ code: 'PIN_PREVIOUSLY_USED', path: ['newPin'], description: '' }],
};

export function createService({
  keyArgument = 'IdempotencyKey: String!',
  pinType = 'String!',
  nonNull = false,
  refuse = () => undefined,
  execute = () => PAYMENT_CARD,
}: ServiceOptions = {}): Service {
  const executions: { readonly input: object }[] = [];
  const text = readFileSync('src/node/sandbox/provider-schema.graphql', 'utf8')
    .replace(/(setPinForPaymentCard\([^)]*)(\): \w+)/, `$1 ${keyArgument}$2${nonNull ? '!' : ''}`)
    .replace('newPin: String!', `newPin: ${pinType}`);
  const schema = buildSchema(`${text} scalar Key`);
  const { generatePaymentCardClientToken: mint, setPinForPaymentCard: set } = schema
    .getMutationType()!
    .getFields();
  mint!.resolve = () => TOKEN;
  set!.resolve = (_, args: { readonly input: object }, { refusal }: Context) => {
    if (refusal !== undefined) throw refusalError(refusal);
    executions.push(args);
    return execute(executions.length);
  };
  return { schema, executions, refuse };
}

const PIN = '4826';
const KEY = 'b2f0d7de-21c5-4f0a-9b87-d3a1c1e5f0ab';

/**
 * Submits a PIN as the element does, over HTTP.
 *
 * @param mint - Issues the nth client token, counted from 0.
 */
export async function submitOnce(
  target: Parameters<typeof newRequest>[0],
  mint: (nth: number) => Promise<string>,
  fetch: Platform['fetch'],
): Promise<Outcome> {
  let tokens = 0;
  const grant = async () => ({ kind: 'token', value: await mint(tokens++) }) as const;
  const { random } = Math;
  // Without jitter, a retry starts at once.
  Math.random = () => 0;
  try {
    const submitted = setPin(
      PIN,
      { ...newRequest(target), key: KEY },
      {
        tokens: { obtain: grant, renew: grant, refuse: () => {} },
        platform: () => ({ fetch, json: JSON }),
        report: () => {},
        signal: new AbortController().signal,
        mayBeExecuted: false,
      },
    );
    return (await submitted).outcome;
  } finally {
    Math.random = random;
  }
}

/** Submits a PIN once. The client token is `first`, and `second` if it is renewed. */
export async function submitPin(
  endpoint: string,
  { executions }: Service,
  idempotencyKey = 'String!',
) {
  const statuses: number[] = [];
  const outcome = await submitOnce(
    { endpoint, cardId: 'card_1', idempotencyKey },
    (nth) => Promise.resolve(nth === 0 ? 'first' : 'second'),
    async (url, init) => {
      const response = await fetch(url, init);
      statuses.push(response.status);
      return response;
    },
  );
  // The mutation receives the submitted values.
  const input = { paymentCardId: 'card_1', newPin: PIN };
  const expected = { input, ...(idempotencyKey !== 'none' && { IdempotencyKey: KEY }) };
  for (const execution of executions)
    assert.deepEqual({ ...execution, input: { ...execution.input } }, expected);
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
  const { url, close } = await start(service, variant);
  return submitPin(url, service, keyType).finally(close);
}
