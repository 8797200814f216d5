import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createRawServer } from 'node:net';
import { describe, it } from 'node:test';
import { addressOf, listen, stop } from '../../../src/node/loopback-server.js';
import { useFaultyServices } from './faulty-service.js';
import { diagnoseEndpoint, findingsOn, runDoctor } from './run-doctor.js';
import { selfSigned } from './self-signed.js';

describe('set-card-pin doctor, with a network that fails', () => {
  const serve = useFaultyServices();
  const ALL = { card: 'card_1', origin: 'https://cards.example' };

  it('stops when the service stops answering', async () => {
    const { endpoint, received } = await serve({
      Card: ({ request }) => void request.socket.destroy(),
    });
    const run = await diagnoseEndpoint(endpoint, ALL);
    assert.match(
      findingsOn('card', run).join(),
      /^wrong: The connection was cut before the whole answer/,
    );
    assert.deepEqual(findingsOn('browser', run), ['skipped: The service can’t be reached.']);
    assert.deepEqual(received, ['Endpoint', 'Ping', 'Organizations', 'Card']);
  });

  it('explains an answer that is cut off', async () => {
    const { endpoint } = await serve({
      Endpoint: ({ request, response }) => {
        response.writeHead(200, { 'Content-Length': 100 });
        response.write('{', () => request.socket.destroy());
      },
    });
    const run = await diagnoseEndpoint(endpoint);
    assert.match(findingsOn('endpoint', run).join(), /^wrong: The connection was cut/);
  });

  it('says that it waits, and applies the time limit to a slow body too', async () => {
    const { endpoint } = await serve({
      Endpoint: ({ response }) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write(' '), 100);
        response.once('close', () => clearInterval(drip));
      },
    });
    const run = await runDoctor(['--endpoint', endpoint, '--timeout', '3']);
    assert.equal(run.stderr, 'Waiting for the service …\n');
    assert.match(
      findingsOn('endpoint', run).join(),
      /^wrong: No complete answer arrived within 3 s\./,
    );
    assert.equal(run.exitCode, 1);
  });

  it('explains a port that nothing listens on', async () => {
    const run = await diagnoseEndpoint(`${await unusedAddress()}/graphql`);
    assert.match(
      findingsOn('endpoint', run).join(),
      /^wrong: Nothing listens.* → .*set-card-pin sandbox/,
    );
  });

  it('explains a host name that can’t be resolved', async () => {
    const run = await diagnoseEndpoint('https://service.invalid/graphql');
    assert.match(
      findingsOn('endpoint', run).join(),
      /^wrong: The endpoint’s host name can’t be resolved/,
    );
  });

  it('explains a server that speaks neither TLS nor HTTP', async (context) => {
    const server = createRawServer((socket) => socket.end('220 mail\r\n\r\n'));
    await listen(server, 0);
    context.after(() => server.close());
    const { host } = new URL(addressOf(server));
    const tls = await diagnoseEndpoint(`https://${host}/graphql`);
    assert.match(findingsOn('endpoint', tls).join(), /^wrong: .* does not speak TLS/);
    const http = await diagnoseEndpoint(`http://${host}/graphql`);
    assert.match(findingsOn('endpoint', http).join(), /^wrong: .* does not speak HTTP/);
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
    const run = await diagnoseEndpoint(`https://${host}/graphql`);
    assert.match(
      findingsOn('endpoint', run).join(),
      /^wrong: The certificate .* is not trusted, so nothing was sent/,
    );
    assert.equal(requests, 0);
  });
});

/** Returns an address that nothing listens on. */
async function unusedAddress(): Promise<string> {
  const server = createRawServer();
  await listen(server, 0);
  const address = addressOf(server);
  await new Promise((resolve) => server.close(resolve));
  return address;
}
