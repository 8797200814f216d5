import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { GraphQLError } from 'graphql';
import type { TokenGrant } from '../../src/service/client-tokens.js';
import type { Outcome } from '../../src/set-pin/outcome.js';
import { nodePlatform } from '../support/scripted-service.js';
import { grantOf, submitTo } from '../support/submit.js';
import type { WayToRefuse } from './servers/server.js';
import { SERVERS } from './servers/servers.js';
import { createService, type Service, type ServiceOptions } from './servers/service.js';

/** The argument that a service has, but not the provider's published schema. */
const KEYED = { keyArgument: 'IdempotencyKey: String' } as const satisfies ServiceOptions;
const NO_LAST4 = { card: 'id: ID! bin: String' } as const satisfies ServiceOptions;

/** A submit to a server, and what the server did. */
interface Submitted {
  readonly outcome: Outcome;
  /** The statuses of the server's answers. */
  readonly statuses: readonly number[];
  readonly executions: Service['executions'];
}

let submits = 0;

/** Submits once to a server. */
async function submitToServer(
  way: WayToRefuse,
  options: ServiceOptions = {},
  grants: readonly TokenGrant[] = [grantOf('first')],
): Promise<Submitted> {
  const service = createService(options);
  const server = await way.start(service);
  try {
    const statuses: number[] = [];
    const platform = nodePlatform();
    const outcome = await submitTo(
      // A server may get the port of an earlier one. The client remembers a corrected document for
      // its address.
      new URL(`${server.url}?submit=${submits++}`),
      'key-1',
      {
        ...platform,
        fetch: async (url, init) => {
          const response = await platform.fetch(url, init);
          statuses.push(response.status);
          return response;
        },
      },
      grants,
    );
    return { outcome, statuses, executions: service.executions };
  } finally {
    await server.stop();
  }
}

