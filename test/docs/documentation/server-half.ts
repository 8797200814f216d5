/** Runs the server half of a portal, and sends it the requests that it must refuse. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '../../../tools/browsers/free-port.js';
import { runCommand } from '../../node/run-command.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { serve } from '../../node/server/answering-service.js';
import { writeFiles } from '../../support/builds.js';
import { PORTAL } from './site.js';

/** The part that the sample leaves to its reader: a cardholder with a card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) =>
  headers.get('Cookie') === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
export const lastLoginOf = async () => Date.now();
export const ownsCard = async (request, cardId) =>
  (await cardIdsOf(await signedInCardholder(request))).includes(cardId);
`;

const VALID_HEADERS = {
  Origin: PORTAL,
  'Content-Type': 'application/json',
  Cookie: 'session=ada',
};

interface PortalRequest {
  readonly path?: string;
  readonly method?: string;
  readonly body?: string | { readonly cardId: string };
}

/** Asks a handler for tokens of both cards, and prints the statuses. */
const ASK = `
import { handle } from './handle.js';
const ask = async (cardId) => {
  const answer = await handle(
    new Request('https://server.example.com/portal/client-token', {
      method: 'POST',
      headers: { ...JSON.parse(process.env.HEADERS), 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardId }),
    }),
  );
  return answer.status;
};
console.log(await ask(process.env.CARD), await ask(process.env.OTHER_CARD));
`;

/** Calls the handler that a sample exports. */
export async function runRoute(code: string, folder: string, client: SandboxClient): Promise<void> {
  const cwd = await project(folder, { 'handle.js': code, 'ask.js': ASK });
  const { url, apiKey } = client.sandbox.test;
  const isForeign = code.includes('allowedOrigins');
  const headers = { ...VALID_HEADERS, 'Sec-Fetch-Site': isForeign ? 'same-site' : 'same-origin' };
  const { stdout, stderr } = await runCommand(join(cwd, 'ask.js'), [], {
    env: {
      CARD: (await client.card('accepted')).id,
      OTHER_CARD: (await client.card('accepted')).id,
      HEADERS: JSON.stringify(headers),
      SET_CARD_PIN_ENDPOINT: url,
      SET_CARD_PIN_API_KEY: apiKey,
    },
  });
  assert.equal(stdout, '200 403\n', stderr);
}

/** Writes a project with what the samples leave to their reader. Returns its folder. */
async function project(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = await mkdtemp(join(folder, 'server-'));
  const own = { 'package.json': '{ "type": "module" }', 'your-own.js': YOUR_OWN };
  await writeFiles(cwd, new Map(Object.entries({ ...own, ...files })));
  return cwd;
}

/** A server of the documentation, with what the sample leaves to its reader. */
export interface ServerProgram {
  readonly files: Readonly<Record<string, string>>;
  /**
   * Commands to run one after the other. The last one is the server: it prints a line when it
   * listens.
   */
  readonly commands: readonly (readonly [program: string, ...args: string[]])[];
}

interface ServiceAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

/** Answers of a service that makes no token. */
const FAULTS: readonly ServiceAnswer[] = [
  ...[429, 503, 500, 200].map((status) => ({ status, body: 'Details' })),
  { status: 200, body: '{"errors":[{"message":"Details"}],"data":null}' },
  {
    status: 200,
    body: '{"data":{"generatePaymentCardClientToken":{"__typename":"UserError","errors":[{"message":"Details"}]}}}',
  },
  { status: 307, headers: { Location: '/elsewhere' }, body: 'Details' },
];

/** Statuses that say that the service made no token. */
const FAILURES = [429, 502, 503];

/**
 * Runs a server in front of the sandbox, and sends it the requests that it must refuse. Then the
 * service makes no token any more, in several ways.
 */
export async function runServerHalf(
  { files, commands }: ServerProgram,
  folder: string,
  client: SandboxClient,
): Promise<void> {
  const { url: sandbox, apiKey } = client.sandbox.test;
  const [card, otherCard] = [await client.card('accepted'), await client.card('accepted')];
  const paths: string[] = [];
  let fault: ServiceAnswer | undefined;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    paths.push(request.url!);
    const body = await text(request);
    if (fault !== undefined) {
      response.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    const { authorization = '' } = request.headers;
    const headers = { authorization, 'content-type': request.headers['content-type']! };
    const made = await fetch(sandbox, { method: 'POST', headers, body });
    response.writeHead(made.status).end(await made.text());
  };
  const service = await serve((request, response) => void answer(request, response));
  const cwd = await project(folder, files);
  const port = await freePort();
  const env = {
    PATH: process.env.PATH,
    HOME: cwd,
    CARD: card.id,
    PAGE_ORIGIN: PORTAL,
    SET_CARD_PIN_ENDPOINT: `${service.url}/graphql`,
    SET_CARD_PIN_API_KEY: apiKey,
    PORT: String(port),
  };
  for (const [program, ...args] of commands.slice(0, -1))
    await promisify(execFile)(program, args, { cwd, env });
  const [program, ...args] = commands.at(-1)!;
  const server = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  server.stderr.on('data', (part) => (errors += part));
  const ended = once(server, 'close');
  try {
    await Promise.race([once(server.stdout, 'data'), ended.then(() => assert.fail(errors))]);
    const send = async (
      {
        path = '/portal/client-token',
        method = 'POST',
        body = { cardId: card.id },
      }: PortalRequest = {},
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...VALID_HEADERS, ...headers },
        body: method === 'GET' ? null : text,
      });
      const answer = await response.text();
      if (response.status !== 404) assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.ok(!answer.includes(apiKey));
      return { status: response.status, answer };
    };

    const { status, answer } = await send();
    assert.equal(status, 200, answer);
    const token = JSON.parse(answer) as { value: string; expirationDate: string };
    assert.deepEqual(Object.keys(token).sort(), ['expirationDate', 'value']);
    const reply = await client.setPin(card.id, { authorization: `Bearer ${token.value}` });
    assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');

    const refusals = [
      [404, send({ path: '/portal/other' })],
      [405, send({ method: 'GET' })],
      [403, send({}, { Origin: 'https://evil.example.com' })],
      [403, send({}, { Origin: '' })],
      [415, send({}, { 'Content-Type': 'text/plain' })],
      [401, send({}, { Cookie: 'session=mallory' })],
      [413, send({ body: 'x'.repeat(100_000) })],
      [403, send({ body: { cardId: otherCard.id } })],
      [400, send({ body: 'not JSON' })],
      [400, send({ body: 'null' })],
      [400, send({ body: '{"cardId":5}' })],
    ] as const;
    const answers = await Promise.all(refusals.map(([, refused]) => refused));
    assert.deepEqual(
      answers.map((refused) => refused.status),
      refusals.map(([expected]) => expected),
    );

    paths.length = 0;
    for (fault of FAULTS) {
      const { status, answer } = await send();
      assert.ok(FAILURES.includes(status), `${status} for ${fault.status} ${fault.body}`);
      assert.doesNotMatch(answer, /Details/);
    }
    assert.deepEqual(new Set(paths), new Set(['/graphql']));
    await service.close();
    assert.ok(FAILURES.includes((await send()).status));
  } finally {
    server.kill();
    await ended;
    await service.close();
  }
}
