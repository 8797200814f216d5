import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { basicAuthorization, GENERATE_TOKEN, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s authentication', () => {
  const sandbox = useSandbox();
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const ping = (authorization: string | undefined, url = sandbox().sandbox.test.url) =>
    sandbox().post({ query: '{ ping }' }, { authorization, url });

  const assertBadCredentials = ({ status, json }: Reply) => {
    assert.equal(status, 401);
    assert.match(json.errors[0].message, /credentials/);
    assert.ok(json.extensions.requestId);
    assert.equal(json.extensions.rateLimit, undefined);
  };

  it('accepts the API key with or without a colon after it', async () => {
    const { apiKey } = sandbox().sandbox.test;
    assert.equal((await ping(basicAuthorization(apiKey))).status, 200);
    assert.equal((await ping(`Basic ${base64(`${apiKey}:`)}`)).status, 200);
    assert.equal((await ping(`basic ${base64(apiKey)}`)).status, 200);
  });

  it('answers 401 to a client token of the other environment', async () => {
    const authorization = await sandbox().bearer('card_test_accepted');
    const { url } = sandbox().sandbox.live;
    assertBadCredentials(await sandbox().post({ query: '{ __typename }' }, { authorization, url }));
  });

  it('makes no client token for an unknown card', async () => {
    const input = { paymentCardId: 'card_test_unknown', permissions: [] };
    const { json } = await sandbox().post({ query: GENERATE_TOKEN, variables: { input } });
    assert.deepEqual(json.data.generatePaymentCardClientToken, {
      __typename: 'UserError',
      errors: [{ code: 'CARD_NOT_FOUND', errorPath: ['input', 'paymentCardId'] }],
    });
  });

  it('makes a client token that expires after 15 minutes on the sandbox’s clock', async () => {
    const { json: clock } = await sandbox().control('GET', '/clock');
    const { json } = await sandbox().post({
      query: GENERATE_TOKEN,
      variables: {
        input: { paymentCardId: 'card_test_accepted', permissions: ['SET_PAYMENT_CARD_PIN'] },
      },
    });
    const token = json.data.generatePaymentCardClientToken;
    assert.equal(token.__typename, 'ClientToken');
    assert.match(token.value, /^[\w+/-]+=*$/);
    assert.match(token.expirationDate, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const lifetime = Date.parse(token.expirationDate) - Date.parse(clock.now);
    assert.ok(lifetime >= 900_000 && lifetime < 905_000, String(lifetime));
  });

  it('dates its answers by the clock on which client tokens expire', async () => {
    await sandbox().advance(3600);
    const { headers } = await sandbox().post({ query: '{ ping }' });
    const ahead = Date.parse(headers.get('date') ?? '') - Date.now();
    await sandbox().advance(-3600);
    assert.ok(ahead > 3_500_000, String(ahead));
  });

  it('accepts a client token for exactly 15 minutes', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    await sandbox().advance(899);
    const before = await sandbox().setPin(id, { authorization });
    assert.equal(before.json.data.setPinForPaymentCard.__typename, 'PaymentCard');
    await sandbox().advance(1);
    assertBadCredentials(await sandbox().setPin(id, { authorization }));
    assert.equal((await sandbox().setPin(id)).status, 200);
  });

  it('lets only a token for the card with the permission set a PIN', async () => {
    const { id } = await sandbox().card('accepted');
    for (const authorization of [
      await sandbox().bearer((await sandbox().card('accepted')).id),
      await sandbox().bearer(id, []),
      await sandbox().bearer(id, ['READ_RESTRICTED_DETAILS']),
      sandbox().basic,
    ]) {
      const { status, json } = await sandbox().setPin(id, { authorization });
      assert.equal(status, 200);
      assert.equal(json.data.setPinForPaymentCard.__typename, 'AccessDeniedError');
      assert.equal(typeof json.data.setPinForPaymentCard.message, 'string');
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('does not let a client token execute any other operation', async () => {
    const authorization = await sandbox().bearer('card_test_accepted');
    const query = '{ ping node(id: "card_test_accepted") { id } organizations { id } }';
    const { status, json } = await sandbox().post({ query }, { authorization });
    assert.equal(status, 200);
    assert.deepEqual(json.data, { ping: null, node: null, organizations: null });
    assert.deepEqual(
      json.errors.map((error: { errorPath: unknown }) => error.errorPath),
      [['ping'], ['node'], ['organizations']],
    );
    const mint = await sandbox().post(
      {
        query: GENERATE_TOKEN,
        variables: { input: { paymentCardId: 'card_test_accepted', permissions: [] } },
      },
      { authorization },
    );
    assert.equal(mint.json.data.generatePaymentCardClientToken.__typename, 'AccessDeniedError');
  });

  it('lets a client token introspect the schema', async () => {
    const authorization = await sandbox().bearer('card_test_accepted');
    const query = '{ __schema { queryType { name } } }';
    const { json } = await sandbox().post({ query }, { authorization });
    assert.equal(json.data.__schema.queryType.name, 'Query');
  });
});
