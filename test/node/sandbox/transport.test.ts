import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import {
  basicAuthorization,
  GENERATE_TOKEN,
  PIN,
  SET_PIN,
  useSandbox,
  type PostOptions,
  type Reply,
} from './sandbox-client.js';

const PING = { query: '{ ping }' };

const literal = (newPin: string) => ({
  query: `mutation { setPinForPaymentCard(input: {paymentCardId: "a", newPin: ${newPin}}) { __typename } }`,
});

const document = (query: string) => ({ query });
const withInput = (input: unknown) => ({ query: SET_PIN, variables: { input } });

const TOKEN_INPUT = { paymentCardId: 'card_test_accepted' };

type Refused = readonly [body: unknown, options?: PostOptions & { path?: string }];

/** Requests that fail before anything is executed, by the status of their answers. */
const REFUSED: Readonly<Record<number, readonly Refused[]>> = {
  400: [
    // Bodies that are not a request.
    ...['', '{', 'null', '7', '"{ ping }"', '[{"query":"{ ping }"}]', '{}', `${PIN}{`],
    ...['{"query":"{ ping }","__proto__":{}}', '{"query":"{ ping }","Query":""}'],
    Buffer.from('{"query":"{ ping } # é"}', 'latin1'),
    // Requests with wrong members.
    ...[{ query: 7 }, { query: ' ' }, { ...PING, extensions: {} }, { ...PING, [PIN]: 1 }],
    ...[[], '{}'].map((variables) => ({ ...PING, variables })),
    ...[7, '', 'A', PIN].map((operationName) => ({ ...PING, operationName })),
    // Documents that can't be executed.
    ...['{\n  ping(', '{ nothing }', '{ organizations }', 'subscription { ping }'].map(document),
    ...['query A { ping } query B { ping }', `{ ${'ping '.repeat(3000)} }`].map(document),
    ...[`{ ping "${PIN}" }`, `{ ping ${PIN} }`].map(document),
    document(`mutation ($p: Int = "${PIN}") { ping }`),
    ...[PIN, `{a: "${PIN}"}`, `["${PIN}"]`].map(literal),
    // Variables of the wrong type.
    ...[undefined, null, `secret ${PIN}`, { newPin: PIN }].map(withInput),
    ...[Number(PIN), [`x${PIN}`]].map((newPin) => withInput({ paymentCardId: 'a', newPin })),
    { query: GENERATE_TOKEN, variables: { input: { ...TOKEN_INPUT, permissions: ['ANY'] } } },
  ].map((body) => [body]),
  401: [
    undefined,
    'Basic',
    'Basic =',
    basicAuthorization(''),
    basicAuthorization(`:${API_KEYS.test}`),
    basicAuthorization('another key'),
    basicAuthorization(API_KEYS.live),
    basicAuthorization(`${API_KEYS.test}:password`),
    basicAuthorization(`${API_KEYS.test}::`),
    `Bearer ${btoa('client-token that does not exist')}`,
    `Digest ${btoa(API_KEYS.test)}`,
    btoa(API_KEYS.test),
  ].map((authorization) => ['{', { authorization }]),
  404: ['/', '/graphql/', '/graphql/v1', '/GRAPHQL'].map((path) => [PING, { path }]),
  405: ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => [null, { method }]),
  413: [[{ query: `{ ping } # ${'x'.repeat(70_000)}` }]],
  415: [undefined, 'text/plain', 'application/graphql', 'application/jsonx'].map((type) => [
    new TextEncoder().encode(JSON.stringify(PING)),
    { type },
  ]),
};

