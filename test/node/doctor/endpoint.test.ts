import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { failureOf } from '../../../src/node/doctor/network-failure.js';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';
import { requestError, type Replies, type Reply } from './faulty-service.js';
import { diagnoseAt, useDoctor } from './run-doctor.js';
import { selfSigned } from './self-signed.js';

describe('the endpoint check of set-card-pin doctor', () => {
  const diagnose = useDoctor();
  const ALL = { card: 'card_1', origin: 'https://cards.example' };

  const TEXT = { 'Content-Type': 'text/plain' };
  const PAGE = { 'Content-Type': 'text/html' };
  const redirect = (status: number): Reply => ({ status, headers: { Location: '/else' } });
  const addresses: readonly [name: string, reply: Reply, finding: RegExp][] = [
    ['a redirect', redirect(307), /redirects \(307\)/],
    ['a redirect to a login page', redirect(302), /redirects \(302\).* login page of your network/],
    [
      'a wrong path',
      requestError('Text of the service', 404),
      /accepts a POST .*\(404\).*\/graphql/,
    ],
    ['a server without POST', { status: 405 }, /accepts a POST .*\(405\)/],
    ['a network with a login', { status: 511, headers: PAGE }, /\(511\) is a web page/],
    [
      'a web page, by its type',
      { headers: PAGE, body: 'Text of the service' },
      /\(200\) is a web page.* captive portal/,
    ],
    [
      'a web page, by its content',
      { headers: TEXT, body: ' <!doctype html>Text of the service' },
      /\(200\) is a web page/,
    ],
    ['text', { headers: TEXT, body: 'Text of the service' }, /is not JSON/],
    ['an empty body', { body: '' }, /is not JSON/],
    [
      'JSON of another format',
      { body: ['Text of the service'] },
      /is JSON, but not from a GraphQL service/,
    ],
    ['no data', { body: { data: null } }, /is JSON, but not from a GraphQL service/],
    [
      'JSON that is marked as text',
      { headers: TEXT, body: { data: { __typename: 'Query' } } },
      /is text\/plain: the element reads only JSON/,
    ],
  ];
  for (const [name, reply, finding] of addresses) {
    it(`reports ${name} as a wrong endpoint, and sends no key there`, async () => {
      const run = await diagnose({ Endpoint: reply }, ALL);
      assert.match(run.on('endpoint'), finding);
      assert.match(run.on('endpoint'), /^wrong: .* → .* The API key was not sent\.$/);
      assert.equal(run.on('API key'), 'skipped: Not checked until this passes: endpoint.');
      assert.deepEqual(run.received, ['Endpoint']);
    });
  }

  it('accepts a GraphQL service that refuses a request without credentials, in any way', async () => {
    const message = 'No.';
    const refusals: readonly Reply[] = [
      { status: 401, body: { errors: [{ message }] } },
      { status: 403, body: { data: null, errors: [{ message }] } },
      { status: 429, body: { data: {}, errors: [{ message }] } },
      { status: 500, body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] } },
      { status: 503, body: { extensions: { requestId: 'r-1' } } },
      { body: { errors: [{ message }] } },
      { body: { data: { __typename: 'Query' } } },
      // The element reads an answer with a byte order mark too.
      { body: '\ufeff{"data":{"__typename":"Query"}}' },
    ];
    for (const reply of refusals) {
      const run = await diagnose({ Endpoint: reply });
      assert.match(run.on('endpoint'), /^ok: /);
      assert.match(run.on('API key'), /^ok: /);
    }
  });

  it('sends nothing more to a machine in between that answered a request with the key', async () => {
    const wall: Reply = { status: 403, headers: PAGE, body: '<html>' };
    for (const [kind, card] of [
      ['Ping', undefined],
      ['Organizations', undefined],
      ['Card', 'card_1'],
      ['GeneratePaymentCardClientToken', 'card_1'],
      ['IntrospectionQuery', undefined],
      ['SetPinForPaymentCard', undefined],
    ] as const) {
      const run = await diagnose({ [kind]: wall }, { origin: ALL.origin, ...(card && { card }) });
      assert.deepEqual(run.received.slice(run.received.indexOf(kind)), [kind]);
      assert.equal(run.on('browser'), 'skipped: The service can’t be reached.');
    }
  });
});

