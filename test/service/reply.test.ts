/** Tests responses that the model in `truth.test.ts` doesn't generate, and an outcome's members. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { replyOf } from '../../src/service/reply.js';
import { outcomeOf } from '../../src/set-pin/outcome.js';
import { cases, FUZZ } from '../support/fuzz.js';

const FIELD = 'setPinForPaymentCard';
const CARD = { __typename: 'PaymentCard', id: 'card_1', bin: '999900', last4: '1001' };

const result = (value: unknown, rest: object = {}) => ({ data: { [FIELD]: value }, ...rest });
const errors = (code?: unknown, rest: object = {}) => ({
  errors: [{ message: 'A text', ...(code !== undefined && { extensions: { code } }), ...rest }],
});

type Row = readonly [kind: string, status: number, body?: object | undefined, challenge?: string];

const ROWS: readonly Row[] = [
  ['token-expired', 200, errors('UNAUTHORIZED')],
  ['denied', 200, errors('FORBIDDEN')],
  ['misconfigured', 200, errors('GRAPHQL_PARSE_FAILED')],
  ['set', 201, result({ ...CARD, bin: null, last4: undefined })],
  ['set', 200, result(CARD, { errors: [] })],
  ['set', 200, result(CARD, { errors: null })],
  ['rejected', 200, result({ __typename: 'UserError' })],
  ['unconfirmed', 200, result({ ...CARD, id: 7 })],
  ['unconfirmed', 200, result({ __typename: 'Review' })],
  ['unconfirmed', 200, result(CARD, { errors: 'partial' })],
  ['unconfirmed', 200, result([])],
  ['unconfirmed', 200, { data: { result: CARD } }],
  ['unconfirmed', 200, errors({ toString: 1 })],
  ['unconfirmed', 400, { errors: [] }],
  ['misconfigured', 400, errors(undefined, { path: null, errorPath: [FIELD] })],
  ['token-expired', 403, undefined, 'Bearer realm="a", error="invalid_token"'],
  ['token-expired', 403, errors(), 'Bearer error=invalid_token'],
  ['unconfirmed', 403, undefined, 'Bearer error="insufficient_scope"'],
  ['misconfigured', 400, errors(), 'Bearer error="invalid_token"'],
  ...['UNAUTHENTICATED', 'THROTTLED', 'FORBIDDEN', 'BAD_USER_INPUT']
    .flatMap((code) => [`X${code}`, `${code}X`])
    .map((code): Row => ['unconfirmed', 200, errors(code)]),
];

function inField(code?: string): object {
  return result(null, errors(code, { path: [FIELD] }));
}

function classified(classification: string): object {
  return result(null, errors(undefined, { path: [FIELD], extensions: { classification } }));
}

/**
 * Responses from servers that don't run in Node. Their envelopes are from each server's source or
 * tests.
 */
const SERVERS: readonly (readonly [server: string, ...Row])[] = [
  ['graphql-java, Sangria: unknown argument', 'misconfigured', 400, errors()],
  ['Spring: no authentication', 'unconfirmed', 200, classified('UNAUTHORIZED')],
  ['Spring: no permission', 'unconfirmed', 200, classified('FORBIDDEN')],
  // Hot Chocolate gives validation errors a path.
  ['Hot Chocolate: unknown argument', 'unconfirmed', 400, errors(undefined, { path: [FIELD] })],
  ['Hot Chocolate: no authentication', 'token-expired', 200, inField('AUTH_NOT_AUTHENTICATED')],
  ['graphql-ruby: unknown argument', 'unconfirmed', 200, inField('argumentNotAccepted')],
  ['graphql-ruby: no permission', 'unconfirmed', 200, inField()],
  ['gqlgen: unknown argument', 'misconfigured', 422, errors('GRAPHQL_VALIDATION_FAILED')],
  ['gqlgen: bad variable', 'unconfirmed', 422, inField('GRAPHQL_VALIDATION_FAILED')],
  ['gqlgen: no permission', 'unconfirmed', 403],
  ['Hasura: unknown argument', 'misconfigured', 200, errors('validation-failed')],
  ['Hasura: an expired token', 'token-expired', 200, errors('invalid-jwt')],
  ['Hasura: no permission', 'denied', 200, errors('access-denied')],
  ['AppSync: unknown argument', 'unconfirmed', 200, { data: null, ...errors() }],
  ['AppSync: a bad token', 'token-expired', 401, errors()],
  ['Absinthe: unknown argument, Cosmo Router: ids only', 'unconfirmed', 200, errors()],
  // The other servers run registered operations only.
  ['Apollo Router: unknown text', 'misconfigured', 403, errors('QUERY_NOT_IN_SAFELIST')],
  ['Apollo Router: ids only', 'misconfigured', 400, errors('PERSISTED_QUERY_ID_REQUIRED')],
  ['Apollo Router 1: ids only', 'misconfigured', 200, errors('PERSISTED_QUERY_ID_REQUIRED')],
  ['Cosmo Router: unknown text', 'misconfigured', 200, errors('PERSISTED_QUERY_NOT_FOUND')],
  ['Hive Router: ids only', 'misconfigured', 200, errors('PERSISTED_DOCUMENT_ID_REQUIRED')],
  ['Hot Chocolate: unknown text', 'misconfigured', 400, errors('HC0067')],
  ['Grafbase: unknown text', 'misconfigured', 400, errors('TRUSTED_DOCUMENT_ERROR')],
  ['a resolver with such a code', 'unconfirmed', 200, inField('PERSISTED_QUERY_NOT_FOUND')],
  ['a resolver with such a code, 403', 'denied', 403, inField('QUERY_NOT_IN_SAFELIST')],
];

