/** The rows of docs/errors.md: what each answer means, and what follows from it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { replyOf } from '../../src/service/reply.js';
import { waitBeforeRetry } from '../../src/service/retry-policy.js';
import { outcomeOf } from '../../src/set-pin/outcome.js';
import { cases, FUZZ } from '../support/fuzz.js';

const FIELD = 'setPinForPaymentCard';
const CARD = { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' };

const result = (value: unknown, rest: object = {}) => ({ data: { [FIELD]: value }, ...rest });
const errors = (code?: unknown, rest: object = {}) => ({
  errors: [{ message: 'A text', ...(code !== undefined && { extensions: { code } }), ...rest }],
});
const both = (...codes: string[]) => ({
  errors: codes.map((code) => ({ message: 'A text', extensions: { code } })),
});

interface Row {
  readonly kind: string;
  /** Whether another attempt is made under a key. */
  readonly again?: boolean;
  readonly answers: readonly (readonly [status: number, body?: unknown, challenge?: string])[];
}

const ROWS: Readonly<Record<string, Row>> = {
  'a card with an id, and no errors': {
    kind: 'set',
    answers: [
      [200, result(CARD)],
      [201, result({ ...CARD, bin: null, last4: undefined })],
      [200, result(CARD, { errors: [] })],
      [200, result(CARD, { errors: null })],
      [500, result(CARD)],
    ],
  },
  'a UserError, and no errors': {
    kind: 'rejected',
    answers: [
      [200, result({ __typename: 'UserError', errors: [{ code: 'X' }] })],
      [200, result({ __typename: 'UserError' })],
    ],
  },
  'an AccessDeniedError, and no errors': {
    kind: 'denied',
    answers: [[200, result({ __typename: 'AccessDeniedError' })]],
  },
  'any other result, or one beside errors': {
    kind: 'unconfirmed',
    answers: [
      [200, result({ ...CARD, id: 7 })],
      [200, result({ __typename: 'Review' })],
      [200, result({})],
      [200, result(CARD, errors('UNAUTHENTICATED'))],
      [200, result(CARD, { errors: 'partial' })],
      [401, result(CARD, errors())],
      [503, result(CARD, errors())],
    ],
  },
  'a refused token': {
    kind: 'token-expired',
    answers: [
      [401],
      [401, '<html>'],
      [401, result(null, errors('INTERNAL_SERVER_ERROR', { path: [FIELD] }))],
      [403, undefined, 'Bearer realm="a", error="invalid_token"'],
      [403, errors(), 'Bearer error=invalid_token'],
      ...['UNAUTHENTICATED', 'UNAUTHORIZED', 'AUTH_NOT_AUTHENTICATED', 'invalid-jwt'].map(
        (code) => [200, result(null, errors(code, { path: [FIELD] }))] as const,
      ),
      [400, errors('UNAUTHENTICATED')],
      [500, both('UNAUTHENTICATED', 'UNAUTHORIZED')],
    ],
  },
  'a rate limit': {
    kind: 'rate-limited',
    again: true,
    answers: [
      [429],
      [429, '<html>'],
      [200, errors('RATE_LIMITED')],
      [400, errors('RATE_LIMITED')],
      [500, errors('THROTTLED')],
      [200, errors('TOO_MANY_REQUESTS', { path: [FIELD] })],
    ],
  },
  'a token without the permission': {
    kind: 'denied',
    answers: [
      [403, errors()],
      [200, errors('FORBIDDEN', { path: [FIELD] })],
      [200, errors('AUTH_NOT_AUTHORIZED')],
      [200, errors('access-denied')],
    ],
  },
  'a refused document': {
    kind: 'misconfigured',
    answers: [
      [400, errors()],
      [422, { data: null, ...errors() }],
      [400, errors(undefined, { errorPath: [FIELD] })],
      [200, errors('GRAPHQL_PARSE_FAILED')],
      [200, errors('GRAPHQL_VALIDATION_FAILED')],
      [500, errors('BAD_USER_INPUT')],
    ],
  },
  'an answer that may be another one later': {
    kind: 'unconfirmed',
    again: true,
    answers: [500, 502, 503, 504, 599, 408, 409, 425].flatMap((status) => [
      [status],
      [status, '<html>'],
      [status, errors('INTERNAL_SERVER_ERROR', { path: [FIELD] })],
    ]),
  },
  'any other answer': {
    kind: 'unconfirmed',
    answers: [
      ...[200, 202, 204, 302, 400, 403, 404, 405, 406, 413, 415, 419, 422, 451].map(
        (status) => [status, '<html>'] as const,
      ),
      [200, {}],
      [200, { data: null }],
      [200, result(null)],
      [200, result([])],
      [200, { data: { result: CARD } }],
      [200, errors()],
      [200, errors('INTERNAL_SERVER_ERROR')],
      [400, errors(undefined, { path: [FIELD] })],
      [200, errors('BAD_USER_INPUT', { path: [FIELD] })],
      // A code counts only if every error has one of its row.
      [200, both('UNAUTHENTICATED', 'INTERNAL_SERVER_ERROR')],
      [200, both('FORBIDDEN', 'UNAUTHENTICATED')],
      [200, errors({ toString: 1 })],
      [200, errors(' UNAUTHENTICATED')],
      [403, undefined, 'Bearer error="insufficient_scope"'],
      [400, { errors: [] }],
    ],
  },
};

