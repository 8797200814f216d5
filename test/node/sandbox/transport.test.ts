import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
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

const CARD = 'card_test_accepted';

type Refused = readonly [body: unknown, options?: PostOptions & { path?: string }];

/** Requests that fail before anything is executed, by the status of their answers. */
const REFUSED: Readonly<Record<number, readonly Refused[]>> = {
  400: [
    // Bodies that are not a request.
    ...['', 'null', '[{"query":"{ ping }"}]', '{}', `${PIN}{`],
    Buffer.from('{"query":"{ ping } # é"}', 'latin1'),
    // Requests with wrong members.
    ...[{ query: 7 }, { ...PING, extensions: {} }, { ...PING, [PIN]: 1 }],
    ...[[], '{}'].map((variables) => ({ ...PING, variables })),
    ...[7, 'A', PIN].map((operationName) => ({ ...PING, operationName })),
    // Documents that can't be executed.
    ...['{\n  ping(', '{ nothing }', 'subscription { ping }'].map(document),
    ...['query A { ping } query B { ping }', `{ ${'ping '.repeat(3000)} }`].map(document),
    ...[`{ ping "${PIN}" }`, `{ ping ${PIN} }`].map(document),
    document(`mutation ($p: Int = "${PIN}") { ping }`),
    ...[PIN, `{a: "${PIN}"}`, `["${PIN}"]`].map(literal),
    // Variables of the wrong type.
    ...[undefined, `secret ${PIN}`, { newPin: PIN }].map(withInput),
    ...[Number(PIN), [`x${PIN}`]].map((newPin) => withInput({ paymentCardId: 'a', newPin })),
    { query: GENERATE_TOKEN, variables: { input: { paymentCardId: CARD, permissions: ['ANY'] } } },
  ].map((body) => [body]),
  401: [
    undefined,
    'Basic =',
    basicAuthorization(`:${API_KEYS.test}`),
    basicAuthorization(API_KEYS.live),
    basicAuthorization(`${API_KEYS.test}:password`),
    `Bearer ${btoa('client-token that does not exist')}`,
    `Digest ${btoa(API_KEYS.test)}`,
  ].map((authorization) => ['{', { authorization }]),
  404: ['/', '/graphql/', '/GRAPHQL'].map((path) => [PING, { path }]),
  405: ['GET', 'PUT'].map((method) => [null, { method }]),
  413: [[{ query: `{ ping } # ${'x'.repeat(70_000)}` }]],
  415: [undefined, 'text/plain', 'application/jsonx'].map((type) => [
    new TextEncoder().encode(JSON.stringify(PING)),
    { type },
  ]),
};

