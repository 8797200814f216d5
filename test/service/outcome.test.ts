import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replyOf } from '../../src/service/reply.js';
import { outcomeOf } from '../../src/set-pin/outcome.js';
import { CARD, envelope } from '../support/scripted-service.js';

const outcomeFor = (body: unknown, status = 200) =>
  outcomeOf({
    reply: replyOf({ kind: 'answer', status, retryAfter: undefined, challenge: undefined, body }),
    mayBeExecuted: false,
  });
const outcomeForPayload = (payload: unknown, rest: object = {}) =>
  outcomeFor(envelope(payload, rest));

describe('the outcome', () => {
  it('is set for one shape only (transport 2.22, 4.12, C.48)', () => {
    const { id, bin, last4 } = CARD;
    assert.deepEqual(outcomeForPayload(CARD), {
      kind: 'set',
      card: { id, bin, last4 },
      requestId: 'r-1',
    });
    assert.equal(outcomeForPayload(CARD, { errors: [] }).kind, 'set');
    assert.equal(outcomeForPayload(CARD, { errors: null }).kind, 'set');
  });

  it('is set for a card without a bin or last4 (transport C.48)', () => {
    const { __typename, id, bin, last4 } = CARD;
    for (const [payload, card] of [
      [{ __typename, id }, { id }],
      [{ __typename, id, bin: null, last4: null }, { id }],
      [
        { __typename, id, bin, last4: null },
        { id, bin },
      ],
      [
        { __typename, id, bin: 999900, last4 },
        { id, last4 },
      ],
    ])
      assert.deepEqual(outcomeForPayload(payload), { kind: 'set', card, requestId: 'r-1' });
  });

  it('is unconfirmed for a 200 that it does not understand (transport 4.14, 7.2, C.10, C.41, C.48)', () => {
    const payloads = [
      undefined,
      null,
      true,
      'PaymentCard',
      [CARD],
      {},
      { ...CARD, __typename: undefined },
      { ...CARD, __typename: 'Paymentcard' },
      { ...CARD, id: 7 },
      { __typename: 'SomethingNew' },
    ];
    for (const payload of payloads)
      assert.deepEqual(outcomeForPayload(payload), { kind: 'unconfirmed', requestId: 'r-1' });
    for (const body of [undefined, null, 7, 'ok', [], {}, { data: null }, { data: [] }])
      assert.deepEqual(outcomeFor(body), { kind: 'unconfirmed' });
    assert.equal(outcomeForPayload(CARD, { errors: [{ message: 'partial' }] }).kind, 'unconfirmed');
    assert.equal(outcomeForPayload(CARD, { errors: 'partial' }).kind, 'unconfirmed');
  });

  it('ignores a polluted prototype', () => {
    const pollution = { data: { result: CARD }, ...CARD };
    for (const [name, value] of Object.entries(pollution))
      Object.defineProperty(Object.prototype, name, { configurable: true, value });
    try {
      assert.deepEqual(outcomeFor(undefined), { kind: 'unconfirmed' });
    } finally {
      for (const name of Object.keys(pollution)) Reflect.deleteProperty(Object.prototype, name);
    }
  });

  it('has the codes of a UserError in any shape (transport 2.23, 4.13, 7.9)', () => {
    const errors = [
      { code: 'PIN_TOO_SIMPLE' },
      { code: null },
      {},
      'odd',
      { code: { toString: 1, valueOf: 1 } },
      { code: 'X', path: ['input', 'newPin'] },
    ];
    assert.deepEqual(outcomeForPayload({ __typename: 'UserError', errors }), {
      kind: 'rejected',
      codes: ['PIN_TOO_SIMPLE', 'X'],
      requestId: 'r-1',
    });
    assert.deepEqual(outcomeForPayload({ __typename: 'UserError', errors: null }), {
      kind: 'rejected',
      codes: [],
      requestId: 'r-1',
    });
  });

  it('depends on what each status says about the execution (transport 8.7, C.9, C.10)', () => {
    const kinds = {
      204: 'unconfirmed',
      302: 'unconfirmed',
      400: 'misconfigured',
      401: 'token-expired',
      403: 'denied',
      404: 'misconfigured',
      405: 'misconfigured',
      408: 'unconfirmed',
      409: 'unconfirmed',
      410: 'misconfigured',
      411: 'misconfigured',
      413: 'misconfigured',
      414: 'misconfigured',
      415: 'misconfigured',
      421: 'misconfigured',
      422: 'misconfigured',
      425: 'misconfigured',
      426: 'misconfigured',
      431: 'misconfigured',
      451: 'misconfigured',
      429: 'rate-limited',
      500: 'unconfirmed',
      502: 'unconfirmed',
      503: 'unconfirmed',
      504: 'unconfirmed',
    };
    for (const [status, kind] of Object.entries(kinds)) {
      assert.equal(outcomeFor('<html>', Number(status)).kind, kind, status);
      // None of these statuses is a success, even if the body looks like one.
      const body = { data: { result: CARD } };
      assert.equal(outcomeFor(body, Number(status)).kind, kind, status);
    }
  });

  it('names the status that refused the request (transport C.9)', () => {
    for (const [status, detail] of [
      [404, 'endpoint-not-found'],
      [413, 'request-refused'],
      [451, 'request-refused'],
    ] as const) {
      const outcome = outcomeFor('<html>', status);
      assert.ok(outcome.kind === 'misconfigured');
      assert.equal(outcome.detail, detail);
      assert.match(outcome.explanation, new RegExp(`status ${status}`));
    }
  });

  it('takes 201 and 203 for 200 (transport C.58)', () => {
    for (const status of [201, 203]) {
      assert.equal(outcomeFor(envelope(CARD), status).kind, 'set');
      assert.equal(outcomeFor({ errors: [{ message: 'No.' }] }, status).kind, 'misconfigured');
      assert.equal(outcomeFor('<html>', status).kind, 'unconfirmed');
    }
  });

  it('depends on the code of an error at any status, with and without data (transport C.59)', () => {
    const kinds = {
      UNAUTHENTICATED: 'token-expired',
      UNAUTHORIZED: 'token-expired',
      AUTH_NOT_AUTHENTICATED: 'token-expired',
      'invalid-jwt': 'token-expired',
      FORBIDDEN: 'denied',
      AUTH_NOT_AUTHORIZED: 'denied',
      'access-denied': 'denied',
      RATE_LIMITED: 'rate-limited',
      THROTTLED: 'rate-limited',
      TOO_MANY_REQUESTS: 'rate-limited',
      GRAPHQL_VALIDATION_FAILED: 'misconfigured',
      GRAPHQL_PARSE_FAILED: 'misconfigured',
      BAD_USER_INPUT: 'misconfigured',
    };
    for (const [code, kind] of Object.entries(kinds)) {
      const error = { message: 'No.', extensions: { code } };
      for (const status of [200, 203, 400, 401, 403, 422, 429, 500, 502, 503]) {
        for (const body of [
          { errors: [error] },
          { data: null, errors: [error] },
          { data: null, errors: [{ ...error, path: ['result'] }] },
          { data: { result: null }, errors: [{ ...error, path: ['result'] }] },
        ])
          assert.equal(outcomeFor(body, status).kind, kind, `${code} ${status}`);
      }
    }
  });

  it('ignores the code of an error in a field of the result, which was executed (transport C.59)', () => {
    const error = { message: 'No.', path: ['result', 'last4'], extensions: { code: 'FORBIDDEN' } };
    for (const body of [
      { data: null, errors: [error] },
      { data: { result: null }, errors: [error] },
      { data: { result: CARD }, errors: [error] },
      { errors: [error] },
    ])
      assert.equal(outcomeFor(body).kind, 'unconfirmed');
  });

  it('is misconfigured for errors without data, which come before the execution (transport C.60)', () => {
    const outcome = outcomeFor({ errors: [{ message: 'No.' }] });
    assert.ok(outcome.kind === 'misconfigured' && outcome.detail === 'operation-refused');
    // Some servers leave `data` out after the execution too.
    for (const error of [
      { message: 'No.', path: ['result'] },
      { message: 'No.', extensions: { code: 'unexpected' } },
      { message: 'No.', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
    ])
      assert.equal(outcomeFor({ errors: [error] }).kind, 'unconfirmed');
    assert.equal(outcomeFor({ data: null, errors: [{ message: 'No.' }] }).kind, 'unconfirmed');
  });

  it('is token-expired for a 403 about an invalid token (transport C.59)', () => {
    const outcomeOf403 = (challenge: string | undefined) =>
      outcomeOf({
        reply: replyOf({ kind: 'answer', status: 403, retryAfter: undefined, challenge, body: {} }),
        mayBeExecuted: false,
      }).kind;
    // RFC 6750, section 3.
    const challenge = 'Bearer realm="example", error="invalid_token", error_description="expired"';
    assert.equal(outcomeOf403(challenge), 'token-expired');
    assert.equal(outcomeOf403('Bearer error="insufficient_scope"'), 'denied');
    assert.equal(outcomeOf403(undefined), 'denied');
  });

  it('is unavailable for a 503 of the service itself, which has a request id (transport C.9)', () => {
    const body = { data: null, extensions: { requestId: 'r-1' } };
    assert.deepEqual(outcomeFor(body, 503), { kind: 'unavailable', requestId: 'r-1' });
  });

  it('is known for a request without an answer (transport C.9, C.10)', () => {
    const ended = (kind: 'lost' | 'unsent' | 'aborted' | 'no-token') =>
      outcomeOf({ reply: { kind }, mayBeExecuted: false });
    const lost = ended('lost');
    assert.ok(lost.kind === 'unconfirmed');
    assert.match(lost.explanation ?? '', /blocked.*authorization.*policy/);
    assert.deepEqual(ended('unsent'), { kind: 'unavailable', detail: 'offline' });
    assert.deepEqual(ended('aborted'), { kind: 'aborted' });
    assert.deepEqual(ended('no-token'), { kind: 'token-expired' });
  });

  it('has the rate limit of the service, without members of a wrong type (transport 2.13, 2.15, 2.16, 2.17, 2.18, 2.19, 2.20, C.51)', () => {
    const rateLimit = {
      asOf: '2026-09-03T10:00:00.000Z',
      count: { remaining: 0, limit: 60 },
      complexity: { cost: 3, remaining: 12, limit: 1000 },
    };
    assert.deepEqual(outcomeFor({ data: {}, extensions: { rateLimit } }, 429), {
      kind: 'rate-limited',
      rateLimit,
    });
    const odd = { asOf: 7, count: 'none', complexity: { cost: '3' } };
    assert.deepEqual(outcomeFor({ extensions: { rateLimit: odd } }, 429), {
      kind: 'rate-limited',
      rateLimit: { complexity: {} },
    });
    for (const [nothing, carried] of [
      [null, {}],
      [{ count: null }, { rateLimit: {} }],
    ]) {
      const body = { extensions: { rateLimit: nothing } };
      assert.deepEqual(outcomeFor(body, 429), { kind: 'rate-limited', ...carried });
    }
    assert.deepEqual(outcomeFor({}, 429), { kind: 'rate-limited' });
  });

  it('ignores unknown members (transport 2.7, 2.14, 2.26, 9.3)', () => {
    const extensions = { requestId: 'r-1', trace: { spans: [] }, deprecated: true };
    const { id, bin, last4 } = CARD;
    const card = { ...CARD, status: 'ACTIVE', network: null };
    assert.deepEqual(outcomeFor({ data: { result: card, other: 1 }, hint: 'new', extensions }), {
      kind: 'set',
      card: { id, bin, last4 },
      requestId: 'r-1',
    });
    const payload = {
      __typename: 'UserError',
      errors: [{ code: 'X', path: ['input'], message: 'No.' }],
      retryable: false,
    };
    assert.deepEqual(outcomeFor({ data: { result: payload }, extensions }), {
      kind: 'rejected',
      codes: ['X'],
      requestId: 'r-1',
    });
    const rateLimit = { count: { limit: 60, window: 60 }, burst: { limit: 5 } };
    assert.deepEqual(outcomeFor({ extensions: { ...extensions, rateLimit } }, 429), {
      kind: 'rate-limited',
      rateLimit: { count: { limit: 60 } },
      requestId: 'r-1',
    });
  });

  it('has no request id that is unfit for display (transport 2.12, C.53)', () => {
    for (const requestId of [7, '', 'a b', '<b>', 'x'.repeat(65), null])
      assert.deepEqual(outcomeFor({ extensions: { requestId } }, 401), { kind: 'token-expired' });
    assert.deepEqual(outcomeFor({ extensions: { requestId: 'a.B:7_-' } }, 401), {
      kind: 'token-expired',
      requestId: 'a.B:7_-',
    });
  });
});