describe('the sandbox’s transport', () => {
  const sandbox = useSandbox();
  const Origin = 'https://portal.example';

  const requestIds = new Set<string>();
  /** Asserts a request id of its own, and headers with which every page may read the answer. */
  const assertReadable = ({ status, json, headers }: Reply, expected: number) => {
    assert.equal(status, expected);
    const { requestId } = json.extensions;
    assert.match(requestId, /^[\w.:-]{1,64}$/);
    assert.ok(!requestIds.has(requestId));
    requestIds.add(requestId);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
    assert.equal(headers.get('access-control-allow-credentials'), null);
  };

  for (const [status, requests] of Object.entries(REFUSED)) {
    it(`answers ${status} to each such request`, async () => {
      for (const [body, { path = '/graphql', ...options } = {}] of requests) {
        const title = JSON.stringify([body, path, options]);
        const url = sandbox().sandbox.test.url.replace('/graphql', path);
        const reply = await sandbox().post(body, { url, headers: { Origin }, ...options });
        assert.equal(reply.status, Number(status), title);
        assertReadable(reply, Number(status));
        assert.equal(reply.json.data, null, title);
        assert.equal(typeof reply.json.errors[0].message, 'string', title);
        assert.ok(!reply.text.includes(PIN), reply.text);
        assert.equal(reply.headers.get('allow'), status === '405' ? 'POST' : null);
        assert.equal('rateLimit' in reply.json.extensions, status === '400' || status === '413');
      }
    });
  }

  it('answers 200 with data and extensions', async () => {
    const reply = await sandbox().post(PING, { headers: { Origin } });
    assertReadable(reply, 200);
    assert.deepEqual(reply.json.data, { ping: 'pong' });
    assert.deepEqual(Object.keys(reply.json), ['data', 'extensions']);
    // Browsers resend a POST if a reused connection is cut.
    assert.equal(reply.headers.get('connection'), 'close');
  });

  it('accepts a query string, a charset, and null for variables and operationName', async () => {
    const url = `${sandbox().sandbox.test.url}?a=b`;
    const type = 'application/json; charset=UTF-8';
    const body = { ...PING, variables: null, operationName: null };
    assert.equal((await sandbox().post(body, { url, type })).status, 200);
  });

  it('has one error for each mistake of a document, and names what is unknown', async () => {
    const query = `mutation { setPinForPaymentCard(input: {paymentCardId: "a", newPin: "1"}, Key: "k") {
      ... on Nothing { id } ... on UserError { errors { where } } } }`;
    const { json } = await sandbox().post({ query });
    assert.deepEqual(
      json.errors.map((error: { message: string }) => error.message.split('.')[0]).sort(),
      [
        'Cannot query field "where" on type "UserErrorDetail"',
        'Unknown argument "Key" on field "Mutation',
        'Unknown type "Nothing"',
      ],
    );
    assert.deepEqual(json.errors[0].locations, [{ line: 1, column: 75 }]);
  });

  it('executes the operation that operationName selects', async () => {
    const query = 'query A { ping } query B { node(id: "nothing") { id } }';
    for (const [operationName, data] of [
      ['A', { ping: 'pong' }],
      ['B', { node: null }],
    ])
      assert.deepEqual((await sandbox().post({ query, operationName })).json.data, data);
  });

  it('answers several root fields in one request, and finds a node by its id', async () => {
    const query = `{ ping again: ping organizations { id profile { displayName } }
      card: node(id: "card_test_accepted") { __typename id } none: node(id: "x") { id } }`;
    const { json } = await sandbox().post({ query });
    const { organizations, ...data } = json.data;
    assert.deepEqual(data, {
      ping: 'pong',
      again: 'pong',
      card: { __typename: 'PaymentCard', id: 'card_test_accepted' },
      none: null,
    });
    assert.equal(typeof organizations[0].profile.displayName, 'string');
  });

  it('answers a preflight on every path without credentials, and does not log it', async () => {
    await sandbox().control('DELETE', '/requests');
    for (const path of ['/graphql', '/wrong']) {
      const { status, headers } = await sandbox().post(null, {
        url: sandbox().sandbox.test.url.replace('/graphql', path),
        method: 'OPTIONS',
        authorization: undefined,
        headers: {
          Origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization,content-type',
        },
      });
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-methods'), 'POST');
      assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
    assert.deepEqual(await sandbox().requests(), []);
  });
});
