/** Checks that backend routes in languages other than JavaScript start and issue tokens. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { freePort } from '../../tools/browsers/free-port.js';
import { PROJECT } from '../../tools/project.js';
import { useSandbox } from '../support/sandbox-client.js';
import { writeFiles } from '../support/builds.js';
import { until } from '../support/until.js';

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

/**
 * By the file's name in `demo/server-halves`: the server's other files, a command that fails if its
 * tools are not on this machine, and the commands that compile the server and run it on `PORT`.
 */
const LANGUAGES = {
  'client_token.py': {
    files: { 'your_own.py': YOUR_OWN_PYTHON },
    probe: `${PYTHON} -c 'import fastapi, httpx, uvicorn'`,
    compile: 'true',
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

/** Milliseconds for a language, which may have to be compiled. */
const LIMIT = { timeout: 180_000 };

describe('a backend route in a language other than JavaScript', LIMIT, () => {
  const client = useSandbox();

  for (const [file, { files, probe, compile, run }] of Object.entries(LANGUAGES)) {
    if (!shell(probe)) continue;
    it(`issues a token for the cardholder’s own card, and rejects other cards, sessions and origins: ${file}`, async (context) => {
      const { url, apiKey } = client().sandbox.test;
      const [card, other] = [await client().card('accepted'), await client().card('accepted')];
      const cwd = await mkdtemp(join(tmpdir(), 'set-card-pin-server-'));
      await copyFile(join(PROJECT, 'demo/server-halves', file), join(cwd, file));
      await writeFiles(cwd, new Map(Object.entries(files)));
      const port = String(await freePort());
      const env = {
        PATH: process.env.PATH,
        HOME: cwd,
        CARD: card.id,
        PAGE_ORIGIN: PORTAL,
        SET_CARD_PIN_ENDPOINT: url,
        // A file or a variable may end with a line break.
        SET_CARD_PIN_API_KEY: `${apiKey}\n`,
        PORT: port,
      };
      assert.ok(shell(compile, { cwd, env, stdio: 'inherit' }));
      const server = spawn('sh', ['-c', run], { cwd, env, stdio: 'ignore' });
      const ended = once(server, 'close');
      context.after(async () => {
        server.kill();
        await ended;
        await rm(cwd, { recursive: true, force: true });
      });
      const address = `http://127.0.0.1:${port}/portal/client-token`;
      await until('the server listens', () => fetch(address).then(Boolean, () => false));

      const ask = (cardId: string, Origin = PORTAL, Cookie = 'session=ada') => {
        const headers = { Origin, Cookie, 'Content-Type': 'application/json' };
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
});
