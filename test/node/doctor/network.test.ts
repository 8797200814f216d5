import assert from 'node:assert/strict';
import { createServer as createRawServer } from 'node:net';
import { describe, it } from 'node:test';
import { failureOf } from '../../../src/node/doctor/network-failure.js';
import { addressOf, listen } from '../../../src/node/loopback-server.js';
import { diagnoseAt, useDoctor } from './faulty-service.js';

describe('set-card-pin doctor, with a network that fails', () => {
  const diagnose = useDoctor();

  it('stops when the service stops answering', async () => {
    const { on, received } = await diagnose({
      Organizations: ({ request }) => void request.socket.destroy(),
    });
    assert.match(on('organizations'), /^wrong: The connection was cut before the whole answer/);
    assert.deepEqual(received, ['Endpoint', 'Ping', 'Organizations']);
  });

  it('says that it waits, and applies the time limit to a slow body too', async (context) => {
    const { mock } = context.mock.method(process.stderr, 'write', () => true);
    const { on } = await diagnose(
      {
        Endpoint: ({ response }) => {
          response.writeHead(200);
          const drip = setInterval(() => response.write(' '), 100);
          response.once('close', () => clearInterval(drip));
        },
      },
      { timeLimit: 2 },
    );
    assert.deepEqual(mock.calls[0]?.arguments, ['Waiting for the service …\n']);
    assert.match(on('endpoint'), /^wrong: No complete answer arrived within 2 s\./);
  });

  it('explains a server that speaks neither TLS nor HTTP', async (context) => {
    const server = createRawServer((socket) => socket.end('220 mail\r\n\r\n'));
    await listen(server, 0);
    context.after(() => server.close());
    const { host } = new URL(addressOf(server));
    for (const scheme of ['http', 'https']) {
      const { on } = await diagnoseAt(`${scheme}://${host}/graphql`);
      assert.match(on('endpoint'), /^wrong: .* another protocol/);
    }
  });

  const failure = (code: string, url = 'https://service.invalid/graphql') => {
    const cause = Object.assign(new Error('Text of the network'), { code });
    return failureOf(new TypeError('', { cause }), new URL(url), false, 10);
  };

  it('explains the codes of Node, and quotes an unknown one', () => {
    for (const [code, text] of [
      ['ECONNREFUSED', /^Nothing listens/],
      ['EAI_AGAIN', /^The endpoint’s host name can’t be resolved\.$/],
      ['CERT_HAS_EXPIRED', /^The certificate .* is not valid, so nothing was/],
      ['EUNHEARD', /^The request failed \(EUNHEARD\)\.$/],
    ] as const)
      assert.match(failure(code).message, text);
  });

  it('says that Node ignores a proxy, unless the host is a loopback host', (context) => {
    const { HTTPS_PROXY: before } = process.env;
    context.after(() => {
      if (before === undefined) delete process.env.HTTPS_PROXY;
      else process.env.HTTPS_PROXY = before;
    });
    process.env.HTTPS_PROXY = 'http://proxy.invalid:3128';
    assert.match(failure('ENOTFOUND').advice, / settings\. HTTPS_PROXY is set: Node uses it only/);
    assert.doesNotMatch(failure('ENOTFOUND', 'http://127.0.0.1/').advice, /PROXY/);
  });
});
