import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { API_KEYS } from '../../../src/node/sandbox/credentials.js';
import {
  basicAuthorization,
  PIN,
  SET_PIN,
  useSandbox,
  type PostOptions,
  type Reply,
} from '../../support/sandbox-client.js';

const PING = { query: '{ ping }' };

const CARD = 'card_test_accepted';

type Refused = readonly [body: unknown, options?: PostOptions & { path?: string }];

/** Requests that fail before anything is executed, by the status and the cause. */
const REFUSED: Readonly<Record<string, readonly Refused[]>> = {
  '400 to a body that is not a request': [[''], ['{'], [{ query: 7 }], [{ ...PING, more: 1 }]],
  '400 to a document that can’t be executed': [[{ query: '{ ping(' }], [{ query: '{ nothing }' }]],
  '400 to variables of the wrong type': [
    [{ query: SET_PIN }],
    [{ query: SET_PIN, variables: { input: { paymentCardId: 'a', newPin: Number(PIN) } } }],
  ],
  '401 to missing or wrong credentials': [
    ['{', { authorization: undefined }],
    ['{', { authorization: basicAuthorization(API_KEYS.live) }],
    ['{', { authorization: `Bearer ${btoa('client-token that does not exist')}` }],
  ],
  '404 to a wrong path': [[PING, { path: '/' }]],
  '405 to a wrong method': [[null, { method: 'GET' }]],
  '413 to a body that is too long': [['x'.repeat(70_000)]],
  '415 to a wrong media type': [[PING, { headers: { 'Content-Type': 'text/plain' } }]],
};

describe('the sandbox’s transport', () => {
  const sandbox = useSandbox();
  const control = () => sandbox().sandbox.control;

  beforeEach(() => control().reset());

  const requestIds = new Set<string>();
  /** Asserts a unique request id, and headers with which every page may read the response. */
  const assertReadable = ({ json, headers }: Reply) => {
    const { requestId } = json.extensions;
    assert.match(requestId, /^[\w.:-]{1,64}$/);
    assert.ok(!requestIds.has(requestId));
    requestIds.add(requestId);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.equal(headers.get('access-control-allow-origin'), '*');
    assert.equal(headers.get('access-control-expose-headers'), 'Retry-After');
    assert.equal(headers.get('access-control-allow-credentials'), null);
  };

  for (const [title, requests] of Object.entries(REFUSED))
    it(`responds with ${title}`, async () => {
      for (const [body, { path = '/graphql', ...options } = {}] of requests) {
        const url = sandbox().sandbox.test.url.replace('/graphql', path);
        const reply = await sandbox().post(body, { url, ...options });
        assert.equal(reply.status, parseInt(title), JSON.stringify(body));
        assertReadable(reply);
        assert.equal(reply.json.data, null);
        assert.equal(typeof reply.json.errors[0].message, 'string');
        assert.equal(reply.headers.get('allow'), reply.status === 405 ? 'POST' : null);
      }
    });

  it('accepts requests in every form that the transport allows', async () => {
    const PONG = { ping: 'pong' };
    const TWO = 'query A { ping } query B { pong: ping }';
    for (const [body, data, options] of [
      [{ ...PING, variables: null, operationName: null }, PONG],
      [PING, PONG, { headers: { 'Content-Type': 'application/json; charset=UTF-8' } }],
      [PING, PONG, { authorization: basicAuthorization(`${API_KEYS.test}:`) }],
      [{ query: TWO, operationName: 'B' }, { pong: 'pong' }],
    ] as readonly [object, object, PostOptions?][]) {
      const url = `${sandbox().sandbox.test.url}?a=b`;
      const reply = await sandbox().post(body, { url, ...options });
      assert.equal(reply.status, 200);
      assertReadable(reply);
      assert.deepEqual(reply.json.data, data);
      assert.deepEqual(Object.keys(reply.json), ['data', 'extensions']);
      // Browsers resend a POST if a reused connection is cut.
      assert.equal(reply.headers.get('connection'), 'close');
    }
  });

  it('allows a preflight without credentials on every path, and doesn’t log it', async () => {
    const url = sandbox().sandbox.test.url.replace('/graphql', '/wrong');
    const options = { url, method: 'OPTIONS', authorization: undefined };
    const { status, headers } = await sandbox().post(null, options);
    const allowed = ['origin', 'methods', 'headers', 'credentials'].map((name) =>
      headers.get(`access-control-allow-${name}`),
    );
    assert.deepEqual([status, ...allowed], [204, '*', 'POST', 'Authorization, Content-Type', null]);
    assert.deepEqual(await sandbox().requests(), []);
  });

  it('accepts a client token for 15 minutes by its clock', async () => {
    const { value, expirationDate } = await sandbox().token(CARD);
    const authorization = `Bearer ${value}`;
    const { url } = sandbox().sandbox.live;
    assert.equal((await sandbox().post(PING, { authorization, url })).status, 401);
    await control().advanceClock(14 * 60);
    assert.equal((await sandbox().setPin(CARD, { authorization })).status, 200);
    await control().advanceClock(60);
    const { headers } = await sandbox().post(PING);
    assert.ok(Date.parse(headers.get('date')!) >= Date.parse(expirationDate!) - 1000);
    assert.equal((await sandbox().setPin(CARD, { authorization })).status, 401);
    assert.equal((await sandbox().setPin(CARD)).status, 200);
  });

  it('lets a client token execute only what its permissions allow for its card', async () => {
    const ping = await sandbox().post(PING, { authorization: await sandbox().bearer(CARD) });
    assert.equal(ping.json.data.ping, null);
    for (const authorization of [
      await sandbox().bearer('card_test_weak_pin'),
      await sandbox().bearer(CARD, ['READ_RESTRICTED_DETAILS']),
      sandbox().basic,
    ]) {
      const { json } = await sandbox().setPin(CARD, { authorization });
      assert.equal(json.data.setPinForPaymentCard.__typename, 'AccessDeniedError');
    }
    assert.equal((await sandbox().state(CARD)).pinSet, false);
  });
});
