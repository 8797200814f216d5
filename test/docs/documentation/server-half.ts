/** Runs the server half of a portal, and sends it the requests that it must refuse. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../../tools/browsers/free-port.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { writeFiles } from '../../support/builds.js';
import { PORTAL } from './site.js';

/** The part that the sample leaves to its reader: a cardholder with a card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) => headers.cookie === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
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

export async function runServerHalf(
  code: string,
  folder: string,
  client: SandboxClient,
): Promise<void> {
  const { url: serviceEndpoint, apiKey } = client.sandbox.test;
  const [card, otherCard] = [await client.card('accepted'), await client.card('accepted')];
  const cwd = join(folder, 'server');
  await writeFiles(
    cwd,
    new Map([
      ['package.json', '{ "type": "module" }'],
      ['your-own.js', YOUR_OWN],
      ['server.js', code],
    ]),
  );
  const port = await freePort();
  const server = spawn(process.execPath, ['server.js'], {
    cwd,
    env: {
      CARD: card.id,
      CARD_SERVICE_ENDPOINT: serviceEndpoint,
      CARD_SERVICE_API_KEY: apiKey,
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
      assert.equal(response.headers.get('cache-control'), 'no-store');
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
      [403, send({ body: 'not JSON' })],
      [403, send({ body: 'null' })],
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
