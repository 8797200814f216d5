import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSchema } from 'graphql';
import { KEY, requestError, TOKEN, useFaultyServices, type Reply } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';
import { repliesOf, schemaWith, type Body, type SchemaParts } from './schema-service.js';

describe('set-card-pin doctor, with the element’s operation', () => {
  const serve = useFaultyServices();
  const CARD = { card: 'card_1' };
  const INPUT = 'input: SetPinForPaymentCardInput!';

  it('sends it with the credential that it has, with skipped fields, and with neither PIN nor card', async () => {
    const sent: (string | undefined)[] = [];
    const { endpoint } = await serve({
      SetPinForPaymentCard: ({ request, query, variables }) => {
        sent.push(request.headers.authorization);
        assert.match(query, /^ {2}setPinForPaymentCard\([^)]*\) @skip\(if: true\) \{$/m);
        assert.deepEqual(variables?.['input'], {
          paymentCardId: 'set-card-pin-doctor',
          newPin: '',
        });
        return Promise.resolve({ body: { data: {} } });
      },
    });
    const run = await diagnoseEndpoint(endpoint, CARD);
    assert.match(findingsOn('operation', run).join(), /^ok: /);
    await diagnoseEndpoint(endpoint);
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
  const STATUSES = [400, 200];

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
      const services = [(await serve(repliesOf(schemaWith(parts)))).endpoint];
      for (const status of STATUSES) {
        const { SetPinForPaymentCard } = repliesOf(schemaWith(parts), hide(status));
        services.push((await serve({ SetPinForPaymentCard })).endpoint);
      }
      for (const service of services) {
        const run = await diagnoseEndpoint(service, CARD);
        const [finding = '', ...others] = findingsOn('operation', run);
        const tag = /<[^>]*>/.exec(finding)?.[0];
        assert.match(finding, /^ok: /);
        assert.equal(tag, `<set-card-pin endpoint="…" card-id="…"${attribute}>`);
        assert.deepEqual(others, []);
        assert.equal(run.exitCode, 0);
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
    it(`reports a schema with ${name}, open or hidden`, async () => {
      const open = await serve(repliesOf(schemaWith(parts)));
      const read = await diagnoseEndpoint(open.endpoint, CARD);
      assert.match(findingsOn('operation', read).join(), finding);
      assert.match(findingsOn('operation', read).join(), /^wrong: .* no PIN can be set\. .* → /);
      assert.equal(read.exitCode, 1);
      for (const status of STATUSES) {
        const { SetPinForPaymentCard } = repliesOf(schemaWith(parts), hide(status));
        const { endpoint } = await serve({ SetPinForPaymentCard });
        const run = await diagnoseEndpoint(endpoint, CARD);
        assert.match(
          findingsOn('operation', run).join(),
          /^wrong: The service refuses the element’s operation with every type of the key: no PIN/,
        );
        assert.doesNotMatch(run.stdout, /Text of the service/);
        assert.equal(run.exitCode, 1);
      }
    });
  }

  it('notes a payload that the element doesn’t know', async () => {
    const parts = { members: 'PaymentCard | UserError | Review' };
    const { endpoint } = await serve(repliesOf(schemaWith(parts)));
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('operation', run).join(),
      /^ok: .*,note: Review would leave the PIN unconfirmed/,
    );
    assert.equal(run.exitCode, 0);
  });

  it('reports a schema without the mutation', async () => {
    const { endpoint } = await serve(repliesOf(buildSchema('type Query { ping: String }')));
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('operation', run).join(),
      /^wrong: .* has no mutation setPinForPaymentCard/,
    );
    assert.equal(run.exitCode, 1);
  });

  it('takes introspection that is not a schema for a hidden one', async () => {
    const { endpoint } = await serve({ IntrospectionQuery: { body: { data: {} } } });
    assert.match(findingsOn('operation', await diagnoseEndpoint(endpoint)).join(), /^ok: /);
  });

  it('goes on with a client token only if a firewall blocks introspection', async () => {
    const { endpoint, received } = await serve({
      IntrospectionQuery: { status: 403, headers: { 'Content-Type': 'text/html' }, body: '<html>' },
    });
    const withToken = await diagnoseEndpoint(endpoint, CARD);
    assert.match(findingsOn('operation', withToken).join(), /^ok: /);
    assert.ok(received.includes('SetPinForPaymentCard'));
    const withKey = await diagnoseEndpoint(endpoint);
    assert.match(findingsOn('operation', withKey).join(), /^wrong: .* \(403\)\. .* a firewall may/);
  });

  it('reports a token that is refused at once, and only notes a key that is', async () => {
    const { endpoint } = await serve({ SetPinForPaymentCard: requestError('No.', 401) });
    const withToken = await diagnoseEndpoint(endpoint, CARD);
    assert.match(
      findingsOn('operation', withToken).join(),
      /^wrong: The service refuses the client token \(401\)/,
    );
    const withKey = await diagnoseEndpoint(endpoint);
    assert.match(findingsOn('operation', withKey).join(), /^note: Without a client token .*--card/);
    assert.deepEqual([withToken.exitCode, withKey.exitCode], [1, 0]);
  });
});