/**
 * Answers of servers that don't run in Node. Their envelopes are from the source or the tests of
 * each server.
 */
const SERVERS: readonly (readonly [server: string, kind: string, status: number, body?: object])[] =
  [
    ['graphql-java: unknown argument', 'misconfigured', 400, errors()],
    ['Spring: no authentication', 'unconfirmed', 200, result(null, classified('UNAUTHORIZED'))],
    ['Spring: no permission', 'unconfirmed', 200, result(null, classified('FORBIDDEN'))],
    // It gives validation errors a path.
    ['Hot Chocolate: unknown argument', 'unconfirmed', 400, errors(undefined, { path: [FIELD] })],
    ['Hot Chocolate: no authentication', 'token-expired', 200, inField('AUTH_NOT_AUTHENTICATED')],
    ['graphql-ruby: unknown argument', 'unconfirmed', 200, inField('argumentNotAccepted')],
    ['graphql-ruby: no permission', 'unconfirmed', 200, inField()],
    ['gqlgen: unknown argument', 'misconfigured', 422, errors('GRAPHQL_VALIDATION_FAILED')],
    ['gqlgen: bad variable', 'unconfirmed', 422, inField('GRAPHQL_VALIDATION_FAILED')],
    ['gqlgen: no permission', 'unconfirmed', 403],
    ['Hasura: unknown argument', 'unconfirmed', 200, errors('validation-failed')],
    ['Hasura: an expired token', 'token-expired', 200, errors('invalid-jwt')],
    ['Hasura: no permission', 'denied', 200, errors('access-denied')],
    ['AppSync: unknown argument', 'unconfirmed', 200, { data: null, ...errors() }],
    ['AppSync: a bad token', 'token-expired', 401, errors()],
    ['Absinthe: unknown argument', 'unconfirmed', 200, errors()],
    ['Sangria: unknown argument', 'misconfigured', 400, errors()],
  ];

function classified(classification: string): object {
  return { errors: [{ message: 'A text', path: [FIELD], extensions: { classification } }] };
}

function inField(code?: string): object {
  return result(null, errors(code, { path: [FIELD] }));
}

function read(status: number, body?: unknown, challenge?: string) {
  const isJson = typeof body === 'object';
  const mediaType = isJson ? 'application/json' : 'text/html';
  const exchange = { kind: 'answer', status, retryAfter: undefined, challenge, mediaType } as const;
  return replyOf({ ...exchange, body: isJson ? body : undefined }, FIELD);
}

describe('an answer', () => {
  for (const [name, { kind, again = false, answers }] of Object.entries(ROWS))
    for (const [status, body, challenge] of answers) {
      const text = `${status} ${JSON.stringify(body) ?? ''} ${challenge ?? ''}`.trim();
      it(`is read as ${name}: ${text}`, () => {
        const reply = read(status, body, challenge);
        const outcome = outcomeOf({ reply, mayBeExecuted: false });
        assert.equal(outcome.kind, kind);
        if (kind === 'unconfirmed' || kind === 'misconfigured')
          assert.match('explanation' in outcome ? String(outcome.explanation) : '', /\w+\.$/);
        const course = { attempts: 1, elapsed: 0 };
        assert.equal(waitBeforeRetry(reply, { ...course, keyed: true }, 0) !== undefined, again);
        assert.equal(waitBeforeRetry(reply, { ...course, keyed: false }, 0), undefined);
      });
    }

  for (const [server, kind, status, body] of SERVERS)
    it(`is read as ${kind} from ${server}`, () => {
      assert.equal(outcomeFor(status, body).kind, kind);
    });
});

