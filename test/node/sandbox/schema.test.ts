import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildSchema, getIntrospectionQuery, graphqlSync } from 'graphql';
import { basicAuthorization, PIN, SET_PIN, useSandbox } from './sandbox-client.js';

for (const [name, file] of [
  ['full', 'schema'],
  ['provider', 'provider-schema'],
] as const)
  describe(`the sandbox with --schema ${name}`, () => {
    const sandbox = useSandbox({ schema: name });

    it('has the types of its file in both environments', async () => {
      const text = readFileSync(`src/node/sandbox/${file}.graphql`, 'utf8');
      const query = getIntrospectionQuery({ inputValueDeprecation: true });
      const { data } = graphqlSync({ schema: buildSchema(text), source: query });
      for (const { url, apiKey } of [sandbox().sandbox.test, sandbox().sandbox.live]) {
        const authorization = basicAuthorization(apiKey);
        const { json } = await sandbox().post({ query }, { url, authorization });
        assert.deepEqual(json.data, JSON.parse(JSON.stringify(data)));
      }
    });
  });

describe('the sandbox with --schema provider', () => {
  const sandbox = useSandbox({ schema: 'provider' });

  it('refuses an IdempotencyKey with 400 and its location', async () => {
    const { id } = await sandbox().card('accepted');
    const { status, json } = await sandbox().setPin(id, { key: randomUUID() });
    assert.equal(status, 400);
    assert.equal(json.data, null);
    const message = 'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".';
    const column = SET_PIN.split('\n')[1]!.indexOf('IdempotencyKey') + 1;
    assert.deepEqual(json.errors, [{ message, locations: [{ line: 2, column }] }]);
  });

  it('accepts a PIN of exactly 4 digits, without a key', async () => {
    const { id } = await sandbox().card('accepted');
    const query = SET_PIN.replace(', $key: String', '')
      .replace(', IdempotencyKey: $key', '')
      .replace('code path', 'description code path');
    const setPin = async (newPin: string) => {
      const variables = { input: { paymentCardId: id, newPin } };
      const authorization = await sandbox().bearer(id);
      const { json } = await sandbox().post({ query, variables }, { authorization });
      return json.data.setPinForPaymentCard;
    };
    for (const pin of ['739', '73912']) {
      const { errors } = await setPin(pin);
      assert.equal(errors[0].code, 'INVALID_PIN', pin);
      assert.match(errors[0].description, /^The issuer does not accept/);
    }
    assert.equal((await setPin('7391')).__typename, 'PaymentCard');
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });
});

describe('the sandbox with --schema scalar-key', () => {
  const sandbox = useSandbox({ schema: 'scalar-key' });

  it('accepts only the text of a UUID, declared with its type, as a key', async () => {
    const { id } = await sandbox().card('accepted');
    const key = randomUUID();
    const setPin = async (key: unknown, type: string) => {
      const query = SET_PIN.replace('$key: String', `$key: ${type}`);
      const variables = { input: { paymentCardId: id, newPin: PIN }, key };
      return sandbox().post({ query, variables }, { authorization: await sandbox().bearer(id) });
    };
    const refused = await setPin(key, 'String!');
    assert.equal(refused.status, 400);
    assert.match(refused.json.errors[0].message, / used in position expecting type "Idempot/);
    for (const wrong of [1, {}, [key], 'x'])
      assert.equal((await setPin(wrong, 'IdempotencyKey')).status, 400, JSON.stringify(wrong));
    assert.equal((await setPin(key, 'IdempotencyKey!')).status, 200);
    assert.equal((await sandbox().state(id)).timesSet, 1);
  });
});
