import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
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
import { basicAuthorization, useSandbox, type SandboxClient } from './sandbox-client.js';

/** The sandbox's own permission, for tokens that may not set a PIN. No operation needs it. */
const OWN_PERMISSION = 'READ_RESTRICTED_DETAILS';

async function introspect(client: SandboxClient, { url, apiKey }: { url: string; apiKey: string }) {
  const authorization = basicAuthorization(apiKey);
  const query = getIntrospectionQuery({ inputValueDeprecation: true });
  const { json } = await client.post({ query }, { url, authorization });
  return json.data;
}

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

describe('the sandbox’s schema', () => {
  const sandbox = useSandbox();

  let schema: GraphQLSchema;
  before(async () => {
    schema = buildClientSchema(await introspect(sandbox(), sandbox().sandbox.test));
  });
  const partsOf = (name: string) => partsIn(schema, name);

  it('is the same in both environments', async () => {
    const { test, live } = sandbox().sandbox;
    assert.deepEqual(await introspect(sandbox(), test), await introspect(sandbox(), live));
  });

  it('has only the five published operations, with an IdempotencyKey on each mutation', () => {
    assert.deepEqual(partsOf('Query'), [
      'ping: String',
      'node(id: ID!): Node',
      'organizations: [Organization!]',
    ]);
    assert.deepEqual(partsOf('Mutation'), [
      'generatePaymentCardClientToken(input: GeneratePaymentCardClientTokenInput!, IdempotencyKey: String): GeneratePaymentCardClientTokenPayload',
      'setPinForPaymentCard(input: SetPinForPaymentCardInput!, IdempotencyKey: String): SetPinForPaymentCardPayload',
    ]);
    assert.ok(!schema.getSubscriptionType());
  });

  it('has the published fields of each type, and a description of errors', () => {
    for (const [name, fields] of [
      ['ClientToken', ['value: String!', 'expirationDate: String!']],
      ['PaymentCard', ['id: ID!', 'bin: String', 'last4: String']],
      ['UserError', ['errors: [UserErrorDetail!]!']],
      [
        'UserErrorDetail',
        ['code: String!', 'path: [String!]!', 'errorPath: [String!]!', 'description: String'],
      ],
      ['Organization', ['id: ID!', 'profile: OrganizationProfile!']],
      ['OrganizationProfile', ['displayName: String!']],
      ['Node', ['id: ID!']],
    ] as const) {
      assert.deepEqual(partsOf(name), fields, name);
    }
  });

  it('has the published inputs, as strings and lists', () => {
    assert.deepEqual(partsOf('GeneratePaymentCardClientTokenInput'), [
      'paymentCardId: ID!',
      'permissions: [PaymentCardClientTokenPermission!]!',
    ]);
    assert.deepEqual(partsOf('SetPinForPaymentCardInput'), [
      'paymentCardId: ID!',
      'newPin: String!',
    ]);
  });

  it('adds a payload member and a permission of its own', () => {
    assert.deepEqual(partsOf('GeneratePaymentCardClientTokenPayload'), [
      'ClientToken',
      'UserError',
      'AccessDeniedError',
    ]);
    assert.deepEqual(partsOf('SetPinForPaymentCardPayload'), [
      'PaymentCard',
      'UserError',
      'AccessDeniedError',
    ]);
    assert.deepEqual(partsOf('PaymentCardClientTokenPermission'), [
      'SET_PAYMENT_CARD_PIN',
      OWN_PERMISSION,
    ]);
  });

  it('makes tokens only for setting a PIN', () => {
    const makers = partsOf('Mutation').filter((field) => /token/i.test(field));
    assert.deepEqual(
      makers.map((field) => field.split('(')[0]),
      ['generatePaymentCardClientToken'],
    );
    assert.deepEqual(
      partsOf('PaymentCardClientTokenPermission').filter((name) => name !== OWN_PERMISSION),
      ['SET_PAYMENT_CARD_PIN'],
    );
  });
});

describe('the sandbox’s schema of the provider', () => {
  const sandbox = useSandbox({ schema: 'provider' });

  it('has the types that the provider publishes, in both environments', async () => {
    const { test, live } = sandbox().sandbox;
    const introspection = await introspect(sandbox(), test);
    assert.deepEqual(await introspect(sandbox(), live), introspection);
    const schema = buildClientSchema(introspection);
    const types = Object.keys(schema.getTypeMap()).filter(
      (name) => !/^(?:__.*|ID|String|Boolean)$/.test(name),
    );
    assert.deepEqual(Object.fromEntries(types.map((name) => [name, partsIn(schema, name)])), {
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
});
