import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { PIN, SET_PIN, useSandbox } from './sandbox-client.js';

/** Sets a PIN with the fields that the provider's schema has, and no key. */
const SET_PIN_WITHOUT_KEY = /* GraphQL */ `
  mutation ($input: SetPinForPaymentCardInput!) {
    setPinForPaymentCard(input: $input) {
      __typename
      ... on PaymentCard {
        bin
        last4
      }
      ... on UserError {
        errors {
          code
          path
          errorPath
          description
        }
      }
      ... on AccessDeniedError {
        message
      }
    }
  }
`;

describe('the sandbox with --schema provider', () => {
  const sandbox = useSandbox({ schema: 'provider' });

  const setPin = async (cardId: string, newPin: string) => {
    const { json } = await sandbox().post(
      { query: SET_PIN_WITHOUT_KEY, variables: { input: { paymentCardId: cardId, newPin } } },
      { authorization: await sandbox().bearer(cardId) },
    );
    return json.data.setPinForPaymentCard;
  };

  it('has errors with errorPath and the deprecated path (transport 2.23)', async () => {
    const query = `{ __type(name: "FieldUserError") {
      fields(includeDeprecated: true) { name isDeprecated } } }`;
    const { json } = await sandbox().post({ query });
    assert.deepEqual(json.data.__type.fields, [
      { name: 'path', isDeprecated: true },
      { name: 'code', isDeprecated: false },
      { name: 'description', isDeprecated: false },
      { name: 'errorPath', isDeprecated: false },
    ]);
  });

  it('refuses an IdempotencyKey with 400 and its location (transport 7.3, S.28)', async () => {
    const { id } = await sandbox().card('accepted');
    const { status, json } = await sandbox().setPin(id, { key: randomUUID() });
    assert.equal(status, 400);
    assert.equal(json.data, null);
    const [line, column] = [3, SET_PIN.split('\n')[2]!.indexOf('IdempotencyKey') + 1];
    assert.deepEqual(json.errors, [
      {
        message: 'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
        locations: [{ line, column }],
      },
    ]);
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('accepts a PIN of exactly 4 digits, without a key (transport 4.10, S.2)', async () => {
    const { id } = await sandbox().card('accepted');
    for (const pin of ['739', '73912', PIN, '739a', '７３９１']) {
      const { __typename, errors } = await setPin(id, pin);
      assert.equal(__typename, 'UserError', pin);
      assert.equal(errors[0].code, 'INVALID_PIN');
      assert.deepEqual(errors[0].errorPath, ['input', 'newPin']);
      assert.match(errors[0].description, /^The issuer does not accept/);
    }
    assert.equal((await setPin(id, '7391')).__typename, 'PaymentCard');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('makes tokens with each published permission, and only one of them sets a PIN (transport 5.7, S.6)', async () => {
    const { id } = await sandbox().card('accepted');
    const others = [
      'READ_RESTRICTED_DETAILS',
      'MANAGE_PAYMENT_CARD',
      'MANAGE_CARD_FULFILLMENT',
      'READ_FULFILLMENT_DETAILS',
    ];
    const authorization = await sandbox().bearer(id, others);
    const variables = { input: { paymentCardId: id, newPin: '7391' } };
    const { json } = await sandbox().post(
      { query: SET_PIN_WITHOUT_KEY, variables },
      { authorization },
    );
    assert.equal(json.data.setPinForPaymentCard.__typename, 'AccessDeniedError');
  });

  it('says how long a token can be used', async () => {
    const query = `mutation { generatePaymentCardClientToken(
      input: { paymentCardId: "card_test_accepted", permissions: [] }
    ) { ... on ClientToken { usage } } }`;
    const { json } = await sandbox().post({ query });
    assert.equal(json.data.generatePaymentCardClientToken.usage, 'UNTIL_EXPIRATION');
  });
});

describe('the sandbox with --schema scalar-key', () => {
  const sandbox = useSandbox({ schema: 'scalar-key' });

  const setPin = async (cardId: string, key: unknown, type: string) =>
    sandbox().post(
      {
        query: SET_PIN.replace('$key: String', `$key: ${type}`),
        variables: { input: { paymentCardId: cardId, newPin: PIN }, key },
      },
      { authorization: await sandbox().bearer(cardId) },
    );

  it('refuses a key that is declared as a string with 400, and accepts one of its type (transport 1.8, S.29)', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const refused = await setPin(id, key, 'String!');
    assert.equal(refused.status, 400);
    assert.equal(
      refused.json.errors[0].message,
      'Variable "$key" of type "String!" used in position expecting type "IdempotencyKey".',
    );
    assert.equal((await sandbox().state(id)).pinSet, false);
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const { json } = await setPin(id, key, 'IdempotencyKey!');
      assert.equal(json.data.setPinForPaymentCard.__typename, 'PaymentCard');
    }
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });

  it('refuses a key that is not the text of a UUID with 400 (transport S.14, S.29)', async () => {
    const { id } = await sandbox().card('accepted');
    for (const key of [1, {}, [randomUUID()], 'x']) {
      assert.equal((await setPin(id, key, 'IdempotencyKey')).status, 400, JSON.stringify(key));
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
  });

  it('takes a key of that type on every mutation (transport 1.8, S.29)', async () => {
    const query = `{ __schema { mutationType { fields { args { name type { name } } } } } }`;
    const { json } = await sandbox().post({ query });
    for (const { args } of json.data.__schema.mutationType.fields) {
      assert.deepEqual(args[1], { name: 'IdempotencyKey', type: { name: 'IdempotencyKey' } });
    }
  });
});
