/** How submits end, whatever a service executes and then answers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GraphQLError } from 'graphql';
import type { Outcome } from '../../../src/set-pin/outcome.js';
import type { GraphQLServer } from './servers.js';
import {
  createService,
  PAYMENT_CARD,
  unlessRenewed,
  USER_ERROR,
  type ServiceOptions,
} from './service.js';
import { submitTo } from './submit.js';

type Row = readonly [
  does: string,
  options: ServiceOptions,
  kind: Outcome['kind'],
  /** How often the mutation is executed. */
  executions: number,
  rest?: {
    /** The kind if a formatter drops the paths of errors, where it is another one. */
    readonly withoutPaths?: Outcome['kind'];
    /** The value of the attribute `idempotency-key`. */
    readonly keyType?: string;
  },
];

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

const NO_KEY: ServiceOptions = { keyArgument: '' };
const OWN_KEY: ServiceOptions = { keyArgument: 'IdempotencyKey: Key!', types: 'scalar Key' };

/** At every server. */
export const ENDS: readonly Row[] = [
  ['sets the PIN', {}, 'set', 1],
  ['has a type of its own for the key', OWN_KEY, 'set', 1, { keyType: 'Key!' }],
  ['takes no key', NO_KEY, 'set', 1, { keyType: 'none' }],
  ['refuses the type of the key', OWN_KEY, 'misconfigured', 0],
  ['refuses the key', NO_KEY, 'misconfigured', 0],
  ['returns a UserError', { execute: () => USER_ERROR }, 'rejected', 1],
  ['denies access', { execute: () => ({ __typename: 'AccessDeniedError' }) }, 'denied', 1],
  ['returns null', { execute: () => null }, 'unconfirmed', 1],
  // As a guard of Nest does.
  ['refuses a token in the resolver', { refuse: unlessRenewed }, 'set', 1],
  ['refuses each token in the resolver', { refuse: () => 'UNAUTHENTICATED' }, 'token-expired', 0],
  ['limits the rate in the resolver', { refuse: () => 'RATE_LIMITED' }, 'rate-limited', 0],
  // The rest executes and then fails.
  ['crashes', { execute: crash }, 'unconfirmed', 1],
  ['crashes with a non-null type', { execute: crash, nonNull: true }, 'unconfirmed', 1],
  [
    'crashes at a field of the card',
    { execute: () => ({ ...PAYMENT_CARD, last4: crash }) },
    'unconfirmed',
    1,
  ],
  // The service is taken at its word. The renewed token makes it execute a second time.
  ['fails as UNAUTHENTICATED', failing({ code: 'UNAUTHENTICATED' }), 'token-expired', 2],
  ['fails as FORBIDDEN', failing({ code: 'FORBIDDEN' }), 'denied', 1],
  [
    'fails as BAD_USER_INPUT',
    failing({ code: 'BAD_USER_INPUT' }),
    'unconfirmed',
    1,
    { withoutPaths: 'misconfigured' },
  ],
];

/** At servers that answer with the statuses of errors. */
export const ENDS_BY_STATUS: readonly Row[] = [
  ['refuses the value of the PIN', { pinType: 'Int!' }, 'misconfigured', 0],
  ['fails with 400', failingWith(400), 'unconfirmed', 1, { withoutPaths: 'misconfigured' }],
  ['fails with 401', failingWith(401), 'token-expired', 2],
  ['fails with 403', failingWith(403), 'denied', 1],
  ['fails with 429', failingWith(429), 'rate-limited', 4],
  ['fails with 500', failingWith(500), 'unconfirmed', 4],
];

/** Tests these rows at a server, as it is and with a formatter that drops the paths of errors. */
export function testEnds(server: GraphQLServer, rows: readonly Row[]): void {
  for (const variant of [undefined, 'pathless'] as const)
    describe(`a submit to ${server.name} ${variant ?? ''}`.trim(), { timeout: 60_000 }, () => {
      for (const [does, options, kind, executions, { withoutPaths, keyType } = {}] of rows) {
        const expected = (variant && withoutPaths) || kind;
        it(`is ${expected} if the service ${does}`, async () => {
          const service = createService(options);
          assert.equal((await submitTo(server, service, { variant, keyType })).kind, expected);
          assert.equal(service.executions.length, executions);
        });
      }
    });
}
