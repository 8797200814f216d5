/** Runs the packed package’s server half in frameworks of Node, which this project lacks. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { buildAndPack } from '../../../tools/pack.js';
import { install } from '../../../tools/npm.js';
import { freePort } from '../../../tools/browsers/free-port.js';
import { samplesIn } from '../../docs/documentation/samples.js';
import { until } from '../../support/until.js';
import { startCommand } from '../../support/run-command.js';
import { useSandbox } from '../../support/sandbox-client.js';

const PACKAGES = [
  'express-4@npm:express@4.22.3',
  'express-5@npm:express@5.3.0',
  ...['fastify@5.12.8', 'hono@4.13.19', '@hono/node-server@2.1.9'],
];

const ORIGIN = 'https://cards.example.com';
const CARD = 'card_test_accepted';

/** Milliseconds for all tests. */
const TIMEOUT = 300_000;

const PATH = '/portal/client-token';

const CLIENT_TOKEN = `
import { clientTokenHandler } from 'set-card-pin/server';
const { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey } = process.env;
export const handle = clientTokenHandler({ endpoint, apiKey, authorize: (request, id) => id === '${CARD}' });
`;

/** Returns the server in docs/server.md. */
const sample = (name: string) =>
  samplesIn('docs/server.md').find(({ options }) => options.as === name)!.code;

const EXPRESS = (version: number) => sample('express').replace("'express'", `'express-${version}'`);

const SERVERS = {
  'Express 4': EXPRESS(4),
  'Express 5': EXPRESS(5),
  Fastify: sample('fastify'),
  Hono: `
import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { handle } from './client-token.js';
const app = new Hono();
app.post('${PATH}', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: process.env.PORT });
`,
};

describe('set-card-pin/server', { timeout: TIMEOUT }, () => {
  const client = useSandbox();
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-server-'));
    const { tarball } = await buildAndPack(folder);
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    await writeFile(join(folder, 'client-token.js'), CLIENT_TOKEN);
    await install(folder, tarball, ...PACKAGES);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, code] of Object.entries(SERVERS))
    it(`issues tokens in ${name}`, async () => {
      const file = join(folder, `${name.replaceAll(/\W/g, '-')}.js`);
      await writeFile(file, code);
      const { url: endpoint, apiKey } = client().sandbox.test;
      const port = String(await freePort());
      const env = { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey, PORT: port };
      const server = startCommand(file, [], { env });
      try {
        const url = `http://localhost:${port}`;
        await until('the server listens', () => fetch(url).then(Boolean, () => false));
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
