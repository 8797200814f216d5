import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
import { setPinOperation } from '../../../src/set-pin/operation.js';
import {
  KEY,
  requestError,
  TOKEN,
  useDoctor,
  type Call,
  type Replies,
  type Reply,
} from './faulty-service.js';

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
    return hidden === undefined
      ? { status: 400, body }
      : requestError('Text of the service', hidden);
  };
  return {
    SetPinForPaymentCard: reply,
    ...(hidden === undefined && { IntrospectionQuery: reply }),
  };
}

describe('set-card-pin doctor, with the element’s operation', () => {
  const diagnose = useDoctor();
  const CARD = { card: 'card_1' };

  it('sends it with the credential that it has, with skipped fields, and with neither PIN nor card', async () => {
    const sent: (string | undefined)[] = [];
    const replies: Replies = {
      SetPinForPaymentCard: ({ request, query, variables }) => {
        sent.push(request.headers.authorization);
        assert.match(query, /^ {2}setPinForPaymentCard\([^)]*\) @skip\(if: true\) \{$/m);
        const input = { paymentCardId: 'set-card-pin-doctor', newPin: '' };
        assert.deepEqual(variables?.['input'], input);
        return Promise.resolve({ body: { data: {} } });
      },
    };
    for (const options of [CARD, {}])
      assert.match((await diagnose(replies, options)).on('operation'), /^ok: /);
    assert.deepEqual(sent, [`Bearer ${TOKEN}`, `Basic ${btoa(KEY)}`]);
  });

  for (const [part, other, attribute] of [
    [INPUT, `${INPUT}, IdempotencyKey: String`, ''],
    [INPUT, `${INPUT}, IdempotencyKey: UUID!`, ' idempotency-key="UUID!"'],
    ['', '', ' idempotency-key="none"'],
    // As the provider publishes it.
    ['bin: String! last4: String!', 'bin: String last4: String', ' idempotency-key="none"'],
  ] as const)
    it(`prints the tag for a schema with ${other || 'no key'}, open or hidden`, async () => {
      for (const hidden of [undefined, 400, 200]) {
        const replies = repliesOf(schemaWith(part, other), hidden);
        const finding = (await diagnose(replies, CARD)).on('operation');
        assert.match(finding, /^ok: (?!.*note: )/);
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
    it(`reports a schema with ${other} in place of ${part}`, async () => {
      const found = (await diagnose(repliesOf(schemaWith(part, other)), CARD)).on('operation');
      assert.match(found, finding);
      assert.match(found, /^wrong: .* no PIN can be set\. .* → /);
    });

  it('reports a payload that the element doesn’t know, and a schema that has no such mutation', async () => {
    for (const [replies, finding] of [
      [
        repliesOf(schemaWith('| AccessDeniedError', '| Review')),
        /^ok: .*,note: Review would leave the PIN unconfirmed/,
      ],
      [
        repliesOf(schemaWith(INPUT, 'pin: ID'), 400),
        /^wrong: .* with every type of the key: no PIN/,
      ],
      [repliesOf(buildSchema('type Query { ping: String }')), /^wrong: .* has no mutation setPin/],
    ] as const)
      assert.match((await diagnose(replies, CARD)).on('operation'), finding);
  });

  it('goes on with a client token only if a firewall blocks introspection', async () => {
    const wall = { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<html>' };
    const withToken = await diagnose({ IntrospectionQuery: wall }, CARD);
    assert.match(withToken.on('operation'), /^ok: /);
    const withKey = await diagnose({ IntrospectionQuery: wall });
    assert.match(withKey.on('operation'), /^wrong: .* \(403\)\. .* a firewall may/);
  });

  it('reports a token that is refused at once, and only notes a key that is', async () => {
    const replies = { SetPinForPaymentCard: requestError('No.', 401) };
    const withToken = await diagnose(replies, CARD);
    assert.match(withToken.on('operation'), /^wrong: The service refuses the client token \(401\)/);
    const withKey = await diagnose(replies);
    assert.match(withKey.on('operation'), /^note: Without a client token .*--card/);
  });

  for (const [code, status] of [
    ['CANNOT_SEND_PQ_ID_AND_BODY', 200],
    ['QUERY_NOT_IN_SAFELIST', 403],
    ['HC0067', 400],
  ] as const) {
    const refusal = { status, body: { errors: [{ message: 'No.', extensions: { code } }] } };
    const own = { Ping: refusal, Organizations: refusal, Card: refusal, RefusedToken: refusal };
    const others = { GeneratePaymentCardClientToken: refusal, SetPinForPaymentCard: refusal };

    it(`names registered operations as the cause of ${code}, and what to register`, async () => {
      for (const options of [CARD, { card: undefined }]) {
        const { on } = await diagnose({ ...own, ...others }, options);
        assert.match(on('api-key'), new RegExp(`^note: .* only, .* \\(${code}, .* not checked`));
        assert.match(on('operation'), /^wrong: .* → Register the documents of docs.registered/);
        assert.match(on('refused-token'), /^skipped: /);
        if (options.card) assert.match(on('client-token'), /^wrong: .* → Register the doc/);
      }
    });

    it(`finds the registered document at a service with ${code}, without variables`, async () => {
      const { query } = setPinOperation('', { paymentCardId: '', keyType: undefined }, '');
      const reply = (call: Call): Promise<Reply> => {
        if (call.query !== query) return Promise.resolve(refusal);
        assert.deepEqual(call.variables, {});
        return Promise.resolve(requestError('Text of the service'));
      };
      const { on, report } = await diagnose({ ...own, SetPinForPaymentCard: reply }, CARD);
      assert.equal(report.problems, 0);
      assert.match(on('operation'), /^ok: The service knows .* idempotency-key="none">/);
    });
  }
});