function outcomeFor(status: number, body?: unknown) {
  return outcomeOf({ reply: read(status, body), mayBeExecuted: false });
}

describe('an outcome', () => {
  it('has the card, without members of a wrong type', () => {
    const { __typename, id, bin, last4 } = CARD;
    const kind = 'set';
    const whole = { ...CARD, status: 'ACTIVE' };
    assert.deepEqual(outcomeFor(200, result(whole)), { kind, card: { id, bin, last4 } });
    const partly = { __typename, id, bin: 999900, last4 };
    assert.deepEqual(outcomeFor(200, result(partly)), { kind, card: { id, last4 } });
    for (const none of [{}, { bin: null, last4: null }])
      assert.deepEqual(outcomeFor(200, result({ __typename, id, ...none })), {
        kind,
        card: { id },
      });
  });

  it('has the codes of a UserError that are texts', () => {
    const errors = [{ code: 'X', path: [] }, { code: null }, 'odd', { code: {} }, { code: 'Y' }];
    for (const [given, codes] of [
      [errors, ['X', 'Y']],
      [null, []],
    ]) {
      const body = result({ __typename: 'UserError', errors: given });
      assert.deepEqual(outcomeFor(200, body), { kind: 'rejected', codes });
    }
  });

  it('has the figures of a rate limit, without members of a wrong type', () => {
    const bucket = { cost: 3, remaining: 12, limit: 1000 };
    const asOf = '2026-09-03T10:00:00.000Z';
    for (const [given, expected] of [
      [
        { asOf, count: { ...bucket, window: 60 }, burst: 1 },
        { rateLimit: { asOf, count: bucket } },
      ],
      [{ asOf: 7, count: null, complexity: { cost: '3' } }, { rateLimit: { complexity: {} } }],
      [null, {}],
    ]) {
      const body = { extensions: { rateLimit: given } };
      assert.deepEqual(outcomeFor(429, body), { kind: 'rate-limited', ...expected });
    }
  });

  it('has a request id that is fit for display, and no other', () => {
    const outcomeWith = (requestId: unknown) => outcomeFor(401, { extensions: { requestId } });
    const kind = 'token-expired';
    assert.deepEqual(outcomeWith('a.B:7_-'), { kind, requestId: 'a.B:7_-' });
    for (const requestId of [7, '', 'a b', '<b>', 'x'.repeat(65), null])
      assert.deepEqual(outcomeWith(requestId), { kind });
  });

  it('ignores a polluted prototype', () => {
    const pollution = { data: { [FIELD]: CARD }, ...CARD };
    for (const [name, value] of Object.entries(pollution))
      Object.defineProperty(Object.prototype, name, { configurable: true, value });
    try {
      assert.equal(outcomeFor(200, {}).kind, 'unconfirmed');
    } finally {
      for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it('says that the address may be wrong if there is nothing at it, or nothing to post to', () => {
    for (const status of [404, 405])
      for (const body of [errors(), {}, undefined, '<html>']) {
        const outcome = outcomeFor(status, body);
        assert.match(JSON.stringify(outcome), /Check the address in endpoint/);
      }
    assert.doesNotMatch(JSON.stringify(outcomeFor(200, errors())), /address/);
    const reply = replyOf({ kind: 'lost' }, FIELD);
    assert.match(
      JSON.stringify(outcomeOf({ reply, mayBeExecuted: true })),
      /check the address in endpoint/,
    );
  });

  it('explains itself without a text of the service, whatever the answer is', () => {
    const names = ['data', 'errors', 'extensions', 'code', 'path', 'requestId', 'rateLimit', FIELD];
    const anyBody = fc.object({
      key: fc.constantFrom(...names, '__typename', 'id', '__proto__'),
      values: [fc.constantFrom('A text', 'PaymentCard', 'UserError', null, 7)],
    });
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), anyBody, (status, body) => {
        const outcome = outcomeFor(status, body);
        if ('explanation' in outcome) assert.doesNotMatch(outcome.explanation ?? '', /A text/);
      }),
      { ...FUZZ, numRuns: cases(5000) },
    );
  });
});
