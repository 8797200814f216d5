/**
 * Runs the server samples with Node's frameworks, checks other samples' types with the tools of
 * Solid, Svelte and Angular, and runs the unit tests in Vitest and Jest. This project lacks these
 * tools, so they are installed next to the packed package.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../tools/browsers/free-port.js';
import { install, npm } from '../../tools/npm.js';
import { buildAndPack } from '../../tools/pack.js';
import { startCommand } from '../support/run-command.js';
import { useSandbox } from '../support/sandbox-client.js';
import { until } from '../support/until.js';
import { PAGES, samplesIn } from './documentation/samples.js';

const PACKAGES = [
  ...['solid-js@1.9.19', 'svelte@5.57.3', 'svelte-check@4.7.8', 'typescript@5.9.3'],
  ...['core', 'compiler', 'compiler-cli'].map((name) => `@angular/${name}@21.2.24`),
  ...['vitest@4.1.12', 'happy-dom@21.0.4', 'jest@30.5.2', 'jest-environment-jsdom@30.5.2'],
  ...['express-4@npm:express@4.22.3', 'express-5@npm:express@5.3.0', 'fastify@5.12.8'],
  ...['hono@4.13.19', '@hono/node-server@2.1.9'],
];

/** The settings of a strict project, in addition to those of a sample. */
const TSCONFIG = {
  extends: './sample.json',
  compilerOptions: {
    ...{ target: 'ES2022', module: 'preserve', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true },
    ...{ experimentalDecorators: true, isolatedModules: true },
  },
  angularCompilerOptions: { strictTemplates: true },
};

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

const ORIGIN = 'https://cards.example.com';
const CARD = 'card_test_accepted';

const CLIENT_TOKEN = `
import { clientTokenHandler } from 'set-card-pin/server';
const { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey } = process.env;
export const handle = clientTokenHandler({ endpoint, apiKey, authorize: (request, id) => id === '${CARD}' });
`;

const all = PAGES.flatMap((page) => samplesIn(page));
const sample = (use: string) => all.find(({ options }) => options.as === use)!.code;

const SERVERS = {
  'Express 4': sample('express').replace("'express'", "'express-4'"),
  'Express 5': sample('express').replace("'express'", "'express-5'"),
  Fastify: sample('fastify'),
  Hono: `
import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { handle } from './client-token.js';
const app = new Hono();
app.post('/portal/client-token', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: process.env.PORT });
`,
};

describe('a sample for another tool', { timeout: TIMEOUT }, () => {
  const client = useSandbox();
  let folder: string;

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = (...command: string[]) => npm(folder, ['exec', '--', ...command]);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frameworks-'));
    const { tarball } = await buildAndPack(folder);
    await write('package.json', '{ "private": true, "type": "module" }');
    await install(folder, tarball, ...PACKAGES);
    await write('client-token.js', CLIENT_TOKEN);
    await write('tsconfig.json', JSON.stringify(TSCONFIG));
    for (const [index, { language, options, code }] of all.entries())
      if (options.as === 'framework') {
        const isConfig = language === 'json';
        await write(isConfig ? 'sample.json' : `sample-${index}.${language}`, code);
      }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, code] of Object.entries(SERVERS))
    it(`issues tokens in ${name}`, async () => {
      await write(`${name}.js`, code);
      const { url: endpoint, apiKey } = client().sandbox.test;
      const port = String(await freePort());
      const env = { SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey, PORT: port };
      const server = startCommand(join(folder, `${name}.js`), [], { env });
      try {
        const url = `http://localhost:${port}`;
        await until('the server listens', () => fetch(url).then(Boolean, () => false));
        const body = JSON.stringify({ cardId: CARD });
        const site = { Origin: ORIGIN, 'Sec-Fetch-Site': 'same-origin' };
        const headers = { 'Content-Type': 'application/json', ...site };
        const response = await fetch(`${url}/portal/client-token`, {
          method: 'POST',
          headers,
          body,
        });
        const answer = await response.text();
        assert.equal(response.status, 200, answer);
        assert.deepEqual(Object.keys(JSON.parse(answer)), ['value', 'expirationDate']);
      } finally {
        server.process.kill();
      }
      assert.equal((await server.ended).stderr, '');
    });

  it('passes the type checks of Solid, Svelte and Angular', async () => {
    // `ngc` checks the same as `tsc`, and Angular's templates too.
    await run('ngc', '--noEmit');
    await run('svelte-check', '--fail-on-warnings');
  });

  it('passes as a unit test in Vitest and Jest', async () => {
    await write('happy-dom.test.js', sample('vitest'));
    await write('jsdom.test.js', sample('vitest').replace('happy-dom', 'jsdom'));
    await run('vitest', 'run', 'happy-dom.test.js', 'jsdom.test.js');
    const inJest = sample('vitest')
      .replace(/^.*\n/, '/** @jest-environment jsdom */\n')
      .replace("'vitest'", "'@jest/globals'");
    await write('pin-page.test.mjs', inJest);
    const jest = ['exec', '--', 'jest', '--testMatch', '**/*.test.mjs'];
    await npm(folder, jest, { NODE_OPTIONS: '--experimental-vm-modules' });
  });
});
