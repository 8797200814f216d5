import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serverAudits } from 'graphql-http';
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

/** A mutation with a value in its text. */
const literal = (newPin: string) => ({
  query: `mutation { setPinForPaymentCard(input: {paymentCardId: "a", newPin: ${newPin}}) { __typename } }`,
});

const withInput = (input: unknown) => ({ query: SET_PIN, variables: { input } });

type Refused = readonly [title: string, body: unknown, options?: PostOptions & { path?: string }];

/** Requests that fail before anything is executed, by the status of their answers. */
const REFUSED: Readonly<Record<number, readonly Refused[]>> = {
  400: [
    ['an empty body', ''],
    ['JSON that is cut', '{'],
    ['null', 'null'],
    ['a number', '7'],
    ['a string', '"{ ping }"'],
    ['a batch', '[{"query":"{ ping }"}]'],
    ['no query', '{}'],
    ['a query that is no string', { query: 7 }],
    ['an empty query', { query: ' ' }],
    ['variables that are a list', { ...PING, variables: [] }],
    ['variables that are a string', { ...PING, variables: '{}' }],
    ['an operationName that is no string', { ...PING, operationName: 7 }],
    ['the member extensions', { ...PING, extensions: {} }],
    ['the member __proto__', '{"query":"{ ping }","__proto__":{}}'],
    ['a member in another spelling', '{"query":"{ ping }","Query":""}'],
    ['a body that is not UTF-8', Buffer.from('{"query":"{ ping } # é"}', 'latin1')],
    ['a syntax error', { query: '{\n  ping(' }],
    ['an unknown field', { query: '{ nothing }' }],
    ['a missing selection set', { query: '{ organizations }' }],
    ['a subscription', { query: 'subscription { ping }' }],
    ['several operations and no name', { query: 'query A { ping } query B { ping }' }],
    ['the name of no operation', { ...PING, operationName: 'A' }],
    ['an empty operationName', { ...PING, operationName: '' }],
    ['too many tokens', { query: `{ ${'ping '.repeat(3000)} }` }],
    ['a missing variable', withInput(undefined)],
    ['null for a required variable', withInput(null)],
    ['a missing required field', withInput({ newPin: PIN })],
    ['a number for a string', withInput({ paymentCardId: 'a', newPin: Number(PIN) })],
    ['a list for a string', withInput({ paymentCardId: 'a', newPin: [`x${PIN}`] })],
    [
      'an unknown permission',
      {
        query: GENERATE_TOKEN,
        variables: { input: { paymentCardId: 'card_test_accepted', permissions: ['ANYTHING'] } },
      },
    ],
    ['a string for an input', withInput(`secret ${PIN}`)],
    ['a number in the document', literal(PIN)],
    ['an object in the document', literal(`{a: "${PIN}"}`)],
    ['a list in the document', literal(`["${PIN}"]`)],
    ['a string that is no value', { query: `{ ping "${PIN}" }` }],
    ['a number that is no value', { query: `{ ping ${PIN} }` }],
    ['a default of the wrong type', { query: `mutation ($p: Int = "${PIN}") { ping }` }],
    ['a PIN as operationName', { ...PING, operationName: PIN }],
    ['a PIN as a member', { ...PING, [PIN]: 1 }],
    ['a PIN before the JSON', `${PIN}{`],
  ],
  401: [
    undefined,
    '',
    'Basic',
    'Basic =',
    'Basic ????',
    'Bearer',
    'Bearer =',
    basicAuthorization(''),
    basicAuthorization(':'),
    basicAuthorization(`:${API_KEYS.test}`),
    `${basicAuthorization(API_KEYS.test)} ${btoa(API_KEYS.test)}`,
    `Basic ${API_KEYS.test}`,
    basicAuthorization('another key'),
    basicAuthorization(API_KEYS.live),
    basicAuthorization(`${API_KEYS.test}:password`),
    basicAuthorization(`${API_KEYS.test}::`),
    `Bearer ${btoa(API_KEYS.test)}`,
    `Bearer ${btoa('client-token that does not exist')}`,
    `Digest ${btoa(API_KEYS.test)}`,
    btoa(API_KEYS.test),
  ].map((authorization) => [`Authorization: ${authorization}`, '{', { authorization }]),
  404: ['/', '/graphql/', '/graphql/v1', '/GRAPHQL'].map((path) => [path, PING, { path }]),
  405: ['GET', 'PUT', 'DELETE', 'PATCH'].map((method) => [method, null, { method }]),
  413: [['a long body', { query: `{ ping } # ${'x'.repeat(70_000)}` }]],
  415: [undefined, 'text/plain', 'application/graphql', 'application/jsonx'].map((type) => [
    `Content-Type: ${type}`,
    new TextEncoder().encode(JSON.stringify(PING)),
    { type },
  ]),
};

