import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema, graphql, type GraphQLSchema } from 'graphql';
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

/** The parts of a schema that differ between services, in the language of schemas. */
interface SchemaParts {
  readonly args?: string;
  readonly input?: string;
  readonly members?: string;
  readonly card?: string;
}

/** Builds a schema that sets PINs. By default it has no idempotency key. */
function schemaWith({
  args = INPUT,
  input = 'paymentCardId: ID! newPin: String!',
  members = 'PaymentCard | UserError | AccessDeniedError',
  card = 'id: ID! bin: String! last4: String!',
}: SchemaParts): GraphQLSchema {
  return buildSchema(`
    scalar UUID
    type Query { ping: String }
    type Mutation { setPinForPaymentCard(${args}): SetPin }
    input SetPinForPaymentCardInput { ${input} }
    input OtherInput { newPin: String! }
    union SetPin = ${members}
    type PaymentCard { ${card} }
    type AccessDeniedError { message: String }
    type Review { reference: String }
    type UserError { errors: [Detail!]! }
    type Detail { code: String }
  `);
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
        assert.deepEqual(variables?.['input'], {
          paymentCardId: 'set-card-pin-doctor',
          newPin: '',
        });
        return Promise.resolve({ body: { data: {} } });
      },
    };
    const run = await diagnose(replies, CARD);
    assert.match(run.on('operation'), /^ok: /);
    await diagnose(replies);
    assert.deepEqual(sent, [`Bearer ${TOKEN}`, `Basic ${btoa(KEY)}`]);
  });

  /** A service with the schema, and two that hide it. */
  const waysToServe = (parts: SchemaParts): readonly Replies[] =>
    [undefined, 400, 200].map((status) => repliesOf(schemaWith(parts), status));

  for (const [parts, attribute] of [
    [{ args: `${INPUT}, IdempotencyKey: String` }, ''],
    [{ args: `${INPUT}, IdempotencyKey: UUID!` }, ' idempotency-key="UUID!"'],
    [{}, ' idempotency-key="none"'],
    // As the provider publishes it.
    [{ card: 'id: ID! bin: String last4: String' }, ' idempotency-key="none"'],
  ] as const)
    it(`prints the tag for a schema with ${JSON.stringify(parts)}, open or hidden`, async () => {
      for (const replies of waysToServe(parts)) {
        const finding = (await diagnose(replies, CARD)).on('operation');
        assert.match(finding, /^ok: (?!.*note: )/);
        const tag = `<set-card-pin endpoint="…" card-id="…"${attribute}>`;
        assert.equal(/<[^>]*>/.exec(finding)?.[0], tag);
      }
    });

  for (const [parts, finding] of [
    [
      { input: 'paymentCardId: ID! newPin: String! oldPin: ID! note: ID! = "" tag: ID' },
      /Field "oldPin" of required type "ID!" was not provided/,
    ],
    [{ args: 'input: OtherInput!' }, /expecting type "OtherInput!"/],
    [{ args: 'pin: ID' }, /Unknown argument "input"/],
    [{ input: 'paymentCardId: ID! newPin: Int!' }, /at "input\.newPin"; Int cannot represent/],
    [{ members: 'Review | UserError' }, /never be of type "PaymentCard"/],
    [{ card: 'bin: ID! last4: ID!' }, /Cannot query field "id"/],
  ] as const)
    it(`reports a schema with ${JSON.stringify(parts)}`, async () => {
      const found = (await diagnose(repliesOf(schemaWith(parts)), CARD)).on('operation');
      assert.match(found, finding);
      assert.match(found, /^wrong: .* no PIN can be set\. .* → /);
    });

  it('reports a hidden schema that refuses every type of the key', async () => {
    const [, ...hidden] = waysToServe({ args: 'pin: ID' });
    for (const replies of hidden)
      assert.match(
        (await diagnose(replies, CARD)).on('operation'),
        /^wrong: The service refuses the element’s operation with every type of the key: no PIN/,
      );
  });

  it('notes a payload that the element doesn’t know', async () => {
    const parts = { members: 'PaymentCard | UserError | Review' };
    const run = await diagnose(repliesOf(schemaWith(parts)));
    assert.match(run.on('operation'), /^ok: .*,note: Review would leave the PIN unconfirmed/);
  });

  it('reports a schema without the mutation', async () => {
    const run = await diagnose(repliesOf(buildSchema('type Query { ping: String }')));
    assert.match(run.on('operation'), /^wrong: .* has no mutation setPinForPaymentCard/);
  });

  it('goes on with a client token only if a firewall blocks introspection', async () => {
    const replies: Replies = {
      IntrospectionQuery: { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
    };
    const withToken = await diagnose(replies, CARD);
    assert.match(withToken.on('operation'), /^ok: /);
    assert.ok(withToken.received.includes('SetPinForPaymentCard'));
    const withKey = await diagnose(replies);
    assert.match(withKey.on('operation'), /^wrong: .* \(403\)\. .* a firewall may/);
  });

  it('reports a token that is refused at once, and only notes a key that is', async () => {
    const replies: Replies = { SetPinForPaymentCard: requestError('No.', 401) };
    const withToken = await diagnose(replies, CARD);
    assert.match(withToken.on('operation'), /^wrong: The service refuses the client token \(401\)/);
    const withKey = await diagnose(replies);
    assert.match(withKey.on('operation'), /^note: Without a client token .*--card/);
  });
});
