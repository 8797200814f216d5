import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import { failed, useDoctor, type Call, type Replies, type Reply } from './faulty-service.js';

const INPUT = 'input: SetPinForPaymentCardInput!';

/** Builds a schema that sets PINs, without an idempotency key, and with a part replaced. */
function schemaWith(part = '', other = ''): GraphQLSchema {
  const text = `
    scalar UUID
    type Query { ping: String }
    type Mutation { setPinForPaymentCard(${INPUT}): SetPin }
    input SetPinForPaymentCardInput { paymentCardId: ID! newPin: String! }
    union SetPin = PaymentCard | UserError | AccessDeniedError
    type PaymentCard { id: ID! bin: String! last4: String! }
    type AccessDeniedError { message: String }
    type Review { reference: String }
    type UserError { errors: [Detail!]! }
    type Detail { code: String }`;
  assert.ok(text.includes(part));
  return buildSchema(text.replace(part, other));
}

/** Returns replies by a schema. If it is hidden, request errors have no text but this status. */
function repliesOf(schema: GraphQLSchema, hidden?: number) {
  const reply = async ({ query, variables }: Call): Promise<Reply> => {
    const body = await graphql({ schema, source: query, variableValues: variables });
    if (body.data) return { body };
    return hidden === undefined ? { status: 400, body } : failed(hidden);
  };
  return {
    SetPinForPaymentCard: reply,
    ...(hidden === undefined && { IntrospectionQuery: reply }),
  };
}

describe('set-card-pin doctor, with the element’s operation', () => {
  const diagnose = useDoctor();

  it('sends it with its field skipped, and without a PIN or a card', async () => {
    const replies: Replies = {
      SetPinForPaymentCard: ({ query, variables }) => {
        assert.match(query, /^ {2}setPinForPaymentCard\([^)]*\) @skip\(if: true\) \{$/m);
        const input = { paymentCardId: 'set-card-pin-doctor', newPin: '' };
        assert.deepEqual(variables?.['input'], input);
        return Promise.resolve({ body: { data: {} } });
      },
    };
    assert.match((await diagnose(replies)).on('operation'), /^ok: /);
  });

  for (const [part, other, attribute] of [
    [INPUT, `${INPUT}, IdempotencyKey: String`, ''],
    [INPUT, `${INPUT}, IdempotencyKey: UUID!`, ' idempotency-key="UUID!"'],
    ['', '', ' idempotency-key="none"'],
    // As the provider publishes it.
    ['bin: String! last4: String!', 'bin: String last4: String', ' idempotency-key="none"'],
  ] as const)
    it(`prints the tag for a schema with ${other || 'no key'}, with or without introspection`, async () => {
      for (const hidden of [undefined, 400, 200]) {
        const replies = repliesOf(schemaWith(part, other), hidden);
        const finding = (await diagnose(replies)).on('operation');
        assert.match(finding, /^ok: /);
        const tag = `<set-card-pin endpoint="…" card-id="…"${attribute}>`;
        assert.equal(/<[^>]*>/.exec(finding)?.[0], tag);
      }
    });

  for (const [part, other, finding] of [
    ['newPin: String!', 'newPin: ID! oldPin: ID!', /Field "oldPin" of required type "ID!" was not/],
    [INPUT, 'pin: ID', /Unknown argument "input"/],
    ['newPin: String!', 'newPin: Int!', /at "input\.newPin"; Int cannot represent/],
    ['PaymentCard | UserError', 'Review | UserError', /never be of type "PaymentCard"/],
  ] as const)
    it(`reports a schema with ${other} instead of ${part}`, async () => {
      const found = (await diagnose(repliesOf(schemaWith(part, other)))).on('operation');
      assert.match(found, finding);
      assert.match(found, /^wrong: .* can’t set a PIN\. .* → /);
    });

  it('reports a schema without the mutation, and an API that rejects every key type', async () => {
    for (const [replies, finding] of [
      [repliesOf(schemaWith(INPUT, 'pin: ID'), 400), /^wrong: .* with every type of the key, so/],
      [repliesOf(buildSchema('type Query { ping: String }')), /^wrong: .* has no mutation setPin/],
    ] as const)
      assert.match((await diagnose(replies)).on('operation'), finding);
  });

  it('continues with a client token if a firewall blocks introspection', async () => {
    const wall = { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<html>' };
    assert.match((await diagnose({ IntrospectionQuery: wall })).on('operation'), /^ok: /);
  });

  it('explains which documents to register if the API runs registered operations only', async () => {
    for (const [code, status] of [
      ['CANNOT_SEND_PQ_ID_AND_BODY', 200],
      ['QUERY_NOT_IN_SAFELIST', 403],
      ['HC0067', 400],
    ] as const)
      for (const [kind, check] of [
        ['GeneratePaymentCardClientToken', 'client-token'],
        ['SetPinForPaymentCard', 'operation'],
      ] as const) {
        const finding = (await diagnose({ [kind]: failed(status, code) })).on(check);
        assert.match(finding, /^wrong: .* registered operations only, .* → Register the documents/);
        assert.ok(finding.includes(code));
      }
  });

  it('recognises that a document is registered, without sending variables', async () => {
    const { query } = setPinOperation('', { paymentCardId: '', keyType: undefined }, '');
    const reply = (call: Call): Promise<Reply> => {
      if (call.query !== query) return Promise.resolve(failed(400, 'HC0067'));
      assert.deepEqual(call.variables, {});
      return Promise.resolve(failed(400));
    };
    const { on, report } = await diagnose({ SetPinForPaymentCard: reply });
    assert.equal(report.problems, 0);
    assert.match(on('operation'), /^ok: The API knows .* idempotency-key="none">/);
  });
});
