/**
 * Runs the backend routes with Node's frameworks and in other languages, checks other samples'
 * types with the tools of Solid, Svelte and Angular, and runs the unit tests in Vitest and Jest.
 * This project lacks these tools, so npm installs them next to the packed package. A language that
 * this machine lacks is left out.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../../tools/browsers/free-port.js';
import { install, npm } from '../../tools/npm.js';
import { buildAndPack } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';
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

const PORTAL = 'https://cards.example.com';

/** Debian's Python, because it has Debian's packages. */
const PYTHON = '/usr/bin/python3';

const JARS = [
  ...['spring3-web', 'spring3-core', 'spring3-beans', 'commons-logging'],
  ...['jackson-databind', 'jackson-core', 'jackson-annotations'],
].map((name) => `/usr/share/java/${name}.jar`);

const CLASS_PATH = `-cp ${[...JARS, '.'].join(':')}`;

const YOUR_OWN_PYTHON = `
import os

async def signed_in_cardholder(request):
    return "Ada" if request.headers.get("cookie") == "session=ada" else None

async def card_ids_of(cardholder):
    return [os.environ["CARD"]]
`;

const MAIN_GO = `
package main

import ("net/http"; "os")

func signedInCardholder(r *http.Request) (string, bool) {
	return "Ada", r.Header.Get("Cookie") == "session=ada"
}

func ownsCard(cardholder, cardID string) bool { return cardID == os.Getenv("CARD") }

func main() {
	http.HandleFunc("/portal/client-token", handleClientToken)
	_ = http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
`;

/** Uses the JDK's server instead of Spring's, which Debian doesn't have. */
const MAIN_JAVA = `
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetSocketAddress;
import java.security.Principal;

interface Cards { boolean belongsTo(Principal cardholder, String cardId); }

class Main {
  public static void main(String[] args) throws Exception {
    var address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    var server = com.sun.net.httpserver.HttpServer.create(address, 0);
    var controller = new ClientTokenController((cardholder, id) -> id.equals(System.getenv("CARD")));
    server.createContext("/portal/client-token", exchange -> {
      var headers = new org.springframework.http.HttpHeaders();
      headers.putAll(exchange.getRequestHeaders());
      Principal cardholder = "session=ada".equals(headers.getFirst("Cookie")) ? () -> "Ada" : null;
      var answer = controller.clientToken(headers, exchange.getRequestBody(), cardholder);
      exchange.getResponseHeaders().putAll(answer.getHeaders());
      byte[] body = new ObjectMapper().writeValueAsBytes(answer.getBody());
      exchange.sendResponseHeaders(answer.getStatusCodeValue(), body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }
}
`;

/** Does the same as the other languages' `your_own` files. */
const CLIENT_TOKEN = `
import { clientTokenHandler } from 'set-card-pin/server';
const { CARD, SET_CARD_PIN_ENDPOINT: endpoint, SET_CARD_PIN_API_KEY: apiKey } = process.env;
const authorize = ({ headers }, id) =>
  headers.get('Cookie') === 'session=ada' ? id === CARD : new Response('', { status: 401 });
export const handle = clientTokenHandler({ endpoint, apiKey, authorize });
`;

const HONO = `
import { Hono } from 'hono';
import { serve } from '@hono/node-server';
import { handle } from './client-token.js';
const app = new Hono();
app.post('/portal/client-token', (context) => handle(context.req.raw));
serve({ fetch: app.fetch, port: process.env.PORT });
`;

const all = PAGES.flatMap((page) => samplesIn(page));
const sample = (use: string) => all.find(({ options }) => options.as === use)!.code;

interface Server {
  readonly files: Readonly<Record<string, string>>;
  /** The file's name in `demo/server-halves`, if it is not a sample in the documentation. */
  readonly half?: string;
  /** A command that fails if its tools are not on this machine. */
  readonly probe?: string;
  readonly compile?: string;
  /** Runs the server on `PORT`. */
  readonly run: string;
}

