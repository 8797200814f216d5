import assert from 'node:assert/strict';
import { createServer as createRawServer } from 'node:net';
import { describe, it } from 'node:test';
import { failureOf } from '../../../src/node/doctor/network-failure.js';
import { addressOf, listen } from '../../../src/node/loopback-server.js';
import { serve } from '../../support/serve.js';
import { diagnoseAt, useDoctor, type Replies } from './faulty-service.js';

describe('set-card-pin doctor, with a network that fails', () => {
  const diagnose = useDoctor();

  it('stops when the service stops answering', async () => {
    const run = await diagnose(
      {
        Card: ({ request, response }) => {
          response.writeHead(200, { 'Content-Length': 100 });
          response.write('{', () => request.socket.destroy());
        },
      },
      { origin: 'https://cards.example', card: 'card_1' },
    );
    assert.match(run.on('card'), /^wrong: The connection was cut before the whole answer/);
    assert.equal(
      run.on('browser'),
      'skipped: Not checked, because a request got no answer from the service.',
    );
    assert.deepEqual(run.received, ['Endpoint', 'Ping', 'Organizations', 'Card']);
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
    const { url, close } = await serve(() => undefined);
    await close();
    const run = await diagnoseAt(`${url}/graphql`);
    assert.match(run.on('endpoint'), /^wrong: Nothing listens.* → .*set-card-pin sandbox/);
  });

  it('explains a server that speaks neither TLS nor HTTP', async (context) => {
    const server = createRawServer((socket) => socket.end('220 mail\r\n\r\n'));
    await listen(server, 0);
    context.after(() => server.close());
    const { host } = new URL(addressOf(server));
    for (const scheme of ['http', 'https']) {
      const run = await diagnoseAt(`${scheme}://${host}/graphql`);
      assert.match(run.on('endpoint'), /^wrong: .* another protocol/);
    }
  });

  const url = new URL('https://service.invalid/graphql');
  const failure = (cause: Error, at = url) =>
    failureOf(new TypeError('', { cause }), at, false, 10);
  const withCode = (code: string) => Object.assign(new Error('No.'), { code });

  it('explains the codes of Node, and quotes an unknown one', () => {
    for (const [cause, text] of [
      [withCode('EAI_AGAIN'), /^The endpoint’s host name can’t be resolved\.$/],
      ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'].map(
        (code) => [withCode(code), /^The certificate .* is not valid, so nothing was/] as const,
      ),
      [withCode('EUNHEARD'), /^The request failed \(EUNHEARD\)\.$/],
      [new DOMException('Text of the network'), /^The request failed\.$/],
    ] as const)
      assert.match(failure(cause).message, text);
  });

  it('says that Node ignores a proxy, unless the host is a loopback host', (context) => {
    const proxy = process.env.HTTPS_PROXY;
    context.after(() => {
      delete process.env.HTTPS_PROXY;
      if (proxy !== undefined) process.env.HTTPS_PROXY = proxy;
    });
    const cause = withCode('ENOTFOUND');
    process.env.HTTPS_PROXY = 'http://proxy.invalid:3128';
    const advice =
      / DNS settings\. HTTPS_PROXY is set: Node uses it only with NODE_USE_ENV_PROXY=1/;
    assert.match(failure(cause).advice, advice);
    assert.doesNotMatch(failure(cause, new URL('http://127.0.0.1/')).advice, /PROXY/);
    delete process.env.HTTPS_PROXY;
    assert.match(failure(cause).advice, / DNS settings\.$/);
  });
});
