import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createLoopbackServer, type Handler } from '../../src/node/loopback-server.js';
import { serve } from '../support/serve.js';
import { HOSTILE_TARGETS, sendHead, statusOf } from '../support/http-client.js';
import { useSandbox } from '../support/sandbox-client.js';

const sandbox = useSandbox();

// ESLint makes every server except the sandbox use `createLoopbackServer`, as the second one does.
for (const [name, addressOfServer] of [
  ['the sandbox', () => sandbox().sandbox.test.url],
  ['the sandbox’s control interface', () => sandbox().sandbox.control.url],
] as const)
  describe(`a loopback server: ${name}`, () => {
    it('responds to every request target without a server error', async () => {
      for (const target of HOSTILE_TARGETS) {
        const answer = await sendHead(addressOfServer(), target, 'localhost');
        assert.match(answer, /^HTTP\/1\.1 [234]\d\d /, `${target}\n${answer}`);
      }
    });

    it('rejects a Host header that doesn’t name a loopback host', async () => {
      const url = addressOfServer();
      const statusWith = (Host: string) => statusOf(url, { headers: { Host } });
      for (const host of ['rebound.example:80', 'localhost.example', '[::2]', '192.0.2.1'])
        assert.equal(await statusWith(host), 403, host);
      for (const host of ['LOCALHOST:80', 'a.localhost', '[::1]'])
        assert.notEqual(await statusWith(host), 403, host);
    });
  });

describe('a loopback server’s handler', () => {
  const fail = (): never => {
    throw new Error('planted');
  };

  for (const [title, handle, expected] of [
    ['throws', fail, 500],
    ['rejects', () => Promise.reject(new Error('planted')), 500],
    ['throws after the headers', (_request, response) => (response.flushHeaders(), fail()), 200],
  ] as const satisfies readonly (readonly [string, Handler, number])[]) {
    it(`keeps the server running and prints the error if it ${title}`, async (context) => {
      const printed = context.mock.method(console, 'error', () => undefined);
      const { url, close } = await serve(createLoopbackServer(handle));
      context.after(close);
      for (const _ of ['first', 'second']) assert.equal(await statusOf(url), expected);
      assert.match(String(printed.mock.calls[0]?.arguments[0]), /planted/);
    });
  }
});