/**
 * The audits of `graphql-http` that the sandbox fails, because the service's transport contradicts
 * GraphQL over HTTP: their ids and the beginnings of their names.
 */
const FAILED_AUDITS: Readonly<Record<string, string>> = {
  // The envelope has no member but query, variables and operationName.
  '0222': 'MUST allow null {extensions} parameter',
  '1B7A': 'MUST allow map {extensions} parameter',
  '94B2': 'SHOULD allow null {extensions} parameter',
  '428F': 'SHOULD allow map {extensions} parameter',
  // Answers are application/json.
  '22EB': 'SHOULD accept application/graphql-response+json',
  // A document that can't be parsed or doesn't fit the schema gets 400 and null as data.
  '572B': 'SHOULD use 200 status code on document parsing failure',
  FDE2: 'SHOULD use 200 status code on document validation failure',
  '7B9B': 'SHOULD use a status code of 200 on variable coercion failure',
  D586: 'SHOULD not contain the data entry on document parsing failure',
  '5E5B': 'SHOULD not contain the data entry on document validation',
  // Only POST is allowed.
  '5A70': 'MAY accept application/x-www-form-urlencoded formatted GET',
  D6D5: 'MAY allow URL-encoded JSON string {variables} parameter in GETs',
  '6A70': 'MAY allow URL-encoded JSON string {variables} parameter in GETs',
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
      for (const [title, body, { path = '/graphql', ...options } = {}] of requests) {
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
  });

  it('accepts a query string, a charset, and null for variables and operationName', async () => {
    const url = `${sandbox().sandbox.test.url}?a=b`;
    const type = 'application/json; charset=UTF-8';
    const body = { ...PING, variables: null, operationName: null };
    assert.equal((await sandbox().post(body, { url, type })).status, 200);
  });

  it('locates a syntax error', async () => {
    const { json } = await sandbox().post({ query: '{\n  ping(' });
    assert.deepEqual(json.errors[0].locations, [{ line: 2, column: 8 }]);
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
    assert.ok(json.errors[0].locations);
  });

  it('executes the operation that operationName selects', async () => {
    const query = 'query A { ping } query B { node(id: "nothing") { id } }';
    const a = await sandbox().post({ query, operationName: 'A' });
    assert.deepEqual(a.json.data, { ping: 'pong' });
    const b = await sandbox().post({ query, operationName: 'B' });
    assert.deepEqual(b.json.data, { node: null });
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

  it('uses each connection for one request, because browsers resend a POST if a reused one is cut', async () => {
    const { headers } = await sandbox().post(PING);
    assert.equal(headers.get('connection'), 'close');
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

  const audits = serverAudits({
    url: () => sandbox().sandbox.test.url,
    fetchFn: (url: string, init?: RequestInit) => {
      const headers = new Headers(init?.headers);
      headers.set('Authorization', sandbox().basic);
      return fetch(url, { ...init, headers });
    },
  });
  for (const { id, name, fn } of audits) {
    const exception = FAILED_AUDITS[id];
    it(`${exception ? 'fails' : 'passes'} the audit: ${name}`, async () => {
      const result = await fn();
      assert.equal(result.status === 'ok', exception === undefined, JSON.stringify(result));
    });
  }

  it('lists only audits that exist', () => {
    for (const [id, exception] of Object.entries(FAILED_AUDITS)) {
      const found = audits.find((each) => each.id === id);
      assert.ok(found?.name.startsWith(exception), `${id}: ${found?.name}`);
    }
  });
});
