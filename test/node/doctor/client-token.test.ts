import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inMinutes, payload, TOKEN, type Reply } from './faulty-service.js';
import { useDoctor } from './run-doctor.js';

describe('the client token check of set-card-pin doctor', () => {
  const diagnose = useDoctor();

  const CARD = { card: 'card_1' };
  const token = { __typename: 'ClientToken', value: TOKEN, expirationDate: inMinutes(15) };
  const payloads: readonly [name: string, member: unknown, finding: RegExp][] = [
    [
      'a UserError',
      {
        __typename: 'UserError',
        errors: [{ code: 'CARD_CLOSED' }, { code: 'Text of the service' }],
      },
      /makes no token for this card\. Codes: CARD_CLOSED\./,
    ],
    [
      'a UserError without a code',
      { __typename: 'UserError', errors: [{}] },
      /Codes: none that can be shown/,
    ],
    ['an AccessDeniedError', { __typename: 'AccessDeniedError' }, /The key may not make a token/],
    [
      'an unknown type',
      { ...token, __typename: 'Text of the service' },
      /of an unknown type instead of a token/,
    ],
    ['no payload', null, /of an unknown type instead of a token/],
    [
      'a value that can’t be sent in a header',
      { ...token, value: `${TOKEN}\r\nX: y` },
      /not base64-style text/,
    ],
    ['no value', { ...token, value: undefined }, /not base64-style text/],
    [
      'a date that does not exist',
      { ...token, expirationDate: '2099-13-01T00:00:00.000Z' },
      /expirationDate is not a date that the element can read/,
    ],
    [
      'a number instead of a date',
      { ...token, expirationDate: 1_900_000_000 },
      /expirationDate is not a date that the element can read/,
    ],
  ];
  for (const [name, member, finding] of payloads) {
    it(`reports ${name} instead of a token`, async () => {
      const run = await diagnose({ GeneratePaymentCardClientToken: payload(member) }, CARD);
      assert.match(run.on('client token'), /^wrong: .* → /);
      assert.match(run.on('client token'), finding);
    });
  }

  it('accepts a token without an expiry date, which is used until it is refused', async () => {
    for (const expirationDate of [null, undefined]) {
      const run = await diagnose(
        {
          GeneratePaymentCardClientToken: payload({ ...token, expirationDate }),
        },
        CARD,
      );
      assert.match(
        run.on('client token'),
        /^ok: .* no expiry date: the element uses it until it is refused/,
      );
    }
  });

  it('reads the expiry date by the clock of the service, and reports an expired token', async () => {
    for (const [minutes, date, finding] of [
      [75, undefined, /^ok: .* in 75 minutes\.$/],
      [75, 60, /^ok: .* in 15 minutes\.$/],
      [-45, undefined, /^wrong: The token expired 45 minutes before it arrived/],
    ] as const) {
      const run = await diagnose(
        {
          GeneratePaymentCardClientToken: {
            headers: { ...(date && { Date: new Date(inMinutes(date)).toUTCString() }) },
            ...payload({ ...token, expirationDate: inMinutes(minutes) }),
          },
        },
        CARD,
      );
      assert.match(run.on('client token'), finding);
    }
  });

  const error = (code: string): object => ({ message: 'No.', extensions: { code } });
  const refusals: readonly [name: string, reply: Reply, finding: RegExp][] = [
    ['401', { status: 401, headers: { 'Content-Type': 'text/plain' } }, /^ok: .* \(401\)/],
    [
      'UNAUTHENTICATED at 200',
      { body: { data: { organizations: null }, errors: [error('UNAUTHENTICATED')] } },
      /^ok: .* \(200\)/,
    ],
    [
      '403 with invalid_token',
      { status: 403, headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
      /^ok: .* \(403\)/,
    ],
    ['403', { status: 403 }, /^wrong: .* with 403, .* → .* 401, or .* UNAUTHENTICATED/],
    [
      'an error without a code at 200',
      { body: { data: { organizations: null }, errors: [{ message: 'Not Authorised!' }] } },
      /^wrong: .* with 200, /,
    ],
    ['500', { status: 500, body: { statusCode: 500 } }, /^wrong: .* with 500, /],
    [
      'the data that only a valid token should get',
      { body: { data: { organizations: [{ id: 'org_1' }] } } },
      /^note: The service accepted an invalid token/,
    ],
  ];
  for (const [name, reply, finding] of refusals) {
    it(`says whether the element notices a refused token by ${name}`, async () => {
      const run = await diagnose({ RefusedToken: reply });
      assert.match(run.on('refused token'), finding);
    });
  }
});
