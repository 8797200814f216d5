/** Runs a server half as Node runs it, and asks it for client tokens in every way that it has to refuse. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../../../tools/browsers/free-port.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { PORTAL } from './site.js';

/** What the sample leaves to its reader: one cardholder, with one card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) => headers.cookie === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
`;

const RIGHT = {
  Origin: PORTAL,
  'Content-Type': 'application/json',
  Cookie: 'session=ada',
};

interface Asked {
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
  const [card, other] = [await client.card('accepted'), await client.card('accepted')];
  const place = join(folder, 'server');
  await mkdir(place);
  await writeFile(join(place, 'package.json'), '{ "type": "module" }');
  await writeFile(join(place, 'your-own.js'), YOUR_OWN);
  await writeFile(join(place, 'server.js'), code);
  const port = await freePort();
  const server = spawn(process.execPath, ['server.js'], {
    cwd: place,
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
    // It says so when it listens; where it can't run it says nothing.
    await Promise.race([
      once(server.stdout, 'data'),
      ended.then(() => assert.fail('The server half ended.')),
    ]);
    const ask = async (
      { path = '/portal/client-token', method = 'POST', body = { cardId: card.id } }: Asked = {},
      headers: Readonly<Record<string, string>> = {},
    ) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { ...RIGHT, ...headers },
        body: method === 'GET' ? null : text,
      });
      const answer = await response.text();
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.ok(!answer.includes(apiKey));
      return { status: response.status, answer };
    };

    const { status, answer } = await ask();
    assert.equal(status, 200, answer);
    const token = JSON.parse(answer) as { value: string; expirationDate: string };
    assert.deepEqual(Object.keys(token), ['value', 'expirationDate']);
    const reply = await client.setPin(card.id, { authorization: `Bearer ${token.value}` });
    assert.equal(reply.json.data.setPinForPaymentCard.__typename, 'PaymentCard');

    const refusals = [
      [404, ask({ path: '/portal/other' })],
      [405, ask({ method: 'GET' })],
      [403, ask({}, { Origin: 'https://evil.example.com' })],
      [403, ask({}, { Origin: '' })],
      [415, ask({}, { 'Content-Type': 'text/plain' })],
      [401, ask({}, { Cookie: 'session=mallory' })],
      [413, ask({ body: 'x'.repeat(100_000) })],
      [403, ask({ body: { cardId: other.id } })],
      [403, ask({ body: 'not JSON' })],
      [403, ask({ body: 'null' })],
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
