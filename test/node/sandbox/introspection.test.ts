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
import { basicAuthorization, useSandbox } from './sandbox-client.js';

/** The sandbox's own permission, for tokens that may not set a PIN. No operation needs it. */
const OWN_PERMISSION = 'READ_RESTRICTED_DETAILS';

describe('the sandbox’s schema', () => {
  const sandbox = useSandbox();

  const introspect = async ({ url, apiKey }: { url: string; apiKey: string }) => {
    const authorization = basicAuthorization(apiKey);
    const { json } = await sandbox().post(
      { query: getIntrospectionQuery() },
      { url, authorization },
    );
    return json.data;
  };
  let schema: GraphQLSchema;
  before(async () => {
    schema = buildClientSchema(await introspect(sandbox().sandbox.test));
  });

  /** Returns the fields of a type with their arguments and types, or its members or values. */
  const partsOf = (name: string): string[] => {
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
  };

  it('is the same in both environments (transport 1.3, 1.10)', async () => {
    const { test, live } = sandbox().sandbox;
    assert.deepEqual(await introspect(test), await introspect(live));
  });

  it('has only the five published operations (transport 4.6, 4.7, 4.8, 4.9, 4.10, 4.14)', () => {
    assert.deepEqual(partsOf('Query'), [
      'ping: String',
      'node(id: ID!): Node',
      'organizations: [Organization!]',
    ]);
    assert.deepEqual(partsOf('Mutation'), [
      'generatePaymentCardClientToken(input: GeneratePaymentCardClientTokenInput!): GeneratePaymentCardClientTokenPayload',
      'setPinForPaymentCard(input: SetPinForPaymentCardInput!, IdempotencyKey: String): SetPinForPaymentCardPayload',
    ]);
    assert.ok(!schema.getSubscriptionType());
  });

  it('has only the published fields of each type (transport 2.21, 2.22, 2.23, 2.24, 2.25, 2.26)', () => {
    for (const [name, fields] of [
      ['ClientToken', ['value: String!', 'expirationDate: String!']],
      ['PaymentCard', ['id: ID!', 'bin: String!', 'last4: String!']],
      ['UserError', ['errors: [UserErrorDetail!]!']],
      ['UserErrorDetail', ['code: String!', 'path: [String!]!', 'errorPath: [String!]!']],
      ['Organization', ['id: ID!', 'profile: OrganizationProfile!']],
      ['OrganizationProfile', ['displayName: String!']],
      ['Node', ['id: ID!']],
    ] as const) {
      assert.deepEqual(partsOf(name), fields, name);
    }
  });

  it('has the published inputs, as strings and lists (transport 4.9, 4.10)', () => {
    assert.deepEqual(partsOf('GeneratePaymentCardClientTokenInput'), [
      'paymentCardId: ID!',
      'permissions: [PaymentCardClientTokenPermission!]!',
    ]);
    assert.deepEqual(partsOf('SetPinForPaymentCardInput'), [
      'paymentCardId: ID!',
      'newPin: String!',
    ]);
  });

  it('adds two payload members and a permission of its own (transport S.4, S.5, S.6)', () => {
    assert.deepEqual(partsOf('GeneratePaymentCardClientTokenPayload'), [
      'ClientToken',
      'UserError',
      'AccessDeniedError',
    ]);
    assert.deepEqual(partsOf('SetPinForPaymentCardPayload'), [
      'PaymentCard',
      'UserError',
      'AccessDeniedError',
      'PinChangeReview',
    ]);
    assert.deepEqual(partsOf('PaymentCardClientTokenPermission'), [
      'SET_PAYMENT_CARD_PIN',
      OWN_PERMISSION,
    ]);
  });

  it('makes tokens only for setting a PIN (transport 5.10, 5.12, 5.13, 5.14, 5.15, 5.16, 5.17, 5.18, 5.19, 5.20, 5.21, 5.22, 5.23, 5.24, 5.25, 5.26)', () => {
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