describe('the sandbox’s transport', () => {
  const sandbox = useSandbox();
  const Origin = 'https://portal.example';

  beforeEach(() => sandbox().sandbox.control.reset());

  const requestIds = new Set<string>();
  /** Asserts a request id of its own, and headers with which every page may read the answer. */
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

  for (const [status, requests] of Object.entries(REFUSED)) {
    it(`answers ${status} to each such request`, async () => {
      for (const [body, { path = '/graphql', ...options } = {}] of requests) {
        const title = JSON.stringify([body, path, options]);
        const url = sandbox().sandbox.test.url.replace('/graphql', path);
        const reply = await sandbox().post(body, { url, headers: { Origin }, ...options });
        assert.equal(reply.status, Number(status), title);
        assertReadable(reply);
        assert.equal(reply.json.data, null, title);
        assert.equal(typeof reply.json.errors[0].message, 'string', title);
        assert.ok(!reply.text.includes(PIN), reply.text);
        assert.equal(reply.headers.get('allow'), status === '405' ? 'POST' : null);
        assert.equal('rateLimit' in reply.json.extensions, status === '400' || status === '413');
      }
    });
  }

  const PONG = { ping: 'pong' };
  const NODE = { node: { __typename: 'PaymentCard', id: CARD } };
  const TWO = 'query A { ping } query B { node(id: "nothing") { id } }';
  for (const [body, data, options] of [
    [{ ...PING, variables: null, operationName: null }, PONG],
    [PING, PONG, { type: 'application/json; charset=UTF-8' }],
    [PING, PONG, { authorization: basicAuthorization(`${API_KEYS.test}:`) }],
    [PING, PONG, { authorization: basicAuthorization(API_KEYS.test).replace('Basic', 'basic') }],
    [{ query: TWO, operationName: 'A' }, PONG],
    [{ query: TWO, operationName: 'B' }, { node: null }],
    [{ query: `{ ping node(id: "${CARD}") { __typename id } }` }, { ...PONG, ...NODE }],
  ] as readonly [object, object, PostOptions?][])
    it(`answers 200 to ${JSON.stringify([body, options])}`, async () => {
      const url = `${sandbox().sandbox.test.url}?a=b`;
      const reply = await sandbox().post(body, { url, headers: { Origin }, ...options });
      assert.equal(reply.status, 200);
      assertReadable(reply);
      assert.deepEqual(reply.json.data, data);
      assert.deepEqual(Object.keys(reply.json), ['data', 'extensions']);
      // Browsers resend a POST if a reused connection is cut.
      assert.equal(reply.headers.get('connection'), 'close');
    });

  it('answers a preflight on every path without credentials, and does not log it', async () => {
    for (const path of ['/graphql', '/wrong']) {
      const url = sandbox().sandbox.test.url.replace('/graphql', path);
      const options = { url, method: 'OPTIONS', authorization: undefined, headers: { Origin } };
      const { status, headers } = await sandbox().post(null, options);
      assert.equal(status, 204);
      assert.equal(headers.get('access-control-allow-origin'), '*');
      assert.equal(headers.get('access-control-allow-methods'), 'POST');
      assert.equal(headers.get('access-control-allow-headers'), 'Authorization, Content-Type');
      assert.equal(headers.get('access-control-allow-credentials'), null);
    }
    assert.deepEqual(await sandbox().requests(), []);
  });

  it('makes a client token only for a card that it knows', async () => {
    const input = { paymentCardId: 'card_test_unknown', permissions: [] };
    const { json } = await sandbox().post({ query: GENERATE_TOKEN, variables: { input } });
    assert.deepEqual(json.data.generatePaymentCardClientToken, {
      __typename: 'UserError',
      errors: [{ code: 'CARD_NOT_FOUND', errorPath: ['input', 'paymentCardId'] }],
    });
  });

  it('accepts a client token for exactly 15 minutes on the clock of its answers', async () => {
    const { value, expirationDate } = await sandbox().token(CARD);
    const authorization = `Bearer ${value}`;
    const { url } = sandbox().sandbox.live;
    assert.equal((await sandbox().post(PING, { authorization, url })).status, 401);
    await sandbox().advance(899);
    const { status, headers } = await sandbox().setPin(CARD, { authorization });
    assert.equal(status, 200);
    const rest = Date.parse(expirationDate!) - Date.parse(headers.get('date')!);
    assert.ok(rest >= 0 && rest < 3000, String(rest));
    await sandbox().advance(1);
    assert.equal((await sandbox().setPin(CARD, { authorization })).status, 401);
    assert.equal((await sandbox().setPin(CARD)).status, 200);
  });

  it('lets only a token for the card with the permission set a PIN', async () => {
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

  it('lets a client token read the schema, and execute nothing else', async () => {
    const authorization = await sandbox().bearer(CARD);
    const query = `query { __schema { queryType { name } }
      ping node(id: "card_test_accepted") { id } organizations { id } }`;
    const { json } = await sandbox().post({ query }, { authorization });
    const __schema = { queryType: { name: 'Query' } };
    assert.deepEqual(json.data, { __schema, ping: null, node: null, organizations: null });
    const paths = json.errors.map((error: { errorPath: unknown }) => error.errorPath);
    assert.deepEqual(paths, [['ping'], ['node'], ['organizations']]);
    assert.equal(json.extensions.rateLimit, undefined);
    const variables = { input: { paymentCardId: CARD, permissions: [] } };
    const mint = await sandbox().post({ query: GENERATE_TOKEN, variables }, { authorization });
    assert.equal(mint.json.data.generatePaymentCardClientToken.__typename, 'AccessDeniedError');
  });

  it('has a rate limit on every answer to an API key, with less remaining each time', async () => {
    const bodies = [PING, document('{ nothing }'), '{', 'x'.repeat(70_000), Buffer.from([0xff])];
    for (const [used, body] of bodies.entries()) {
      const { asOf, count, complexity } = (await sandbox().post(body)).json.extensions.rateLimit;
      assert.match(asOf, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.deepEqual(count, { cost: 1, remaining: 999 - used, limit: 1000 });
      // A request that isn't executed has complexity 0.
      const cost = used === 0 ? 1 : 0;
      assert.deepEqual(complexity, { cost, remaining: 9999, limit: 10_000 });
    }
  });

  it('answers 429 once a budget of an environment is used up, until the window ends', async () => {
    const twice = document('{ ping a: ping }');
    for (const [limits, first, second] of [
      [{ count: 1 }, PING, PING],
      [{ complexity: 3 }, twice, twice],
    ] as const) {
      await sandbox().sandbox.control.limitRate(limits);
      assert.equal((await sandbox().post(first)).status, 200);
      const { status, headers, json } = await sandbox().post(second);
      assert.equal(status, 429);
      assert.deepEqual(json.data, {});
      assert.match(json.errors[0].message, /[Uu]sage limit/);
      const { count, complexity } = json.extensions.rateLimit;
      assert.deepEqual([count.cost, complexity.cost], [undefined, undefined]);
      const { url, apiKey } = sandbox().sandbox.live;
      const authorization = basicAuthorization(apiKey);
      assert.equal((await sandbox().post(second, { url, authorization })).status, 200);
      const seconds = Number(headers.get('retry-after'));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60);
      await sandbox().advance(seconds);
      assert.equal((await sandbox().post(second)).status, 200);
      // A clock that moved back starts a new window too.
      await sandbox().advance(-seconds);
      assert.equal((await sandbox().post(second)).status, 200);
    }
  });
});