function outcomeFor(status: number, body?: object, challenge?: string) {
  const mediaType = body ? 'application/json' : 'text/html';
  const exchange = { kind: 'answer', status, retryAfter: undefined, challenge, mediaType } as const;
  return outcomeOf({ reply: replyOf({ ...exchange, body }, FIELD), mayBeExecuted: false });
}

describe('a response', () => {
  for (const [kind, ...row] of ROWS)
    it(`is read as ${kind}: ${JSON.stringify(row)}`, () => {
      assert.equal(outcomeFor(...row).kind, kind);
    });

  for (const [server, kind, status, body] of SERVERS)
    it(`is read as ${kind} from ${server}`, () => {
      assert.equal(outcomeFor(status, body).kind, kind);
    });
});

describe('an outcome', () => {
  it('includes the card, but no members of the wrong type', () => {
    const { __typename, id, bin, last4 } = CARD;
    const kind = 'set';
    const whole = { ...CARD, status: 'ACTIVE' };
    assert.deepEqual(outcomeFor(200, result(whole)), { kind, card: { id, bin, last4 } });
    const partly = { __typename, id, bin: 999900, last4: null };
    assert.deepEqual(outcomeFor(200, result(partly)), { kind, card: { id } });
  });

  it('includes a UserError’s codes if they are strings', () => {
    const errors = [{ code: 'X', path: [] }, { code: null }, 'odd', { code: {} }, { code: 'Y' }];
    for (const [given, codes] of [
      [errors, ['X', 'Y']],
      [null, []],
    ]) {
      const body = result({ __typename: 'UserError', errors: given });
      assert.deepEqual(outcomeFor(200, body), { kind: 'rejected', codes });
    }
  });

  it('includes the rate limit’s figures, but no members of the wrong type', () => {
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

  it('includes a request id only if it is fit for display', () => {
    const outcomeWith = (requestId: unknown) => outcomeFor(401, { extensions: { requestId } });
    const kind = 'token-expired';
    assert.deepEqual(outcomeWith('a.B:7_-'), { kind, requestId: 'a.B:7_-' });
    for (const requestId of [7, '', 'a b', '<b>', 'x'.repeat(65), null])
      assert.deepEqual(outcomeWith(requestId), { kind });
  });

  it('suggests checking endpoint after a 404, a 405 or a lost request', () => {
    for (const status of [404, 405])
      for (const body of [errors(), {}, undefined])
        assert.match(JSON.stringify(outcomeFor(status, body)), /Check endpoint/);
    assert.doesNotMatch(JSON.stringify(outcomeFor(200, errors())), /endpoint/);
    assert.match(JSON.stringify(outcomeFor(200)), /not from a GraphQL API/);
    const reply = replyOf({ kind: 'lost' }, FIELD);
    assert.match(JSON.stringify(outcomeOf({ reply, mayBeExecuted: true })), /a wrong endpoint/);
  });

  it('never quotes text from the API in its explanation, whatever the response', () => {
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
