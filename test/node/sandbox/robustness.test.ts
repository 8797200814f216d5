import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { getIntrospectionQuery } from 'graphql';
import { PIN, SET_PIN, useSandbox } from './sandbox-client.js';

describe('the sandbox under rough treatment', () => {
  const sandbox = useSandbox();

  const dial = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(sandbox().sandbox.test.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  /** Sends bytes as they are, and gives all that comes back before the connection ends. */
  const sendRaw = async (bytes: string): Promise<string> => {
    const socket = await dial();
    let received = '';
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('error', () => undefined);
    socket.write(bytes);
    await once(socket, 'close');
    return received;
  };
  const headOf = (length: number) =>
    [
      'POST /graphql HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Authorization: ${sandbox().basic}`,
      `Content-Length: ${length}`,
      '',
      '',
    ].join('\r\n');
  const assertAlive = async () =>
    assert.equal((await sandbox().post({ query: '{ ping }' })).status, 200);

  it('answers what is not HTTP, or breaks its rules, as JSON with a request id that every page may read (transport 2.12, S.20, S.22)', async () => {
    const chunked = headOf(0).replace('Content-Length: 0', 'Transfer-Encoding: chunked');
    const ids = new Set<string>();
    for (const [bytes, status] of [
      ['NOT HTTP AT ALL\r\n\r\n', 400],
      ['\u0000\u0001\u0002\r\n\r\n', 400],
      ['POST /graphql HTTP/9.9\r\n\r\n', 400],
      ['POST /graphql HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n', 400],
      ['POST /graphql HTTP/1.1\r\nContent-Length: 0\r\n\r\n', 400],
      [`${chunked}xyz\r\n`, 400],
      [headOf(0).replace('Length: 0', 'Length: 0\r\nTransfer-Encoding: chunked'), 400],
      [`${headOf(0).trimEnd()}\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
      [`${headOf(0).trimEnd()}\r\nExpect: a-miracle\r\n\r\n`, 400],
    ] as const) {
      const received = await sendRaw(bytes);
      assert.match(received, new RegExp(`^HTTP/1\\.1 ${status} `), bytes.slice(0, 60));
      assert.match(received, /^access-control-allow-origin: \*\r$/im);
      const { data, errors, extensions } = JSON.parse(received.split('\r\n\r\n')[1] ?? '');
      assert.equal(data, null);
      assert.equal(typeof errors[0].message, 'string');
      ids.add(extensions.requestId);
    }
    assert.equal(ids.size, 9);
    await assertAlive();
  });

  it('lives on when a client asks for a tunnel', async () => {
    assert.equal(await sendRaw('CONNECT a.example:443 HTTP/1.1\r\nHost: a.example\r\n\r\n'), '');
    await assertAlive();
  });

  it('lives on when clients hang up in the middle of a body, and logs that', async () => {
    await sandbox().control('DELETE', '/requests');
    const head = headOf(1000);
    const arrived = (await fetch(`${sandbox().sandbox.control.url}/requests/stream`)).body!;
    for (let i = 0; i < 20; i += 1) {
      const socket = await dial();
      socket.write(`${head}{"query":`, () => socket.destroy());
    }
    let events = '';
    for await (const chunk of arrived) {
      events += Buffer.from(chunk).toString();
      if (events.split('\ndata: ').length > 20) break;
    }
    for (const { request, response } of await sandbox().requests()) {
      assert.equal(request.body, null);
      assert.equal(response, null);
    }
    await assertAlive();
  });

  it('lives on when clients hang up in the middle of an answer', async () => {
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    await sandbox().answers(
      id,
      Array.from({ length: 20 }, () => ({ usual: true, padding: 4_000_000 }) as const),
    );
    const variables = { input: { paymentCardId: id, newPin: PIN } };
    const body = JSON.stringify({ query: SET_PIN, variables });
    for (let i = 0; i < 20; i += 1) {
      const socket = await dial();
      socket.on('error', () => undefined);
      socket.write(headOf(body.length).replace(sandbox().basic, authorization) + body);
      await once(socket, 'data');
      socket.destroy();
    }
    await assertAlive();
    assert.equal((await sandbox().state(id)).timesSet, 20);
  });

  it('answers a thousand requests that are in flight at once, each with its own answer', async () => {
    const count = 1000;
    const { id } = await sandbox().card('accepted');
    const authorization = await sandbox().bearer(id);
    await sandbox().control('POST', `/cards/${id}/delay`, { milliseconds: null });
    // By hand, as `fetch` gives up a connection that a busy machine is slow to take.
    const reply = async (index: number) => {
      const request = httpRequest(sandbox().sandbox.test.url, {
        method: 'POST',
        agent: false,
        headers: { 'Content-Type': 'application/json', Authorization: authorization },
      });
      request.end(
        JSON.stringify({
          query: `mutation ($input: SetPinForPaymentCardInput!) {
            answer${index}: setPinForPaymentCard(input: $input) { __typename }
          }`,
          variables: { input: { paymentCardId: id, newPin: String(1000 + index) } },
        }),
      );
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return { status: response.statusCode, json: JSON.parse(await text(response)) };
    };
    const replies = Promise.all(Array.from({ length: count }, (_, index) => reply(index)));
    // All of them have been executed, and none is answered.
    while ((await sandbox().state(id)).timesSet < count);
    await sandbox().control('POST', `/cards/${id}/delay`, { milliseconds: 0 });
    const ids = new Set<string>();
    for (const [index, { status, json }] of (await replies).entries()) {
      assert.equal(status, 200);
      assert.deepEqual(json.data, { [`answer${index}`]: { __typename: 'PaymentCard' } });
      ids.add(json.extensions.requestId);
    }
    assert.equal(ids.size, count);
  });

  it('refuses a document that is nested too deeply with 400, by way of fragments too (transport 8.7, S.19)', async () => {
    const types = (levels: number) => `${'ofType { '.repeat(levels)}name${' }'.repeat(levels)}`;
    const refused = async (query: string): Promise<boolean> => {
      const { status, json } = await sandbox().post({ query });
      if (status !== 200) assert.match(json.errors[0].message, /nested/);
      return status === 400;
    };
    // __type, and name.
    assert.equal(await refused(`{ __type(name: "Node") { ${types(18)} } }`), false);
    assert.equal(await refused(`{ __type(name: "Node") { ${types(19)} } }`), true);
    assert.equal(await refused(`{ __type(name: "Node") { ... { ${types(18)} } } }`), false);
    const spread = (levels: number) =>
      `query A { ping } query B { __type(name: "Node") { ...F } }
       fragment F on __Type { ofType { ...G } } fragment G on __Type { ${types(levels)} }`;
    const ask = async (levels: number) =>
      (await sandbox().post({ query: spread(levels), operationName: 'A' })).status;
    assert.equal(await ask(17), 200);
    assert.equal(await ask(18), 400);
    assert.equal(await refused(getIntrospectionQuery()), false);
  });

  it('measures fragments that spread one another many times over in no time', async () => {
    const fragments = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`,
    ).join(' ');
    const query = `{ ...F0 } ${fragments} fragment F60 on Query { ping }`;
    assert.deepEqual((await sandbox().post({ query })).json.data, { ping: 'pong' });
  });

  it('answers JSON that is nested too deeply for anything', async () => {
    const query = 'query ($a: [String]) { ping }';
    for (const depth of [1000, 30_000]) {
      const body = `{"query":"${query}","variables":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`;
      const { status } = await sandbox().post(body);
      assert.ok(status === 200 || status === 400, String(status));
    }
    await assertAlive();
  });
});
