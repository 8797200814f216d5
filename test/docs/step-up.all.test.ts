import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CDPSession } from 'playwright-core';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { useElementScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { elementIn, Pages, PORTAL } from './documentation/pages.js';
import { samplesIn } from './documentation/samples.js';

const [SERVER, PAGE] = ['passkey-server', 'passkey-page'].map(
  (use) => samplesIn('docs/recipes/step-up.md').find(({ options }) => options.as === use)!.code,
) as [string, string];

const PASSKEY = Buffer.from('a passkey of the cardholder');

/** What the sample leaves to its reader. Every card is the cardholder's. */
const YOUR_OWN = `
  const session = { cardholder: 'Ada' };
  export const passkeys = [];
  export const sessionOf = async () => session;
  export const cardIdsOf = async () => ({ includes: () => true });
  export const passkeysOf = async () => passkeys;
  export const saveCounter = async (id, counter) => {
    passkeys.find((each) => each.id === id).counter = counter;
  };
`;

type Route = (request: Request) => Promise<Response>;

describe('a passkey before the token', () => {
  const client = useSandbox();
  const browser = useChromium();
  const script = useElementScript();
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  let folder: string;
  let pages: Pages;
  let device: CDPSession;
  let authenticatorId: string;
  let clientToken: Route;

  before(async () => {
    const { url, apiKey } = client().sandbox.test;
    Object.assign(process.env, { SET_CARD_PIN_ENDPOINT: url, SET_CARD_PIN_API_KEY: apiKey });
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-step-up-'));
    const shipped = new URL('../../src/node/server/client-token-handler.ts', import.meta.url);
    const load = async (name: string, code: string): Promise<unknown> => {
      await writeFile(join(folder, name), code);
      return import(pathToFileURL(join(folder, name)).href);
    };
    const { passkeys } = (await load('your-own.mjs', YOUR_OWN)) as { passkeys: object[] };
    const half = await load(
      'server.mjs',
      SERVER.replace('@simplewebauthn/server', import.meta.resolve('@simplewebauthn/server'))
        .replace('set-card-pin/server', shipped.href)
        .replace('./your-own.js', './your-own.mjs')
        .replaceAll('portal.example.com', 'cards.example.com'),
    );
    const { x, y } = keys.publicKey.export({ format: 'jwk' });
    const [publicX, publicY] = [x!, y!].map((part) => Buffer.from(part, 'base64url'));
    // As COSE has it: an ES256 key on P-256, with two coordinates of 32 bytes (RFC 9052).
    const publicKey = Buffer.concat([
      ...[Buffer.from('a5010203262001215820', 'hex'), publicX!],
      ...[Buffer.from('225820', 'hex'), publicY!],
    ]);
    passkeys.push({
      id: PASSKEY.toString('base64url'),
      counter: 0,
      transports: ['internal'],
      publicKey: new Uint8Array(publicKey),
    });

    const files = new Map([['set-card-pin.js', script()]]);
    pages = await Pages.open(client(), browser(), files);
    const routes = half as Record<'passkey' | 'clientToken', Route>;
    clientToken = routes.clientToken;
    pages.routes.set('/portal/passkey', routes.passkey).set('/portal/client-token', clientToken);

    // A device that has the passkey.
    const { page } = pages;
    device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
    } as const;
    ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options }));
    await device.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: PASSKEY.toString('base64'),
        isResidentCredential: false,
        rpId: 'cards.example.com',
        privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
        signCount: 0,
      },
    });
  });
  after(() => rm(folder, { recursive: true }));

  for (const mode of ['inline', 'isolated'] as const)
    it(`makes one token for one use of the passkey, and none without it: ${mode}`, async () => {
      for (const [isUserVerified, ends] of [
        [false, 'token-unavailable'],
        [true, 'set'],
      ] as const) {
        await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
        await pages.run(
          { code: PAGE, options: { ends } },
          { markup: elementIn(mode), module: PAGE },
        );
      }
      const headers = { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' };
      const body = '{"cardId":"card_123"}';
      const again = new Request(`${PORTAL}/`, { method: 'POST', headers, body });
      assert.equal((await clientToken(again)).status, 403);
    });
});
