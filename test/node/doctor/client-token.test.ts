import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inMinutes, payload, TOKEN, useFaultyServices } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';

describe('the client token check of npm run doctor', () => {
  const serve = useFaultyServices();

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
      'a date of another format',
      { ...token, expirationDate: '2099-01-01T00:00:00Z' },
      /expirationDate is not an ISO 8601 date/,
    ],
    [
      'a date that does not exist',
      { ...token, expirationDate: '2099-13-01T00:00:00.000Z' },
      /expirationDate is not an ISO 8601 date/,
    ],
    ['no date', { ...token, expirationDate: null }, /expirationDate is not an ISO 8601 date/],
  ];
  for (const [name, member, finding] of payloads) {
    it(`reports ${name} instead of a token (transport 2.21)`, async () => {
      const { endpoint } = await serve({ GeneratePaymentCardClientToken: payload(member) });
      const run = await diagnoseEndpoint(endpoint, CARD);
      assert.match(findingsOn('client token', run).join(), /^wrong: .* → /);
      assert.match(findingsOn('client token', run).join(), finding);
      assert.doesNotMatch(run.stdout, /Text of the service/);
      assert.equal(run.exitCode, 1);
    });
  }

  it('distinguishes a wrong clock from a wrong token', async () => {
    for (const [minutes, direction] of [
      [60, 'behind'],
      [-60, 'ahead of'],
    ] as const) {
      const { endpoint } = await serve({
        GeneratePaymentCardClientToken: {
          headers: { Date: new Date(inMinutes(minutes)).toUTCString() },
          ...payload({ ...token, expirationDate: inMinutes(minutes + 15) }),
        },
      });
      const run = await diagnoseEndpoint(endpoint, CARD);
      const [lifetime, clock] = findingsOn('client token', run);
      assert.match(lifetime ?? '', /^ok: .* It expires in 15 minutes\.$/);
      assert.match(
        clock ?? '',
        new RegExp(`^note: This machine’s clock is 60 minutes ${direction} the service’s`),
      );
      assert.equal(run.exitCode, 0);
    }
  });
});
