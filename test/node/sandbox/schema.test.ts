import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import {
  buildClientSchema,
  findBreakingChanges,
  findDangerousChanges,
  getIntrospectionQuery,
  type GraphQLSchema,
} from 'graphql';
import {
  basicAuthorization,
  PIN,
  SET_PIN,
  useSandbox,
  type SandboxClient,
} from './sandbox-client.js';

describe('the sandbox’s schemas', () => {
  const full = useSandbox();
  const provider = useSandbox({ schema: 'provider' });

  const introspect = async (client: SandboxClient, url: string): Promise<GraphQLSchema> => {
    const { test, live } = client.sandbox;
    const authorization = basicAuthorization(url === live.url ? live.apiKey : test.apiKey);
    const query = getIntrospectionQuery({ inputValueDeprecation: true });
    return buildClientSchema((await client.post({ query }, { url, authorization })).json.data);
  };

  it('differ in one argument (transport S.28)', async () => {
    const wide = await introspect(full(), full().sandbox.test.url);
    const narrow = await introspect(provider(), provider().sandbox.test.url);
    assert.deepEqual(
      findBreakingChanges(wide, narrow).map(({ description }) => description),
      ['Mutation.setPinForPaymentCard arg IdempotencyKey was removed.'],
    );
    assert.deepEqual(
      findDangerousChanges(narrow, wide).map(({ description }) => description),
      ['An optional arg IdempotencyKey on Mutation.setPinForPaymentCard was added.'],
    );
    assert.deepEqual(findBreakingChanges(narrow, wide), []);
    assert.deepEqual(findDangerousChanges(wide, narrow), []);
  });

  it('are the same in both environments, even for the provider’s schema (transport 1.3)', async () => {
    const test = await introspect(provider(), provider().sandbox.test.url);
    const live = await introspect(provider(), provider().sandbox.live.url);
    assert.deepEqual(findBreakingChanges(test, live), []);
    assert.deepEqual(findBreakingChanges(live, test), []);
  });

  it('have a UserError with errorPath and the deprecated path (transport 2.23)', async () => {
    const query = `{ __type(name: "UserErrorDetail") {
      fields(includeDeprecated: true) { name isDeprecated } } }`;
    const { json } = await provider().post({ query });
    assert.deepEqual(json.data.__type.fields, [
      { name: 'code', isDeprecated: false },
      { name: 'path', isDeprecated: true },
      { name: 'errorPath', isDeprecated: false },
    ]);
  });

  it('refuse an IdempotencyKey with 400 and its location, for the provider’s schema (transport 7.3, S.28)', async () => {
    const { id } = await provider().card('accepted');
    const { status, json } = await provider().setPin(id, { key: randomUUID() });
    assert.equal(status, 400);
    assert.equal(json.data, null);
    const [line, column] = [3, SET_PIN.split('\n')[2]!.indexOf('IdempotencyKey') + 1];
    assert.deepEqual(json.errors, [
      {
        message: 'Unknown argument "IdempotencyKey" on field "Mutation.setPinForPaymentCard".',
        locations: [{ line, column }],
      },
    ]);
    assert.equal((await provider().state(id)).pinSet, false);
  });

  it('accept a PIN without a key, for the provider’s schema (transport 4.10)', async () => {
    const { id } = await provider().card('accepted');
    const query = `mutation ($input: SetPinForPaymentCardInput!) {
      setPinForPaymentCard(input: $input) {
        __typename
        ... on UserError { errors { code path errorPath } }
        ... on AccessDeniedError { message }
      }
    }`;
    const { json } = await provider().post(
      { query, variables: { input: { paymentCardId: id, newPin: PIN } } },
      { authorization: await provider().bearer(id) },
    );
    assert.equal(json.data.setPinForPaymentCard.__typename, 'PaymentCard');
    assert.equal((await provider().state(id)).timesSet, 1);
  });
});
