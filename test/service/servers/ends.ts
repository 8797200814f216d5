/** Tests the outcomes of submits, whatever an API executes and then responds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GraphQLError } from 'graphql';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import {
  createService,
  submitTo,
  PAYMENT_CARD,
  unlessRenewed,
  USER_ERROR,
  type ServiceOptions,
  type GraphQLServer,
} from './service.js';

type Kind = Outcome['kind'];
/** `executions` is the number of times that the mutation is executed. */
type Row = readonly [does: string, kind: Kind, executions: number, options: RowOptions];

interface RowOptions extends ServiceOptions {
  /** The kind if a formatter drops the errors' paths, if it is a different one. */
  readonly withoutPaths?: Kind;
  /** The value of the `idempotency-key` attribute. */
  readonly keyType?: string;
}

const crash = (): never => {
  throw new Error('The connection to the database was lost.');
};
/** Sets the PIN and then fails. */
const failing = (extensions: Readonly<Record<string, unknown>>): ServiceOptions => ({
  execute: () => {
    throw new GraphQLError('Failed', { extensions });
  },
});
const failingWith = (status: number): ServiceOptions => failing({ http: { status } });

const NO_KEY = { keyArgument: '' };
const OWN_KEY = { keyArgument: 'IdempotencyKey: Key!' };
const DENIED = { __typename: 'AccessDeniedError' };
const WITHOUT_PATHS = { withoutPaths: 'misconfigured' } as const;
const BAD_INPUT = { ...failing({ code: 'BAD_USER_INPUT' }), ...WITHOUT_PATHS };
const CRASHING_FIELD = { execute: () => ({ ...PAYMENT_CARD, last4: crash }) };

/** Rows for every server. */
export const ENDS: readonly Row[] = [
  ['sets the PIN', 'set', 1, {}],
  ['has its own type for the key', 'set', 1, { ...OWN_KEY, keyType: 'Key!' }],
  ['doesn’t accept a key', 'set', 1, { ...NO_KEY, keyType: 'none' }],
  ['rejects the key’s type', 'misconfigured', 0, OWN_KEY],
  ['rejects the key', 'misconfigured', 0, NO_KEY],
  ['returns a UserError', 'rejected', 1, { execute: () => USER_ERROR }],
  ['denies access', 'denied', 1, { execute: () => DENIED }],
  ['returns null', 'unconfirmed', 1, { execute: () => null }],
  // Nest guards do this.
  ['rejects a token in the resolver', 'set', 1, { refuse: unlessRenewed }],
  ['rejects every token in the resolver', 'token-expired', 0, { refuse: () => 'UNAUTHENTICATED' }],
  ['limits the rate in the resolver', 'rate-limited', 0, { refuse: () => 'RATE_LIMITED' }],
  // The other rows execute the mutation and then fail.
  ['crashes', 'unconfirmed', 1, { execute: crash }],
  ['crashes with a non-null type', 'unconfirmed', 1, { execute: crash, nonNull: true }],
  ['crashes at a field of the card', 'unconfirmed', 1, CRASHING_FIELD],
  // The API is taken at its word. The renewed token makes it execute a second time.
  ['fails with the code UNAUTHENTICATED', 'token-expired', 2, failing({ code: 'UNAUTHENTICATED' })],
  ['fails with the code FORBIDDEN', 'denied', 1, failing({ code: 'FORBIDDEN' })],
  ['fails with the code BAD_USER_INPUT', 'unconfirmed', 1, BAD_INPUT],
];

/** Rows for servers that respond with the errors' statuses. */
export const ENDS_BY_STATUS: readonly Row[] = [
  ['rejects the PIN’s value', 'misconfigured', 0, { pinType: 'Int!' }],
  ['fails with 400', 'unconfirmed', 1, { ...failingWith(400), ...WITHOUT_PATHS }],
  ['fails with 401', 'token-expired', 2, failingWith(401)],
  ['fails with 403', 'denied', 1, failingWith(403)],
  ['fails with 429', 'rate-limited', 4, failingWith(429)],
  ['fails with 500', 'unconfirmed', 4, failingWith(500)],
];

/** Tests rows with a server, as it is and with a formatter that drops the errors' paths. */
export function testEnds(server: GraphQLServer, rows: readonly Row[]): void {
  for (const variant of [undefined, 'pathless'] as const)
    describe(
      `a submit to ${server.name}${variant ? ' without error paths' : ''}`,
      { timeout: 60_000 },
      () => {
        for (const [does, usual, expected, { withoutPaths, keyType, ...options }] of rows) {
          const kind = (variant && withoutPaths) || usual;
          it(`has the outcome ${kind} if the API ${does}`, async () => {
            const ended = await submitTo(server, createService(options), { variant, keyType });
            assert.deepEqual([ended.kind, ended.executions], [kind, expected]);
          });
        }
      },
    );
}