const inNode = (name: string, code: string): Server => ({
  files: { [`${name}.js`]: code },
  run: `exec node ${name}.js`,
});

const SERVERS: Readonly<Record<string, Server>> = {
  'Express 4': inNode('express-4', sample('express').replace("'express'", "'express-4'")),
  'Express 5': inNode('express-5', sample('express').replace("'express'", "'express-5'")),
  Fastify: inNode('fastify', sample('fastify')),
  Hono: inNode('hono', HONO),
  Python: {
    half: 'client_token.py',
    files: { 'your_own.py': YOUR_OWN_PYTHON },
    probe: `${PYTHON} -c 'import fastapi, httpx, uvicorn'`,
    run: `exec ${PYTHON} -m uvicorn client_token:app --port $PORT --log-level critical`,
  },
  Go: {
    half: 'client_token.go',
    files: { 'main.go': MAIN_GO, 'go.mod': 'module portal\n\ngo 1.18\n' },
    probe: 'go version',
    compile: 'go build -o portal .',
    run: 'exec ./portal',
  },
  Java: {
    half: 'ClientTokenController.java',
    files: { 'Main.java': MAIN_JAVA },
    probe: `ls ${JARS.join(' ')} && javac -version`,
    compile: `javac ${CLASS_PATH} ClientTokenController.java Main.java`,
    run: `exec java ${CLASS_PATH} Main`,
  },
};

const shell = (command: string, options?: SpawnSyncOptions) =>
  spawnSync('sh', ['-c', command], options).status === 0;

describe('a sample for another tool or language', { timeout: TIMEOUT }, () => {
  const client = useSandbox();
  let folder: string;

  const write = (name: string, text: string) => writeFile(join(folder, name), text);
  const run = (...command: string[]) => npm(folder, ['exec', '--', ...command]);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frameworks-'));
    const tarball = await buildAndPack(folder);
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

  for (const [name, { files, half, probe = 'true', compile = 'true', run }] of Object.entries(
    SERVERS,
  )) {
    if (!shell(probe)) continue;
    it(`issues a token for the cardholder’s own card, and rejects other cards, sessions and origins: ${name}`, async (context) => {
      const { url, apiKey } = client().sandbox.test;
      const [card, other] = [await client().card('accepted'), await client().card('accepted')];
      if (half) await copyFile(join(PROJECT, 'demo/server-halves', half), join(folder, half));
      for (const [name, content] of Object.entries(files)) await write(name, content);
      const port = String(await freePort());
      const env = {
        ...{ PATH: process.env.PATH, HOME: folder, PORT: port },
        ...{ CARD: card.id, PAGE_ORIGIN: PORTAL, SET_CARD_PIN_ENDPOINT: url },
        // A file or a variable may end with a line break.
        SET_CARD_PIN_API_KEY: `${apiKey}\n`,
      };
      assert.ok(shell(compile, { cwd: folder, env, stdio: 'inherit' }));
      const server = spawn('sh', ['-c', run], { cwd: folder, env, stdio: 'inherit' });
      const ended = once(server, 'close');
      context.after(() => (server.kill(), ended));
      const address = `http://127.0.0.1:${port}/portal/client-token`;
      await until('the server listens', () => fetch(address).then(Boolean, () => false));

      const ask = (cardId: string, Origin = PORTAL, Cookie = 'session=ada') => {
        const site = { Origin, 'Sec-Fetch-Site': Origin === PORTAL ? 'same-origin' : 'cross-site' };
        const headers = { ...site, Cookie, 'Content-Type': 'application/json' };
        return fetch(address, { method: 'POST', headers, body: JSON.stringify({ cardId }) });
      };
      const { value } = (await (await ask(card.id)).json()) as { readonly value: string };
      const reply = await client().setPin(card.id, { authorization: `Bearer ${value}` });
      assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');
      assert.equal((await ask(card.id, 'https://evil.example.com')).status, 403);
      assert.equal((await ask(card.id, PORTAL, 'session=mallory')).status, 401);
      assert.equal((await ask(other.id)).status, 403);
    });
  }

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
