/** Server halves in other languages than JavaScript, with what only their reader knows. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { freePort } from '../../tools/browsers/free-port.js';
import { PROJECT } from '../../tools/project.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { writeFiles } from '../support/builds.js';
import { serve } from '../support/serve.js';
import { until } from '../support/until.js';

/** Debian's Python, because that has Debian's packages. */
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

import (
	"net/http"
	"os"
)

func signedInCardholder(r *http.Request) (string, bool) {
	return "Ada", r.Header.Get("Cookie") == "session=ada"
}

func ownsCard(cardholder, cardID string) bool {
	return cardholder == "Ada" && cardID == os.Getenv("CARD")
}

func main() {
	http.HandleFunc("/portal/client-token", handleClientToken)
	_ = http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil)
}
`;

/** The server of the JDK in place of Spring's, which Debian doesn't have. */
const MAIN_JAVA = `
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.security.Principal;

interface Cards {
  boolean belongsTo(Principal cardholder, String cardId);
}

class Main {
  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv("PORT"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/portal/client-token", exchange -> {
      try (exchange) {
        answer(exchange);
      } catch (Exception error) {
        error.printStackTrace();
      }
    });
    server.start();
  }

  private static void answer(HttpExchange exchange) throws Exception {
    var controller = new ClientTokenController((cardholder, id) -> id.equals(System.getenv("CARD")));
    var headers = new org.springframework.http.HttpHeaders();
    headers.putAll(exchange.getRequestHeaders());
    Principal cardholder = "session=ada".equals(headers.getFirst("Cookie")) ? () -> "Ada" : null;
    var answer = controller.clientToken(headers, exchange.getRequestBody(), cardholder);
    exchange.getResponseHeaders().putAll(answer.getHeaders());
    byte[] body = new ObjectMapper().writeValueAsBytes(answer.getBody());
    // The rest of a body that is too long.
    exchange.getRequestBody().readAllBytes();
    exchange.sendResponseHeaders(answer.getStatusCodeValue(), body.length);
    exchange.getResponseBody().write(body);
  }
}
`;

interface Language {
  /** The server and what the file leaves to its reader, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Fails if the tools or libraries are not on this machine. */
  readonly probe: string;
  readonly compile?: string;
  /** Runs the server on `PORT`. */
  readonly run: string;
}

/** By the name of the file in `demo/server-halves`. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  'client_token.py': {
    files: { 'your_own.py': YOUR_OWN_PYTHON },
    probe: `${PYTHON} -c 'import fastapi, httpx, uvicorn'`,
    run: `exec ${PYTHON} -m uvicorn client_token:app --port $PORT --log-level critical`,
  },
  'client_token.go': {
    files: { 'main.go': MAIN_GO, 'go.mod': 'module portal\n\ngo 1.18\n' },
    probe: 'go version',
    compile: 'go build -o portal .',
    run: 'exec ./portal',
  },
  'ClientTokenController.java': {
    files: { 'Main.java': MAIN_JAVA },
    probe: `ls ${JARS.join(' ')} && javac -version`,
    compile: `javac ${CLASS_PATH} ClientTokenController.java Main.java`,
    run: `exec java ${CLASS_PATH} Main`,
  },
};

const shell = (command: string, options?: SpawnSyncOptions) =>
  spawnSync('sh', ['-c', command], options).status === 0;

const PORTAL = 'https://cards.example.com';

const errors = [{ message: 'Details' }];

const answerOf = (value: unknown) =>
  JSON.stringify({ data: { generatePaymentCardClientToken: { value, expirationDate: null } } });

/** Answers of a service that makes no token, and the one of a redirect. */
const FAULTS: readonly (readonly [status: number, body: string])[] = [
  ...[401, 429, 503, 500, 200, 307].map((status) => [status, 'Details'] as const),
  [500, answerOf('Details')],
  [200, answerOf({ message: 'Details' })],
  [200, '['.repeat(60_000)],
  [200, JSON.stringify({ errors, data: null })],
  [
    200,
    '{"data":{"generatePaymentCardClientToken":{"__typename":"UserError","errors":["Details"]}}}',
  ],
];

/** Statuses that say that the service made no token. */
const FAILURES = [429, 502, 503];

/** Milliseconds for a language, which may have to be compiled. */
const LIMIT = { timeout: 180_000 };

describe('a server half in another language than JavaScript', LIMIT, () => {
  const client = useSandbox();

  for (const [file, { files, probe, compile, run }] of Object.entries(LANGUAGES)) {
    if (!shell(probe)) continue;
    it(`mints for the cardholder’s own card only, and tells nothing of the service: ${file}`, async (context) => {
      const { url: sandbox, apiKey } = client().sandbox.test;
      const [card, other] = [await client().card('accepted'), await client().card('accepted')];
      const paths = new Set<string>();
      let answerInstead: ((response: ServerResponse) => unknown) | undefined;
      const service = await serve((request, response) => {
        paths.add(request.url!);
        void text(request).then(async (body) => {
          if (answerInstead) return answerInstead(response);
          const { authorization = '', 'content-type': type = '' } = request.headers;
          const headers = { authorization, 'content-type': type };
          const made = await fetch(sandbox, { method: 'POST', headers, body });
          return response.writeHead(made.status).end(await made.text());
        });
      });
      const cwd = await mkdtemp(join(tmpdir(), 'set-card-pin-server-'));
      await copyFile(join(PROJECT, 'demo/server-halves', file), join(cwd, file));
      await writeFiles(cwd, new Map(Object.entries(files)));
      const port = String(await freePort());
      const env = {
        PATH: process.env.PATH,
        HOME: cwd,
        CARD: card.id,
        PAGE_ORIGIN: PORTAL,
        SET_CARD_PIN_ENDPOINT: `${service.url}/graphql`,
        // A file or a variable may end with a line break.
        SET_CARD_PIN_API_KEY: `${apiKey}\n`,
        PORT: port,
      };
      if (compile) assert.ok(shell(compile, { cwd, env, stdio: 'inherit' }));
      const server = spawn('sh', ['-c', run], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
      const ended = once(server, 'close');
      const logged = text(server.stderr);
      context.after(async () => {
        server.kill();
        await Promise.all([ended, service.close()]);
        await rm(cwd, { recursive: true, force: true });
      });
      const address = `http://127.0.0.1:${port}/portal/client-token`;
      const connects = () => fetch(address).then(Boolean, () => false);
      await until('the server listens', connects);

      const send = async (
        headers: Readonly<Record<string, string>> = {},
        body: string | null = JSON.stringify({ cardId: card.id }),
        method = 'POST',
      ) => {
        const type = { 'Content-Type': 'application/json' };
        const all = { Origin: PORTAL, ...type, Cookie: 'session=ada', ...headers };
        const signal = AbortSignal.timeout(60_000);
        const response = await fetch(address, { method, headers: all, body, signal });
        const answer = await response.text();
        assert.equal(response.headers.get('cache-control'), 'no-store');
        assert.ok(!answer.includes(apiKey) && !answer.includes('Details'));
        return { status: response.status, answer };
      };

      const { status, answer } = await send();
      assert.equal(status, 200, answer);
      const token = JSON.parse(answer) as { value: string; expirationDate: string };
      assert.deepEqual(Object.keys(token).sort(), ['expirationDate', 'value']);
      const reply = await client().setPin(card.id, { authorization: `Bearer ${token.value}` });
      assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');

      for (const [expected, refused] of [
        // Spring refuses other methods itself.
        ...(file.endsWith('.java') ? [] : [[405, send({}, null, 'GET')] as const]),
        [403, send({ Origin: 'https://evil.example.com' })],
        [403, send({ Origin: '' })],
        [415, send({ 'Content-Type': 'text/plain' })],
        [401, send({ Cookie: 'session=mallory' })],
        [413, send({}, 'x'.repeat(100_000))],
        [403, send({}, JSON.stringify({ cardId: other.id }))],
        ...['not JSON', 'null', '{"cardId":5}'].map((body) => [400, send({}, body)] as const),
      ] as const)
        assert.equal((await refused).status, expected, (await refused).answer);

      for (const [fault, body] of FAULTS) {
        answerInstead = (response) =>
          response.writeHead(fault, { Location: '/elsewhere' }).end(body);
        const { status } = await send();
        assert.ok(FAILURES.includes(status), `${status} for ${fault} ${body.slice(0, 99)}`);
      }
      // The service has 15 seconds, and its body too.
      answerInstead = (response) => setTimeout(() => response.end(answerOf('dG9rZW4=')), 6_000);
      assert.equal((await send()).status, 200);
      answerInstead = (response) => response.write('{');
      assert.ok(FAILURES.includes((await send()).status));
      assert.deepEqual([...paths], ['/graphql']);
      await service.close();
      assert.ok(FAILURES.includes((await send()).status));

      server.kill();
      const log = await logged;
      assert.match(log, /\b401\b/);
      assert.ok(!log.includes(apiKey) && !log.includes('Details'), log);
    });
  }
});
