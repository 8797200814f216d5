import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server';
import type { CDPSession } from 'playwright-core';
import { useSandbox } from '../support/sandbox-client.js';
import { elementScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { elementIn, Pages, PORTAL } from './documentation/pages.js';
import { samplesIn } from './documentation/samples.js';

const [SERVER, PAGE] = ['passkey-server', 'passkey-page'].map(
  (use) => samplesIn('docs/recipes/step-up.md').find(({ options }) => options.as === use)!.code,
) as [string, string];

/** The functions that the sample's reader writes. Every card belongs to the cardholder. */
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

/** Registers a passkey on a portal page. */
const REGISTER = `navigator.credentials
  .create({
    publicKey: {
      challenge: new Uint8Array(32),
      rp: { name: 'A bank' },
      user: { id: new Uint8Array(1), name: 'Ada', displayName: 'Ada' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { userVerification: 'required' },
    },
  })
  .then((credential) => credential.toJSON())`;

type Route = (request: Request) => Promise<Response>;

describe('a passkey that is required for a token', () => {
  const client = useSandbox();
  const browser = useChromium();
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
    const files = new Map([
      ['set-card-pin.js', await elementScript()],
      ['set-card-pin.isolated.js', await elementScript('isolated')],
    ]);
    pages = await Pages.open(client(), browser(), files);
    const routes = half as Record<'passkey' | 'clientToken', Route>;
    clientToken = routes.clientToken;
    pages.routes.set('/portal/passkey', routes.passkey).set('/portal/client-token', clientToken);

    // A device that has the passkey.
    const { page } = pages;
    device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
      },
    }));
    pages.servePage('/register', '<!doctype html>', '');
    await page.goto(`${PORTAL}/register`);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await page.evaluate<RegistrationResponseJSON>(REGISTER),
      expectedChallenge: () => true,
      expectedOrigin: PORTAL,
      expectedRPID: 'cards.example.com',
    });
    passkeys.push(registrationInfo!.credential);
  });
  after(() => rm(folder, { recursive: true }));

  for (const mode of ['inline', 'isolated'] as const)
    it(`allows one token for each use of the passkey, and none without it: ${mode}`, async () => {
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
