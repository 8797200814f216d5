/** Runs the packed package’s server half in frameworks of Node, which this project lacks. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildAndPack } from '../../../tools/pack.js';
import { install } from '../../../tools/npm.js';
import { startCommand } from '../run-command.js';
import { useSandbox } from '../sandbox/sandbox-client.js';

const PACKAGES = [
  'express-4@npm:express@4.22.3',
  'express-5@npm:express@5.3.0',
  ...['fastify@5.12.8', 'hono@4.13.19', '@hono/node-server@2.1.9'],
];

const ORIGIN = 'https://cards.example.com';
const CARD = 'card_test_accepted';

/** Milliseconds for all tests. */
const TIMEOUT = 300_000;

/** Each server is `handle` or `listener` at this path. */
const PATH = '/portal/client-token';

const PROGRAM = (server: string) => `
import { clientTokenHandler, nodeListener } from 'set-card-pin/server';
const { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey } = process.env;
const handle = clientTokenHandler({ endpoint, apiKey, authorize: (request, id) => id === '${CARD}' });
const listener = nodeListener(handle, { origin: '${ORIGIN}' });
${server}
`;

const EXPRESS = (version: number) => `
import express from 'express-${version}';
const app = express();
app.post('${PATH}', listener);
const server = app.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

const SERVERS = {
  'Express 4': EXPRESS(4),
  'Express 5': EXPRESS(5),
  Fastify: `
import Fastify from 'fastify';
const app = Fastify();
app.post('${PATH}', (request) => handle(new Request('${ORIGIN}' + request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(request.body) })));
await app.listen({ port: 0, host: '127.0.0.1' });
console.log(app.server.address().port);
`,
  Hono: `
import { Hono } from 'hono';
import { serve } from '@hono/node-server';
const app = new Hono();
app.post('${PATH}', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));
`,
};

describe('the server half', { timeout: TIMEOUT }, () => {
  const client = useSandbox();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-server-'));
    const { tarball } = await buildAndPack(folder);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await install(folder, tarball, ...PACKAGES);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, code] of Object.entries(SERVERS))
    it(`makes tokens in ${name}`, async () => {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}.js`);
      await writeFile(file, PROGRAM(code));
      const { url: endpoint, apiKey } = client().sandbox.test;
      const env = { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey };
      const server = startCommand(file, [], { env });
      try {
        const url = `http://127.0.0.1:${(await server.printed('\n')).trim()}`;
        const body = JSON.stringify({ cardId: CARD });
        const site = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
        const headers = { 'Content-Type': 'application/json', ...site };
        const response = await fetch(`${url}${PATH}`, { method: 'POST', headers, body });
        const answer = await response.text();
        assert.equal(response.status, 200, answer);
        assert.deepEqual(Object.keys(JSON.parse(answer)), ['value', 'expirationDate']);
      } finally {
        server.process.kill();
      }
      assert.equal((await server.ended).stderr, '');
    });
});