for (const { name, statuses, waysToRefuse } of SERVERS) {
  const [first] = waysToRefuse;

  describe(`a submit to ${name}`, () => {
    // Without jitter, a retry starts at once.
    beforeEach(() => void mock.method(Math, 'random', () => 0));
    afterEach(() => mock.restoreAll());

    it('sets the PIN by one execution', async () => {
      const { outcome, statuses, executions } = await submitToServer(first, KEYED);
      assert.deepEqual(outcome, {
        kind: 'set',
        card: { id: 'card_1', bin: '999900', last4: '1001' },
      });
      assert.deepEqual(statuses, [200]);
      assert.equal(executions.length, 1);
      assert.deepEqual({ ...executions[0]?.input }, { paymentCardId: 'card_1', newPin: '4826' });
      assert.equal(executions[0]?.IdempotencyKey, 'key-1');
    });

    for (const [what, options, refused] of [
      ['an argument that the schema lacks', {}, statuses.oneError],
      ['a field that the schema lacks', { ...KEYED, ...NO_LAST4 }, statuses.oneError],
      ['an argument and a field that the schema lacks', NO_LAST4, statuses.twoErrors],
      ['a type that the union lacks', { ...KEYED, union: 'PaymentCard' }, statuses.oneError],
      ['a key of type ID', { keyArgument: 'IdempotencyKey: ID!' }, statuses.oneError],
      [
        'a key of the type IdempotencyKey',
        { keyArgument: 'IdempotencyKey: IdempotencyKey!', types: 'scalar IdempotencyKey' },
        statuses.oneError,
      ],
      [
        'an optional key of the type UUID',
        { keyArgument: 'IdempotencyKey: UUID', types: 'scalar UUID' },
        statuses.oneError,
      ],
    ] as const satisfies readonly (readonly [string, ServiceOptions, number])[]) {
      it(`corrects ${what}, and sets the PIN by one execution`, async () => {
        const submitted = await submitToServer(first, options);
        assert.equal(submitted.outcome.kind, 'set');
        assert.deepEqual(submitted.statuses, [refused, 200]);
        assert.equal(submitted.executions.length, 1);
        const keyed = 'keyArgument' in options;
        assert.equal(submitted.executions[0]?.IdempotencyKey, keyed ? 'key-1' : undefined);
      });
    }

    it('sends the key as a member of the input if the schema requires one', async () => {
      const options = { inputMember: 'idempotencyKey: ID!' };
      const submitted = await submitToServer(first, options);
      assert.equal(submitted.outcome.kind, 'set');
      // The first error is the missing argument: servers check values only in a valid document.
      assert.deepEqual(submitted.statuses, [statuses.oneError, statuses.badValue, 200]);
      assert.equal(submitted.executions.length, 1);
      assert.equal(submitted.executions[0]?.input['idempotencyKey'], 'key-1');
    });

    for (const way of waysToRefuse) {
      it(`renews an expired client token after ${way.name}`, async () => {
        const submitted = await submitToServer(
          way,
          {
            ...KEYED,
            refuse: (authorization) =>
              authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED',
          },
          [grantOf('first'), grantOf('second')],
        );
        assert.equal(submitted.outcome.kind, 'set');
        assert.deepEqual(submitted.statuses, [way.statuses.unauthenticated, 200]);
        assert.equal(submitted.executions.length, 1);
      });

      it(`retries a request over the rate limit after ${way.name}`, async () => {
        let requests = 0;
        const submitted = await submitToServer(way, {
          ...KEYED,
          refuse: () => (requests++ === 0 ? 'RATE_LIMITED' : undefined),
        });
        assert.equal(submitted.outcome.kind, 'set');
        assert.deepEqual(submitted.statuses, [way.statuses.rateLimited, 200]);
        assert.equal(submitted.executions.length, 1);
      });
    }

    it('renews an expired client token if an error makes the whole of data null', async () => {
      const submitted = await submitToServer(
        first,
        {
          ...KEYED,
          nonNull: true,
          refuse: (authorization) =>
            authorization === 'Bearer second' ? undefined : 'UNAUTHENTICATED',
        },
        [grantOf('first'), grantOf('second')],
      );
      assert.equal(submitted.outcome.kind, 'set');
      assert.equal(submitted.executions.length, 1);
    });

    for (const [what, options, status] of [
      ['a member that we don’t know', { inputMember: 'reason: String!' }, statuses.badValue],
      ['a PIN that is a number', { pinType: 'Int!' }, statuses.badValue],
    ] as const) {
      it(`is misconfigured if the schema needs ${what}`, async () => {
        const submitted = await submitToServer(first, { ...KEYED, ...options });
        assert.equal(submitted.outcome.kind, 'misconfigured');
        assert.deepEqual(submitted.statuses, [status]);
        assert.equal(submitted.executions.length, 0);
        // The message of the server's error quotes the PIN.
        assert.doesNotMatch(JSON.stringify(submitted.outcome), /4826/);
      });
    }

    for (const [what, nonNull] of [
      ['the field', false],
      ['the whole of data', true],
    ] as const) {
      it(`is unconfirmed if a resolver throws and ${what} is null`, async () => {
        const submitted = await submitToServer(first, {
          ...KEYED,
          nonNull,
          execute: () => {
            throw new Error('The connection to the database was lost.');
          },
        });
        assert.equal(submitted.outcome.kind, 'unconfirmed');
        assert.deepEqual(submitted.statuses, [200]);
        assert.equal(submitted.executions.length, 1);
      });
    }

    for (const [kind, what, execute] of [
      [
        'rejected',
        'a UserError',
        () => ({
          __typename: 'UserError',
          errors: [{ code: 'X', path: ['newPin'], description: '', errorPath: ['newPin'] }],
        }),
      ],
      ['denied', 'an AccessDeniedError', () => ({ __typename: 'AccessDeniedError' })],
      ['unconfirmed', 'null', () => null],
      [
        'denied',
        'an error with the code FORBIDDEN',
        () => {
          throw new GraphQLError('Denied', { extensions: { code: 'FORBIDDEN' } });
        },
      ],
      [
        'misconfigured',
        'an error with the code BAD_USER_INPUT',
        () => {
          throw new GraphQLError('Bad', { extensions: { code: 'BAD_USER_INPUT' } });
        },
      ],
    ] as const) {
      it(`is ${kind} after ${what}`, async () => {
        const submitted = await submitToServer(first, { ...KEYED, execute });
        assert.equal(submitted.outcome.kind, kind);
        assert.equal(submitted.executions.length, 1);
      });
    }
  });
}
