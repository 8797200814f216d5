import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicAuthorization, GENERATE_TOKEN, useSandbox, type Reply } from './sandbox-client.js';

const CARD = 'card_test_accepted';

describe('the sandbox’s authentication', () => {
  const sandbox = useSandbox();
  const payloadOf = ({ json }: Reply) => json.data.setPinForPaymentCard;

  const assertBadCredentials = ({ status, json }: Reply) => {
    assert.equal(status, 401);
    assert.match(json.errors[0].message, /credentials/);
  };

  it('accepts the API key with or without a colon after it', async () => {
    const { apiKey } = sandbox().sandbox.test;
    const basic = basicAuthorization(apiKey);
    for (const authorization of [
      basic,
      basic.replace('Basic', 'basic'),
      basicAuthorization(`${apiKey}:`),
    ])
      assert.equal((await sandbox().post({ query: '{ ping }' }, { authorization })).status, 200);
  });

  it('makes a client token only for a card that it knows', async () => {
    const input = { paymentCardId: 'card_test_unknown', permissions: [] };
    const { json } = await sandbox().post({ query: GENERATE_TOKEN, variables: { input } });
    assert.deepEqual(json.data.generatePaymentCardClientToken, {
      __typename: 'UserError',
      errors: [{ code: 'CARD_NOT_FOUND', errorPath: ['input', 'paymentCardId'] }],
    });
  });

  it('accepts a client token for exactly 15 minutes on the clock of its answers', async () => {
    const { id } = await sandbox().card('accepted');
    const { value, expirationDate } = await sandbox().token(id);
    const authorization = `Bearer ${value}`;
    await sandbox().advance(899);
    const before = await sandbox().setPin(id, { authorization });
    assert.equal(payloadOf(before).__typename, 'PaymentCard');
    const rest = Date.parse(expirationDate!) - Date.parse(before.headers.get('date')!);
    assert.ok(rest >= 0 && rest < 3000, String(rest));
    await sandbox().advance(1);
    assertBadCredentials(await sandbox().setPin(id, { authorization }));
    assert.equal((await sandbox().setPin(id)).status, 200);
  });

  it('answers 401 to a client token of the other environment', async () => {
    const authorization = await sandbox().bearer(CARD);
    const { url } = sandbox().sandbox.live;
    assertBadCredentials(await sandbox().post({ query: '{ __typename }' }, { authorization, url }));
  });

  it('lets only a token for the card with the permission set a PIN', async () => {
    const { id } = await sandbox().card('accepted');
    for (const authorization of [
      await sandbox().bearer(CARD),
      await sandbox().bearer(id, ['READ_RESTRICTED_DETAILS']),
      sandbox().basic,
    ]) {
      const { __typename, message } = payloadOf(await sandbox().setPin(id, { authorization }));
      assert.equal(__typename, 'AccessDeniedError');
      assert.equal(typeof message, 'string');
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('lets a client token read the schema, and execute nothing else', async () => {
    const authorization = await sandbox().bearer(CARD);
    const query = `query { __schema { queryType { name } }
      ping node(id: "card_test_accepted") { id } organizations { id } }`;
    const { status, json } = await sandbox().post({ query }, { authorization });
    assert.equal(status, 200);
    const __schema = { queryType: { name: 'Query' } };
    assert.deepEqual(json.data, { __schema, ping: null, node: null, organizations: null });
    assert.deepEqual(
      json.errors.map((error: { errorPath: unknown }) => error.errorPath),
      [['ping'], ['node'], ['organizations']],
    );
    const variables = { input: { paymentCardId: CARD, permissions: [] } };
    const mint = await sandbox().post({ query: GENERATE_TOKEN, variables }, { authorization });
    assert.equal(mint.json.data.generatePaymentCardClientToken.__typename, 'AccessDeniedError');
  });
});
