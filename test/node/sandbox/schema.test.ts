import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  buildClientSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLSchema,
} from 'graphql';
import {
  basicAuthorization,
  PIN,
  SET_PIN,
  useSandbox,
  type SandboxClient,
} from './sandbox-client.js';

/** Returns the fields of a type with their arguments and types, or its members or values. */
function partsIn(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name);
  if (isUnionType(type)) return type.getTypes().map(String);
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  assert.ok(isObjectType(type) || isInterfaceType(type) || isInputObjectType(type), name);
  return Object.values(type.getFields()).map((field) => {
    const args =
      'args' in field
        ? field.args.map((arg: GraphQLArgument) => `${arg.name}: ${String(arg.type)}`)
        : [];
    return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}: ${String(field.type)}`;
  });
}

/** Returns the parts of each type of a sandbox's schema, which is the same in both environments. */
async function typesOf(client: SandboxClient): Promise<Readonly<Record<string, string[]>>> {
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const [test, live] = await Promise.all(
    [client.sandbox.test, client.sandbox.live].map(({ url, apiKey }) =>
      client.post({ query }, { url, authorization: basicAuthorization(apiKey) }),
    ),
  );
  assert.deepEqual(live?.json.data, test?.json.data);
  const schema = buildClientSchema(test?.json.data);
  const names = Object.keys(schema.getTypeMap());
  return Object.fromEntries(
    names
      .filter((name) => !/^(?:__.*|ID|String|Boolean)$/.test(name))
      .map((name) => [name, partsIn(schema, name)]),
  );
}

describe('the sandbox’s schema', () => {
  const sandbox = useSandbox();

  it('has the published operations with a key on each mutation, and little more', async () => {
    assert.deepEqual(await typesOf(sandbox()), {
      Query: ['ping: String', 'node(id: ID!): Node', 'organizations: [Organization!]'],
      Mutation: [
        'generatePaymentCardClientToken(input: GeneratePaymentCardClientTokenInput!, IdempotencyKey: String): GeneratePaymentCardClientTokenPayload',
        'setPinForPaymentCard(input: SetPinForPaymentCardInput!, IdempotencyKey: String): SetPinForPaymentCardPayload',
      ],
      Node: ['id: ID!'],
      Organization: ['id: ID!', 'profile: OrganizationProfile!'],
      OrganizationProfile: ['displayName: String!'],
      PaymentCard: ['id: ID!', 'bin: String', 'last4: String'],
      // The second one is the sandbox's own, for tokens that may not set a PIN.
      PaymentCardClientTokenPermission: ['SET_PAYMENT_CARD_PIN', 'READ_RESTRICTED_DETAILS'],
      GeneratePaymentCardClientTokenInput: [
        'paymentCardId: ID!',
        'permissions: [PaymentCardClientTokenPermission!]!',
      ],
      // AccessDeniedError and the description are the sandbox's own, too.
      GeneratePaymentCardClientTokenPayload: ['ClientToken', 'UserError', 'AccessDeniedError'],
      ClientToken: ['value: String!', 'expirationDate: String!'],
      SetPinForPaymentCardInput: ['paymentCardId: ID!', 'newPin: String!'],
      SetPinForPaymentCardPayload: ['PaymentCard', 'UserError', 'AccessDeniedError'],
      UserError: ['errors: [UserErrorDetail!]!'],
      UserErrorDetail: [
        'code: String!',
        'path: [String!]!',
        'errorPath: [String!]!',
        'description: String',
      ],
      AccessDeniedError: ['message: String!'],
    });
  });
});

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

  it('has the types that the provider publishes', async () => {
    assert.deepEqual(await typesOf(sandbox()), {
      Query: ['ping: String!', 'node(id: ID!): Node', 'organizations: [Organization!]'],
      Mutation: [
        'generatePaymentCardClientToken(input: GeneratePaymentCardClientTokenInput!): GeneratePaymentCardClientTokenPayload',
        'setPinForPaymentCard(input: SetPinForPaymentCardInput!): SetPinForPaymentCardPayload',
      ],
      Node: ['id: ID!'],
      Organization: ['id: ID!', 'profile: OrganizationProfile!'],
      OrganizationProfile: ['displayName: String'],
      PaymentCard: ['id: ID!', 'bin: String', 'last4: String'],
      PaymentCardClientTokenPermission: [
        'READ_RESTRICTED_DETAILS',
        'SET_PAYMENT_CARD_PIN',
        'MANAGE_PAYMENT_CARD',
        'MANAGE_CARD_FULFILLMENT',
        'READ_FULFILLMENT_DETAILS',
      ],
      GeneratePaymentCardClientTokenInput: [
        'paymentCardId: ID!',
        'permissions: [PaymentCardClientTokenPermission!]!',
      ],
      GeneratePaymentCardClientTokenPayload: ['ClientToken', 'UserError', 'AccessDeniedError'],
      ClientToken: ['value: String!', 'expirationDate: String', 'usage: ClientTokenUsage'],
      ClientTokenUsage: ['UNTIL_EXPIRATION', 'SINGLE_USE'],
      SetPinForPaymentCardInput: ['paymentCardId: ID!', 'newPin: String!'],
      SetPinForPaymentCardPayload: ['PaymentCard', 'UserError', 'AccessDeniedError'],
      UserError: ['errors: [FieldUserError!]'],
      FieldUserError: [
        'path: [String!]',
        'code: String',
        'description: String',
        'errorPath: [String!]',
      ],
      AccessDeniedError: ['message: String!'],
    });
  });

  const setPin = async (cardId: string, newPin: string) => {
    const { json } = await sandbox().post(
      { query: SET_PIN_WITHOUT_KEY, variables: { input: { paymentCardId: cardId, newPin } } },
      { authorization: await sandbox().bearer(cardId) },
    );
    return json.data.setPinForPaymentCard;
  };

  it('has errors with errorPath and the deprecated path', async () => {
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

  it('refuses an IdempotencyKey with 400 and its location', async () => {
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

  it('says how long a token can be used', async () => {
    const query = `mutation { generatePaymentCardClientToken(
      input: { paymentCardId: "card_test_accepted", permissions: [] }
    ) { ... on ClientToken { usage } } }`;
    const { json } = await sandbox().post({ query });
    assert.equal(json.data.generatePaymentCardClientToken.usage, 'UNTIL_EXPIRATION');
  });

  it('accepts a PIN of exactly 4 digits, without a key', async () => {
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

  it('refuses a key that is declared as a string with 400, and accepts one of its type', async () => {
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

  it('refuses a key that is not the text of a UUID with 400', async () => {
    const { id } = await sandbox().card('accepted');
    for (const key of [1, {}, [randomUUID()], 'x']) {
      assert.equal((await setPin(id, key, 'IdempotencyKey')).status, 400, JSON.stringify(key));
    }
    assert.equal((await sandbox().state(id)).pinSet, false);
  });
});
