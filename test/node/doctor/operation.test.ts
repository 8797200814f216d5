import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KEY, requestError, TOKEN, useFaultyServices, type Reply } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn } from './run-doctor.js';
import { repliesOf, schemaWith, type Body, type SchemaParts } from './schema-service.js';

describe('set-card-pin doctor, with the element’s operation', () => {
  const serve = useFaultyServices();
  const CARD = { card: 'card_1' };
  const args = 'input: SetPinForPaymentCardInput!, IdempotencyKey: String';
  const FITTING: SchemaParts = { args };

  it('sends it with the credential that it has, with a skipped field, and with neither PIN nor card', async () => {
    const sent: (string | undefined)[] = [];
    const { endpoint } = await serve({
      SetPinForPaymentCard: ({ request, query, variables }) => {
        sent.push(request.headers.authorization);
        assert.match(query, /^ {2}result: setPinForPaymentCard\([^)]*\) @skip\(if: true\) \{$/m);
        assert.deepEqual(variables?.['input'], {
          paymentCardId: 'set-card-pin-doctor',
          newPin: '',
        });
        return Promise.resolve({ body: { data: {} } });
      },
    });
    const run = await diagnoseEndpoint(endpoint, CARD);
    assert.match(findingsOn('operation', run).join(), /^ok: .* as it is\.$/);
    await diagnoseEndpoint(endpoint);
    const basic = `Basic ${Buffer.from(KEY).toString('base64')}`;
    assert.deepEqual(sent, [`Bearer ${TOKEN}`, basic]);
  });

  const accepted: readonly [name: string, parts: SchemaParts, finding: RegExp][] = [
    ['a schema that fits', FITTING, /the element’s operation as it is\.$/],
    ['a schema without the key', {}, /after corrections: without IdempotencyKey\.$/],
    [
      'a schema with a key of another type',
      { args: args.replace('String', 'UUID!') },
      /after corrections: with IdempotencyKey: UUID!\.$/,
    ],
    [
      'a schema with the key in the input',
      { input: 'paymentCardId: ID! newPin: String! idempotencyKey: ID!' },
      /after corrections: without IdempotencyKey, and with input\.idempotencyKey\.$/,
    ],
    ['a schema without UserError', { args, members: 'PaymentCard' }, /without code\.$/],
  ];
  for (const [name, parts, finding] of accepted) {
    it(`corrects it as the element does, for ${name}`, async () => {
      const { endpoint } = await serve(repliesOf(schemaWith(parts)));
      const run = await diagnoseEndpoint(endpoint, CARD);
      assert.match(findingsOn('request errors', run).join(), /^ok: A request error \(400\) names/);
      assert.match(findingsOn('operation', run).join(), finding);
      assert.match(findingsOn('operation', run).join(), /^ok: /);
      assert.equal(run.exitCode, 0);
    });
  }

  it('reports an input member that the element doesn’t send, at 400 and at 200', async () => {
    const schema = schemaWith({ args, input: 'paymentCardId: ID! newPin: String! oldPin: ID!' });
    for (const status of [400, 200]) {
      const { UnknownArgument, SetPinForPaymentCard } = repliesOf(schema, (body) => ({
        status,
        body,
      }));
      const { endpoint } = await serve({ UnknownArgument, SetPinForPaymentCard });
      const run = await diagnoseEndpoint(endpoint, CARD);
      assert.match(
        findingsOn('operation', run).join(),
        /^wrong: SetPinForPaymentCardInput requires oldPin, which .* → /,
      );
      assert.equal(run.exitCode, 1);
    }
  });

  it('reports an input member in the words of graphql-java', async () => {
    const { endpoint } = await serve({
      SetPinForPaymentCard: requestError(
        "Field 'oldPin' of variable 'input' has coerced Null value for NonNull type 'String!'",
      ),
    });
    const run = await diagnoseEndpoint(endpoint, CARD);
    assert.match(findingsOn('operation', run).join(), /^wrong: .* requires oldPin, which/);
  });

  /** Services that don't say what is wrong with a request. */
  const hiding: readonly [name: string, answer: (body: Body) => Reply, note: RegExp][] = [
    [
      'hides its messages',
      ({ data }) => (data ? { body: { data } } : requestError('Text of the service')),
      /^note: The service hides what a request error \(400\) is about.* → .* not to mask/,
    ],
    [
      'hides its messages at 200',
      ({ data }) => ({ body: data ? { data } : { errors: [{ message: 'Text of the service' }] } }),
      /^note: The service hides what a request error \(200\) is about/,
    ],
    [
      'fails at a request error',
      ({ data }) => (data ? { body: { data } } : { status: 500 }),
      /^note: A request error is answered with 500.* → .* the status 400/,
    ],
  ];
  for (const [name, answer, note] of hiding) {
    it(`distinguishes a service that ${name} from one that no PIN can be set at`, async () => {
      const fitting = await serve(repliesOf(schemaWith(FITTING), answer));
      const passed = await diagnoseEndpoint(fitting.endpoint, CARD);
      assert.match(findingsOn('request errors', passed).join(), note);
      assert.match(findingsOn('operation', passed).join(), /^ok: /);
      assert.equal(passed.exitCode, 0);

      const other = await serve(repliesOf(schemaWith({}), answer));
      const failed = await diagnoseEndpoint(other.endpoint, CARD);
      assert.match(findingsOn('request errors', failed).join(), note);
      assert.match(
        findingsOn('operation', failed).join(),
        /^wrong: The service answers the element’s operation with \d+, .* no PIN can be set\. → /,
      );
      assert.doesNotMatch(failed.stdout, /Text of the service/);
      assert.equal(failed.exitCode, 1);
    });
  }

  it('reports a service that ignores an unknown argument', async () => {
    const { endpoint } = await serve({ UnknownArgument: { body: { data: { result: 'Query' } } } });
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('request errors', run).join(),
      /^wrong: The service ignores an unknown argument.* → .* no-idempotency-key/,
    );
    assert.equal(run.exitCode, 1);
  });

  it('reports request errors of a type that the element doesn’t read', async () => {
    const { endpoint } = await serve({
      UnknownArgument: { status: 400, headers: { 'Content-Type': 'text/plain' }, body: {} },
    });
    const run = await diagnoseEndpoint(endpoint);
    assert.match(
      findingsOn('request errors', run).join(),
      /^wrong: .* is text\/plain: the element/,
    );
    assert.equal(run.exitCode, 1);
  });

  it('reports a token that is refused at once, and only notes a key that is', async () => {
    const { endpoint } = await serve({ SetPinForPaymentCard: { status: 401 } });
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
