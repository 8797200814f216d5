import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';
import { startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import { nodeListener } from '../../src/node/server/client-token-handler.js';
import { createLoopbackServer } from '../../src/node/loopback-server.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { useElementScript } from '../support/builds.js';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { serve, type RunningServer } from '../support/serve.js';
import { samplesIn } from './documentation/samples.js';

const [SERVER, PAGE] = ['passkey-server', 'passkey-page'].map(
  (use) => samplesIn('docs/recipes/step-up.md').find(({ options }) => options.as === use)!.code,
) as [string, string];

const PIN = '4826';
const PASSKEY = Buffer.from('a passkey of the cardholder');

/** What the sample leaves to its reader. */
const YOUR_OWN = `
  export const session = { cardholder: 'Ada' };
  export const passkeys = [];
  export const sessionOf = async () => session;
  export const cardIdsOf = async () => globalThis.stepUpCards;
  export const passkeysOf = async () => passkeys;
  export const saveCounter = async (id, counter) => {
    passkeys.find((each) => each.id === id).counter = counter;
  };
`;

interface OwnModule {
  readonly passkeys: object[];
}

type ServerModule = Readonly<
  Record<'passkey' | 'clientToken', (request: Request) => Promise<Response>>
>;

describe('a passkey before the token', () => {
  const client = useSandbox();
  const browser = useChromium();
  const script = useElementScript();
  let folder: string;
  let origin: string;
  let server: RunningServer;
  let frame: FrameOrigin;
  let own: OwnModule;
  let half: ServerModule;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  before(async () => {
    const listener = createLoopbackServer((request, response, { pathname }) => {
      const handle = { '/portal/passkey': 'passkey', '/portal/client-token': 'clientToken' }[
        pathname
      ] as keyof ServerModule | undefined;
      if (handle) return nodeListener(half[handle], { origin })(request, response);
      const isScript = pathname === '/set-card-pin.js';
      response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script() : '<!doctype html><title>A portal</title>');
    });
    server = await serve(listener);
    // A passkey belongs to a domain, which an IP address isn't.
    origin = server.url.replace('127.0.0.1', 'localhost');
    const { url, apiKey } = client().sandbox.test;
    Object.assign(process.env, { SET_CARD_PIN_ENDPOINT: url, SET_CARD_PIN_API_KEY: apiKey });
    frame = await startFrameOrigin({ port: 0, parents: [origin], endpoints: [url] });

    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-step-up-'));
    const ownPath = join(folder, 'your-own.mjs');
    const serverPath = join(folder, 'server.mjs');
    const shipped = new URL('../../src/node/server/client-token-handler.ts', import.meta.url);
    await writeFile(ownPath, YOUR_OWN);
    await writeFile(
      serverPath,
      SERVER.replace('@simplewebauthn/server', import.meta.resolve('@simplewebauthn/server'))
        .replace('set-card-pin/server', shipped.href)
        .replace('./your-own.js', './your-own.mjs')
        .replace('https://portal.example.com', origin)
        .replace('portal.example.com', 'localhost'),
    );
    own = (await import(pathToFileURL(ownPath).href)) as OwnModule;
    half = (await import(pathToFileURL(serverPath).href)) as ServerModule;
    const { x, y } = keys.publicKey.export({ format: 'jwk' });
    const [publicX, publicY] = [x!, y!].map((part) => Buffer.from(part, 'base64url'));
    own.passkeys.push({
      id: PASSKEY.toString('base64url'),
      counter: 0,
      transports: ['internal'],
      // As COSE has it: an ES256 key on P-256, with two coordinates of 32 bytes (RFC 9052).
      publicKey: new Uint8Array(
        Buffer.concat([
          Buffer.from('a5010203262001215820', 'hex'),
          publicX!,
          Buffer.from('225820', 'hex'),
          publicY!,
        ]),
      ),
    });
  });
  after(async () => {
    await Promise.all([server.close(), frame.close()]);
    await rm(folder, { recursive: true });
  });

  /** Opens the page of a card, with a device that has the passkey. */
  async function open(mode: string, cardId: string): Promise<[Page, CDPSession, string]> {
    const page = await browser().newPage();
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    await device.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: {
        credentialId: PASSKEY.toString('base64'),
        isResidentCredential: false,
        rpId: 'localhost',
        privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
        signCount: 0,
      },
    });
    Object.assign(own.passkeys[0]!, { counter: 0 });
    Object.assign(globalThis, { stepUpCards: [cardId] });
    await page.goto(origin);
    const frameSrc = mode === 'isolated' ? `frame-src="${frame.url}"` : '';
    await page.setContent(
      `<script src="/set-card-pin.js"></script>
      <set-card-pin endpoint="${client().sandbox.test.url}" card-id="${cardId}" ${frameSrc}></set-card-pin>
      <script type="module">
        window.outcomes = [];
        for (const type of ['pin-set', 'pin-error'])
          addEventListener(type, ({ outcome }) => outcomes.push(outcome?.kind ?? type));
        ${PAGE}
      </script>`,
    );
    const element = page.locator('set-card-pin');
    await element.evaluate((it) => it.focus());
    await waitForFocus({ frame: page.frames().find((each) => each.url() === frame.url) });
    await typePinTwice(page, PIN);
    return [page, device, authenticatorId];
  }

  const outcome = async (page: Page, count: number): Promise<unknown> => {
    await page.waitForFunction(
      (wanted) => Reflect.get(window, 'outcomes').length === wanted,
      count,
    );
    return page.evaluate(() => (Reflect.get(window, 'outcomes') as unknown[]).at(-1));
  };

  for (const mode of ['inline', 'isolated']) {
    it(`sets the PIN once the passkey was used, with nothing typed again: ${mode}`, async () => {
      const card = await client().card('accepted');
      const [page, device, authenticatorId] = await open(mode, card.id);
      const verify = (isUserVerified: boolean) =>
        device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

      await verify(false);
      await page.keyboard.press('Enter');
      assert.equal(await outcome(page, 1), 'token-unavailable');
      assert.equal(await client().matches(card.id, PIN), false);

      await verify(true);
      await page.keyboard.press('Enter');
      assert.equal(await outcome(page, 2), 'pin-set');
      assert.equal(await client().matches(card.id, PIN), true);
      await page.close();
    });
  }

  it('makes no token without the passkey, nor a second one for the same use', async () => {
    const card = await client().card('accepted');
    Object.assign(globalThis, { stepUpCards: [card.id] });
    const ask = () =>
      half.clientToken(
        new Request(`${origin}/portal/client-token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
          body: JSON.stringify({ cardId: card.id }),
        }),
      );
    const { session } = (await import(pathToFileURL(join(folder, 'your-own.mjs')).href)) as {
      session: Record<string, unknown>;
    };
    assert.equal((await ask()).status, 403);
    session['passkeyUsedAt'] = Date.now();
    assert.equal((await ask()).status, 200);
    assert.equal((await ask()).status, 403);
  });
});
