import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PIN, SET_PIN, useSandbox, type Reply } from './sandbox-client.js';

describe('the sandbox’s transport', () => {
  const sandbox = useSandbox();

  const assertRefused = (reply: Reply, status: number) => {
    assert.equal(reply.status, status);
    assert.equal(reply.json.data, null);
    assert.equal(typeof reply.json.errors[0].message, 'string');
    assert.match(reply.json.extensions.requestId, /^[\w.:-]{1,64}$/);
  };

  it('answers 200 with data and extensions as application/json', async () => {
    const { status, headers, json } = await sandbox().post({ query: '{ ping }' });
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^application\/json/);
    assert.deepEqual(json.data, { ping: 'pong' });
    assert.deepEqual(Object.keys(json), ['data', 'extensions']);
  });

  it('gives every answer a different request id, even after a failure', async () => {
    const { url } = sandbox().sandbox.test;
    const ping = { query: '{ ping }' };
    const limited = await sandbox().card('rate-limited-always');
    const unavailable = await sandbox().card('unavailable-always');
    const failing = await sandbox().card('server-error-always');
    const replies = [
      await sandbox().post(ping),
      await sandbox().post(ping),
      await sandbox().post({ query: '{' }),
      await sandbox().post({ query: '{ nothing }' }),
      await sandbox().post('{'),
      await sandbox().post(ping, { authorization: undefined }),
      await sandbox().post(ping, { url: `${url}/else` }),
      await sandbox().post(null, { method: 'GET' }),
      await sandbox().post('x'.repeat(70_000)),
      await sandbox().post('{}', { type: 'text/plain' }),
      await sandbox().setPin(limited.id),
      await sandbox().setPin(failing.id),
      await sandbox().setPin(unavailable.id),
    ];
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 400, 400, 400, 401, 404, 405, 413, 415, 429, 500, 503],
    );
    const ids = replies.map(({ json }) => json.extensions.requestId);
    for (const id of ids) assert.match(id, /^[\w.:-]{1,64}$/);
    assert.equal(new Set(ids).size, replies.length);
  });

  it('answers 404 to another path', async () => {
    for (const path of ['/', '/graphql/', '/graphql/v1', '/GRAPHQL']) {
      const url = sandbox().sandbox.test.url.replace('/graphql', path);
      assertRefused(await sandbox().post({ query: '{ ping }' }, { url }), 404);
    }
  });

  it('ignores a query string after the path', async () => {
    const url = `${sandbox().sandbox.test.url}?a=b`;
    assert.equal((await sandbox().post({ query: '{ ping }' }, { url })).status, 200);
  });

  it('answers 405 to another method, and names the allowed one', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await sandbox().post(null, { method });
      assertRefused(reply, 405);
      assert.equal(reply.headers.get('allow'), 'POST');
    }
  });

  it('answers 415 to another content type', async () => {
    const body = new TextEncoder().encode('{"query":"{ ping }"}');
    for (const type of [undefined, 'text/plain', 'application/graphql', 'application/jsonx']) {
      assertRefused(await sandbox().post(body, { type }), 415);
    }
    assertRefused(
      await sandbox().post({ query: '{ ping }' }, { type: 'application/json; charset=latin1' }),
      415,
    );
    assertRefused(
      await sandbox().post({ query: '{ ping }' }, { headers: { 'Content-Encoding': 'gzip' } }),
      415,
    );
  });

  it('accepts the content type with charset utf-8', async () => {
    const type = 'application/json; charset=UTF-8';
    assert.equal((await sandbox().post({ query: '{ ping }' }, { type })).status, 200);
  });

  it('answers 400 to a body that is not an envelope', async () => {
    const bodies = [
      '',
      '{',
      'null',
      '7',
      '"{ ping }"',
      '[{"query":"{ ping }"}]',
      '{}',
      '{"query":7}',
      '{"query":" "}',
      '{"query":"{ ping }","variables":[]}',
      '{"query":"{ ping }","variables":"{}"}',
      '{"query":"{ ping }","operationName":7}',
    ];
    for (const body of bodies) assertRefused(await sandbox().post(body), 400);
  });

  it('answers 400 to a body that is not UTF-8', async () => {
    const body = Buffer.from('{"query":"{ ping } # é"}', 'latin1');
    assertRefused(await sandbox().post(body), 400);
  });

  it('names the wrong member of the envelope', async () => {
    for (const [member, value] of [
      ['query', 7],
      ['variables', []],
      ['operationName', 7],
    ] as const) {
      const { json } = await sandbox().post({ query: '{ ping }', [member]: value });
      assert.match(json.errors[0].message, new RegExp(`^The member ${member} `));
    }
  });

  it('answers 400 to any other member of the envelope', async () => {
    for (const member of ['extensions', 'id', '__proto__', 'Query']) {
      assertRefused(await sandbox().post(`{"query":"{ ping }","${member}":{}}`), 400);
    }
  });

  it('accepts null for variables and operationName', async () => {
    const body = { query: '{ ping }', variables: null, operationName: null };
    assert.equal((await sandbox().post(body)).status, 200);
  });

  it('answers 413 to a body over its limit', async () => {
    assertRefused(await sandbox().post({ query: `{ ping } # ${'x'.repeat(70_000)}` }), 413);
  });

  it('answers a syntax error in the document with 400 and its location', async () => {
    const reply = await sandbox().post({ query: '{\n  ping(' });
    assertRefused(reply, 400);
    assert.deepEqual(reply.json.errors[0].locations, [{ line: 2, column: 8 }]);
  });

  it('answers 400 to a document that does not fit the schema, with one error for each mistake', async () => {
    const reply = await sandbox().post({ query: '{ ping(loud: true) pong }' });
    assertRefused(reply, 400);
    assert.deepEqual(
      reply.json.errors.map((error: { message: string }) => error.message.split('.')[0]),
      ['Unknown argument "loud" on field "Query', 'Cannot query field "pong" on type "Query"'],
    );
    assert.ok(reply.json.errors[0].locations);
  });

  it('names the unknown argument, field and type of a document', async () => {
    const query = `mutation { setPinForPaymentCard(input: {paymentCardId: "a", newPin: "1"}, Key: "k") {
      ... on Nothing { id } ... on UserError { errors { where } } } }`;
    const { json } = await sandbox().post({ query });
    const messages = json.errors.map((error: { message: string }) => error.message).join('\n');
    assert.match(messages, /Unknown argument "Key" on field "Mutation\.setPinForPaymentCard"/);
    assert.match(messages, /Unknown type "Nothing"/);
    assert.match(messages, /Cannot query field "where" on type "UserErrorDetail"/);
  });

  it('answers 400 to variables that do not fit', async () => {
    for (const input of [undefined, null, 'x', {}, { paymentCardId: 'a', newPin: 1234 }]) {
      const reply = await sandbox().post({ query: SET_PIN, variables: { input } });
      assertRefused(reply, 400);
    }
  });

  it('quotes no value in the message of a 400', async () => {
    const literal = (value: string) =>
      `mutation { setPinForPaymentCard(input: {paymentCardId: "a", newPin: ${value}}) { __typename } }`;
    const bodies = [
      { query: SET_PIN, variables: { input: { paymentCardId: 'a', newPin: Number(PIN) } } },
      { query: SET_PIN, variables: { input: { newPin: PIN } } },
      { query: SET_PIN, variables: { input: { paymentCardId: 'a', newPin: [`x${PIN}`] } } },
      { query: SET_PIN, variables: { input: `secret ${PIN}` } },
      { query: literal(PIN) },
      { query: literal(`{a: "${PIN}"}`) },
      { query: literal(`["${PIN}"]`) },
      { query: `mutation { setPinForPaymentCard(input: "${PIN}") { __typename } }` },
      { query: `{ ping "${PIN}" }` },
      { query: `{ ping ${PIN} }` },
      { query: `mutation ($p: Int = "${PIN}") { ping }` },
      { query: `{ ping }`, operationName: PIN },
      `{"query":"{ ping }","${PIN}":1}`,
      `${PIN}{`,
    ];
    for (const body of bodies) {
      const reply = await sandbox().post(body);
      assertRefused(reply, 400);
      assert.ok(!reply.text.includes(PIN), reply.text);
    }
  });

  it('answers 400 to a document of too many tokens', async () => {
    const reply = await sandbox().post({ query: `{ ${'ping '.repeat(3000)} }` });
    assertRefused(reply, 400);
    assert.match(reply.json.errors[0].message, /tokens/);
  });

  it('executes the operation that operationName selects', async () => {
    const query = 'query A { ping } query B { node(id: "nothing") { id } }';
    const a = await sandbox().post({ query, operationName: 'A' });
    assert.deepEqual(a.json.data, { ping: 'pong' });
    const b = await sandbox().post({ query, operationName: 'B' });
    assert.deepEqual(b.json.data, { node: null });
    const unnamed = await sandbox().post({ query });
    assertRefused(unnamed, 400);
    assert.match(unnamed.json.errors[0].message, /several operations/);
    for (const operationName of ['C', '', 'a']) {
      const reply = await sandbox().post({ query, operationName });
      assertRefused(reply, 400);
      assert.match(reply.json.errors[0].message, /no operation with this operationName/);
    }
  });

  it('answers 400 to a subscription', async () => {
    assertRefused(await sandbox().post({ query: 'subscription { ping }' }), 400);
  });

  it('answers several root fields in one request', async () => {
    const query = '{ ping again: ping organizations { id profile { displayName } } }';
    const { json } = await sandbox().post({ query });
    assert.deepEqual(Object.keys(json.data), ['ping', 'again', 'organizations']);
    assert.equal(typeof json.data.organizations[0].profile.displayName, 'string');
  });

  it('finds a node by its id, and returns null for an unknown id', async () => {
    const query =
      '{ card: node(id: "card_test_accepted") { __typename id } none: node(id: "x") { id } }';
    const { json } = await sandbox().post({ query });
    assert.deepEqual(json.data, {
      card: { __typename: 'PaymentCard', id: 'card_test_accepted' },
      none: null,
    });
  });

  it('allows introspection of the schema', async () => {
    const query = '{ __schema { queryType { name } mutationType { name } types { name kind } } }';
    const { json } = await sandbox().post({ query });
    assert.equal(json.data.__schema.queryType.name, 'Query');
    assert.equal(json.data.__schema.mutationType.name, 'Mutation');
    const names = json.data.__schema.types.map((type: { name: string }) => type.name);
    assert.ok(names.includes('SetPinForPaymentCardInput'));
  });

  it('uses each connection for one request, because browsers resend a POST if a reused one is cut', async () => {
    const { headers } = await sandbox().post({ query: '{ ping }' });
    assert.equal(headers.get('connection'), 'close');
  });
});
