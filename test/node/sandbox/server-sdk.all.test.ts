import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildClientSchema } from 'graphql';
import { SCHEMA_NAMES } from '../../../src/node/sandbox/schema-name.js';
import {
  clientTokenRequest,
  QUERIES,
  sdkAuthorization,
  SDK_HEADERS,
  type SdkRequest,
} from '../../../tools/check/server-sdk/requests.js';
import { useSandbox } from './sandbox-client.js';

for (const schema of SCHEMA_NAMES) {
  describe(`the sandbox with --schema ${schema}, called by the provider’s server SDK,`, () => {
    const sandbox = useSandbox({ schema });

    const send = async (request: SdkRequest, apiKey = sandbox().sandbox.test.apiKey) => {
      const { accept, 'content-type': type } = SDK_HEADERS;
      const authorization = sdkAuthorization(apiKey);
      const reply = await sandbox().post(request, { authorization, type, headers: { accept } });
      assert.match(reply.headers.get('content-type') ?? '', /^application\/json/);
      // The SDK throws for null in place of errors or extensions, and for JSON that is not an
      // object.
      assert.notEqual(reply.json.errors, null);
      assert.equal(typeof reply.json.extensions.requestId, 'string');
      return reply;
    };

    it('answers its queries', async () => {
      assert.deepEqual((await send(QUERIES.ping)).json.data, { ping: 'pong' });
      assert.deepEqual((await send(QUERIES.node)).json.data, {
        node: { __typename: 'PaymentCard', id: 'card_test_accepted' },
      });
      const { json } = await send(QUERIES.organizations);
      assert.equal(typeof json.data.organizations[0].profile.displayName, 'string');
    });

    it('answers its introspection', async () => {
      const { json } = await send(QUERIES.introspection);
      assert.ok(buildClientSchema(json.data).getMutationType());
    });

    it('makes a client token for a known card only, and says why not', async () => {
      const { id } = await sandbox().card('accepted');
      const permissions = ['SET_PAYMENT_CARD_PIN'];
      const { json } = await send(clientTokenRequest({ paymentCardId: id, permissions }));
      const { __typename, value, expirationDate } = json.data.generatePaymentCardClientToken;
      assert.equal(__typename, 'ClientToken');
      assert.ok(value !== '' && Date.parse(expirationDate) > Date.now());

      const unknown = await send(clientTokenRequest({ paymentCardId: 'card_x', permissions }));
      assert.equal(unknown.status, 200);
      assert.deepEqual(unknown.json.data.generatePaymentCardClientToken, {
        __typename: 'UserError',
        errors: [
          {
            code: 'CARD_NOT_FOUND',
            errorPath: ['input', 'paymentCardId'],
            description: 'There is no card with this id.',
          },
        ],
      });
    });

    it('answers 401 with errors to a wrong key', async () => {
      const input = { paymentCardId: 'card_test_accepted', permissions: [] };
      const { status, json } = await send(clientTokenRequest(input), 'wrong');
      assert.equal(status, 401);
      assert.deepEqual(json.errors, [{ message: 'Bad credentials.' }]);
    });
  });
}
