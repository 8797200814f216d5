/** Runs the server half of a portal, and sends it the requests that it must refuse. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../tools/browsers/free-port.js';
import { runCommand } from '../../node/run-command.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { writeFiles } from '../../support/builds.js';
import { PORTAL } from './site.js';

/** The part that the sample leaves to its reader: a cardholder with a card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) =>
  headers.get('Cookie') === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
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

/**
 * Runs a server, and sends it the requests that it must refuse.
 *
 * @param handle - The module `handle.js`, which the server imports.
 */
export async function runServerHalf(
  code: string,
  handle: string,
  folder: string,
  client: SandboxClient,
): Promise<void> {
  const { url: serviceEndpoint, apiKey } = client.sandbox.test;
  const [card, otherCard] = [await client.card('accepted'), await client.card('accepted')];
  const cwd = await project(folder, { 'handle.js': handle, 'server.js': code });
  const port = await freePort();
  const server = spawn(process.execPath, ['server.js'], {
    cwd,
    env: {
      CARD: card.id,
      SET_CARD_PIN_ENDPOINT: serviceEndpoint,
      SET_CARD_PIN_API_KEY: apiKey,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  try {
    // It prints a line when it listens.
    await Promise.race([
      once(server.stdout, 'data'),
      ended.then(() => assert.fail('The server half ended.')),
    ]);
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
    assert.deepEqual(Object.keys(token), ['value', 'expirationDate']);
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
    ] as const;
    const answers = await Promise.all(refusals.map(([, refused]) => refused));
    assert.deepEqual(
      answers.map((refused) => refused.status),
      refusals.map(([expected]) => expected),
    );
  } finally {
    server.kill();
    await ended;
  }
}