describe('set-card-pin doctor, with a network that fails', () => {
  const diagnose = useDoctor();

  it('stops when the service stops answering', async () => {
    const run = await diagnose(
      {
        Card: ({ request }) => void request.socket.destroy(),
      },
      {
        origin: 'https://cards.example',
        card: 'card_1',
      },
    );
    assert.match(run.on('card'), /^wrong: The connection was cut before the whole answer/);
    assert.equal(run.on('browser'), 'skipped: The service can’t be reached.');
    assert.deepEqual(run.received, ['Endpoint', 'Ping', 'Organizations', 'Card']);
  });

  it('explains an answer that is cut off', async () => {
    const run = await diagnose({
      Endpoint: ({ request, response }) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('{', () => request.socket.destroy());
      },
    });
    assert.match(run.on('endpoint'), /^wrong: The connection was cut/);
  });

  it('says that it waits, and applies the time limit to a slow body too', async (context) => {
    const notices: unknown[] = [];
    context.mock.method(process.stderr, 'write', (text: unknown) => notices.push(text));
    const replies: Replies = {
      Endpoint: ({ response }) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 100);
        response.once('close', () => clearInterval(drip));
      },
    };
    const run = await diagnose(replies, { timeLimit: 2 });
    assert.deepEqual(notices, ['Waiting for the service …\n']);
    assert.match(run.on('endpoint'), /^wrong: No complete answer arrived within 2 s\./);
  });

  it('explains a port that nothing listens on', async () => {
    const run = await diagnoseAt(`${await unusedAddress()}/graphql`);
    assert.match(run.on('endpoint'), /^wrong: Nothing listens.* → .*set-card-pin sandbox/);
  });

  describe('and a host name that can’t be resolved', () => {
    const proxy = process.env.HTTPS_PROXY;
    after(() => {
      delete process.env.HTTPS_PROXY;
      if (proxy !== undefined) process.env.HTTPS_PROXY = proxy;
    });

    it('explains it', async () => {
      delete process.env.HTTPS_PROXY;
      const run = await diagnoseAt('https://service.invalid/graphql');
      assert.match(
        run.on('endpoint'),
        /^wrong: The endpoint’s host name can’t be resolved.* DNS settings\.$/,
      );
    });

    it('says that Node ignores a proxy, unless the host is a loopback host', async () => {
      process.env.HTTPS_PROXY = 'http://proxy.invalid:3128';
      const run = await diagnoseAt('https://service.invalid/graphql');
      assert.match(
        run.on('endpoint'),
        /HTTPS_PROXY is set, but Node ignores it by default\..* NODE_USE_ENV_PROXY=1 and Node 24/,
      );
      const local = await diagnoseAt(`${await unusedAddress()}/graphql`);
      assert.doesNotMatch(local.stdout, /PROXY/);
    });
  });

  it('names the code of another failure, if there is one', () => {
    const url = new URL('https://service.invalid/graphql');
    for (const [cause, text] of [
      [Object.assign(new Error('No.'), { code: 'EUNHEARD' }), 'The request failed (EUNHEARD).'],
      [new DOMException('Text of the network'), 'The request failed.'],
    ] as const) {
      const { message } = failureOf(new TypeError('fetch failed', { cause }), url, false, 10);
      assert.equal(message, text);
    }
  });

  it('explains a server that speaks neither TLS nor HTTP', async (context) => {
    const server = createRawServer((socket) => socket.end('220 mail\r\n\r\n'));
    await listen(server, 0);
    context.after(() => server.close());
    const { host } = new URL(addressOf(server));
    const tls = await diagnoseAt(`https://${host}/graphql`);
    assert.match(tls.on('endpoint'), /^wrong: .* another protocol/);
    const http = await diagnoseAt(`http://${host}/graphql`);
    assert.match(http.on('endpoint'), /^wrong: .* another protocol/);
  });

  it('explains an untrusted certificate, and sends it no key', async (context) => {
    let requests = 0;
    const server = createTlsServer(selfSigned(), (_, response) => {
      requests += 1;
      response.end();
    });
    await listen(server, 0);
    context.after(() => stop(server));
    const { host } = new URL(addressOf(server));
    const run = await diagnoseAt(`https://${host}/graphql`);
    assert.match(
      run.on('endpoint'),
      /^wrong: The certificate .* is not valid, so nothing was sent/,
    );
    assert.equal(requests, 0);
  });
});

async function unusedAddress(): Promise<string> {
  const server = createRawServer();
  await listen(server, 0);
  const address = addressOf(server);
  await new Promise((resolve) => server.close(resolve));
  return address;
}
