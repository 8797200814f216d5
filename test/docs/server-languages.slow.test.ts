/** Server halves in other languages than JavaScript, with what only their reader knows. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
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

const CLASS_PATH = ['-cp', [...JARS, '.'].join(':')] as const;

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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

interface Cards {
  boolean belongsTo(Principal cardholder, String cardId);
}

class Main {
  private static final ClientTokenController CONTROLLER =
      new ClientTokenController((cardholder, cardId) -> cardId.equals(System.getenv("CARD")));

  public static void main(String[] args) throws IOException {
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", Integer.parseInt(System.getenv("PORT")));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext("/portal/client-token", Main::answer);
    server.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try {
      HttpHeaders headers = new HttpHeaders();
      headers.putAll(exchange.getRequestHeaders());
      Principal cardholder = "session=ada".equals(headers.getFirst("Cookie")) ? () -> "Ada" : null;
      ResponseEntity<?> answer = CONTROLLER.clientToken(headers, exchange.getRequestBody(), cardholder);
      exchange.getResponseHeaders().putAll(answer.getHeaders());
      byte[] body = new ObjectMapper().writeValueAsBytes(answer.getBody());
      // The rest of a body that is too long.
      exchange.getRequestBody().readAllBytes();
      exchange.sendResponseHeaders(answer.getStatusCodeValue(), body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException error) {
      throw new IOException(error);
    } finally {
      exchange.close();
    }
  }
}
`;

interface Language {
  /** Its file in `demo/server-halves`. */
  readonly file: string;
  /** The server and what the file leaves to its reader, by their names. */
  readonly files: Readonly<Record<string, string>>;
  /** Fails if the tools or libraries are not on this machine. */
  readonly probe: readonly string[];
  readonly compile?: readonly string[];
  /** Runs the server on `PORT`. */
  readonly run: readonly string[];
}

const LANGUAGES: readonly Language[] = [
  {
    file: 'client_token.py',
    files: { 'your_own.py': YOUR_OWN_PYTHON },
    probe: [PYTHON, '-c', 'import fastapi, httpx, uvicorn'],
    run: [
      'sh',
      '-c',
      `exec ${PYTHON} -m uvicorn client_token:app --port $PORT --log-level critical`,
    ],
  },
  {
    file: 'client_token.go',
    files: { 'main.go': MAIN_GO, 'go.mod': 'module portal\n\ngo 1.18\n' },
    probe: ['go', 'version'],
    compile: ['go', 'build', '-o', 'portal', '.'],
    run: ['./portal'],
  },
  {
    file: 'ClientTokenController.java',
    files: { 'Main.java': MAIN_JAVA },
    probe: JARS.every(existsSync) ? ['javac', '-version'] : ['false'],
    compile: ['javac', ...CLASS_PATH, 'ClientTokenController.java', 'Main.java'],
    run: ['java', ...CLASS_PATH, 'Main'],
  },
];

const PORTAL = 'https://cards.example.com';

const errors = [{ message: 'Details' }];

/** Answers of a service that makes no token, and the one of a redirect. */
const FAULTS: readonly (readonly [status: number, body: string])[] = [
  ...[429, 503, 500, 200].map((status) => [status, 'Details'] as const),
  [200, JSON.stringify({ errors, data: null })],
  [
    200,
    JSON.stringify({
      data: { generatePaymentCardClientToken: { __typename: 'UserError', errors } },
    }),
  ],
  [307, 'Details'],
];

/** Statuses that say that the service made no token. */
const FAILURES = [429, 502, 503];

/** Milliseconds for a language, which may have to be compiled. */
const LIMIT = { timeout: 180_000 };

describe('a server half in another language than JavaScript', LIMIT, () => {
  const client = useSandbox();

  for (const { file, files, probe, compile, run } of LANGUAGES) {
    const [program, ...options] = probe;
    if (spawnSync(program!, options).status !== 0) continue;
    it(`mints for the cardholder’s own card only, and tells nothing of the service: ${file}`, async () => {
      const { url: sandbox, apiKey } = client().sandbox.test;
      const [card, other] = [await client().card('accepted'), await client().card('accepted')];
      const paths = new Set<string>();
      let fault: (typeof FAULTS)[number] | undefined;
      const service = await serve((request, response) => {
        paths.add(request.url!);
        void text(request).then(async (body) => {
          if (fault) return response.writeHead(fault[0], { Location: '/elsewhere' }).end(fault[1]);
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
        SET_CARD_PIN_API_KEY: apiKey,
        PORT: port,
      };
      if (compile) execFileSync(compile[0]!, compile.slice(1), { cwd, env });
      const server = spawn(run[0]!, run.slice(1), { cwd, env, stdio: 'ignore' });
      const ended = once(server, 'close');

      const send = async (
        headers: Readonly<Record<string, string>> = {},
        body: string | null = JSON.stringify({ cardId: card.id }),
        method = 'POST',
      ) => {
        const type = { 'Content-Type': 'application/json' };
        const response = await fetch(`http://127.0.0.1:${port}/portal/client-token`, {
          method,
          headers: { Origin: PORTAL, ...type, Cookie: 'session=ada', ...headers },
          body,
        });
        const answer = await response.text();
        assert.equal(response.headers.get('cache-control'), 'no-store');
        assert.ok(!answer.includes(apiKey));
        return { status: response.status, answer };
      };

      try {
        const connects = (): Promise<boolean> =>
          fetch(`http://127.0.0.1:${port}/`).then(
            () => true,
            () => false,
          );
        await until('the server listens', connects);
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

        for (fault of FAULTS) {
          const { status, answer } = await send();
          assert.ok(FAILURES.includes(status), `${status} for ${fault.join(' ')}`);
          assert.doesNotMatch(answer, /Details/);
        }
        assert.deepEqual([...paths], ['/graphql']);
        await service.close();
        assert.ok(FAILURES.includes((await send()).status));
      } finally {
        server.kill();
        await Promise.all([ended, service.close()]);
        await rm(cwd, { recursive: true, force: true });
      }
    });
  }
});
