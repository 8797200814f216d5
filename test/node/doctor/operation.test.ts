import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema } from 'graphql';
import { KEY, requestError, TOKEN, type Replies, type Reply } from './faulty-service.js';
import { useDoctor } from './run-doctor.js';
import { repliesOf, schemaWith, type Body, type SchemaParts } from './schema-service.js';

describe('set-card-pin doctor, with the element’s operation', () => {
  const diagnose = useDoctor();
  const CARD = { card: 'card_1' };
  const INPUT = 'input: SetPinForPaymentCardInput!';

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
    const basic = `Basic ${Buffer.from(KEY).toString('base64')}`;
    assert.deepEqual(sent, [`Bearer ${TOKEN}`, basic]);
  });

  /** Returns the answers of a service that hides its schema, and what is wrong with a request. */
  const hide =
    (status: number) =>
    ({ data }: Body): Reply =>
      data
        ? { body: { data } }
        : { status, body: { errors: [{ message: 'Text of the service' }] } };
  /** A service with the schema, and two that hide it. */
  const waysToServe = (parts: SchemaParts): readonly Replies[] => [
    repliesOf(schemaWith(parts)),
    ...[400, 200].map((status) => {
      const { SetPinForPaymentCard } = repliesOf(schemaWith(parts), hide(status));
      return { SetPinForPaymentCard };
    }),
  ];

  const tags: readonly [name: string, parts: SchemaParts, attribute: string][] = [
    ['with a key', { args: `${INPUT}, IdempotencyKey: String` }, ''],
    ['with a required key', { args: `${INPUT}, IdempotencyKey: String!` }, ''],
    [
      'with a key of another type',
      { args: `${INPUT}, IdempotencyKey: UUID!` },
      ' idempotency-key="UUID!"',
    ],
    ['without a key', {}, ' idempotency-key="none"'],
    [
      'that the provider publishes',
      { card: 'id: ID! bin: String last4: String' },
      ' idempotency-key="none"',
    ],
  ];
  for (const [name, parts, attribute] of tags) {
    it(`prints the tag for a schema ${name}, open or hidden`, async () => {
      for (const replies of waysToServe(parts)) {
        const finding = (await diagnose(replies, CARD)).on('operation');
        assert.match(finding, /^ok: (?!.*note: )/);
        const tag = `<set-card-pin endpoint="…" card-id="…"${attribute}>`;
        assert.equal(/<[^>]*>/.exec(finding)?.[0], tag);
      }
    });
  }

  const faults: readonly [name: string, parts: SchemaParts, finding: RegExp][] = [
    [
      'an input member that the element doesn’t send',
      { input: 'paymentCardId: ID! newPin: String! oldPin: ID! note: ID! = "" tag: ID' },
      /Field "oldPin" of required type "ID!" was not provided/,
    ],
    [
      'a required argument that the element doesn’t send',
      { args: `${INPUT}, channel: String!` },
      /argument "channel" of type "String!" is required/,
    ],
    ['another input type', { args: 'input: OtherInput!' }, /expecting type "OtherInput!"/],
    ['no argument input', { args: 'pin: ID' }, /Unknown argument "input"/],
    ['another name of the PIN', { input: 'paymentCardId: ID! pin: ID' }, /"newPin" is not defined/],
    [
      'a PIN that is a number',
      { input: 'paymentCardId: ID! newPin: Int!' },
      /at "input\.newPin"; Int cannot represent/,
    ],
    ['another payload', { members: 'Review | UserError' }, /never be of type "PaymentCard"/],
    ['no UserError', { members: 'PaymentCard' }, /never be of type "UserError"/],
    ['a card without id', { card: 'bin: ID! last4: ID!' }, /Cannot query field "id"/],
  ];
  for (const [name, parts, finding] of faults) {
    it(`reports a schema with ${name}`, async () => {
      const found = (await diagnose(repliesOf(schemaWith(parts)), CARD)).on('operation');
      assert.match(found, finding);
      assert.match(found, /^wrong: .* no PIN can be set\. .* → /);
    });
  }

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

  it('takes introspection that is not a schema for a hidden one', async () => {
    const run = await diagnose({ IntrospectionQuery: { body: { data: {} } } });
    assert.match(run.on('operation'), /^ok: /);
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
