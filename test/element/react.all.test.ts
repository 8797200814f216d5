import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { PROJECT } from '../../tools/project.js';
import { SOURCE_OPTIONS } from '../../tools/test/bundled-tests-plugin.js';
import { useSandbox } from '../support/sandbox-client.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import type { portal, PortalProps } from './react-portal.js';

declare const window: { readonly portal: typeof portal };

/** Bundles the app with a version of React, in React's development build, which prints warnings. */
async function bundle(react: string, platform: 'node' | 'browser'): Promise<string> {
  const suffix = react === '18' ? '-18' : '';
  const bundled = await rolldown({
    ...SOURCE_OPTIONS,
    input: join(PROJECT, 'test/element/react-portal.ts'),
    platform,
    resolve: { alias: { react: `react${suffix}`, 'react-dom': `react-dom${suffix}` } },
    transform: { define: { 'process.env.NODE_ENV': '"development"' }, target: 'es2022' },
  });
  const { output } = await bundled.generate({ codeSplitting: false });
  await bundled.close();
  return output[0].code;
}

const service = useSandbox();
const browser = useChromium();

for (const react of ['18', '19']) {
  describe(`the component for React ${react}`, () => {
    let html = '';
    let script = '';
    let server: typeof portal;
    let folder: string;
    const site = useSite((path) => ({
      body: path === '/app.js' ? script : `<!doctype html>${html}`,
    }));

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'set-card-pin-react-'));
      const app = join(folder, 'app.mjs');
      await writeFile(app, await bundle(react, 'node'));
      ({ portal: server } = await import(pathToFileURL(app).href));
      script = await bundle(react, 'browser');
    });

    after(() => rm(folder, { recursive: true, force: true }));

    /** Opens the page for a new card, as the server renders it, and waits for the element. */
    const open = async (behaviour: SandboxBehaviour) => {
      const { id: cardId } = await service().card(behaviour);
      const clientToken = await service().token(cardId);
      const { value: freshToken } = await service().token(cardId);
      const { url: endpoint } = service().sandbox.test;
      const props: PortalProps = { endpoint, cardId, clientToken, freshToken };
      html = server.render(props);
      const page = await browser().newPage();
      const messages: string[] = [];
      // React recommends its developer tools, and the browser reports a rejected token.
      page.on('console', (message) => {
        if (!/React DevTools|status of 401/.test(message.text())) messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(String(error)));
      await page.goto(site());
      const has = (state: string) =>
        page.locator(`set-card-pin:state(${state})`).waitFor({ state: 'attached' });
      await has('empty');
      const type = async (pin: string) => {
        await page.locator('set-card-pin').focus();
        await page.keyboard.type(pin);
      };
      const hydrate = async () => {
        await page.evaluate((given) => window.portal.start(given), props);
        await page.waitForFunction(() => window.portal.calls.includes('ref SET-CARD-PIN'));
      };
      const update = (more: Partial<PortalProps>) =>
        page.evaluate((given) => window.portal.update(given), { ...props, ...more });
      return { page, messages, cardId, has, type, hydrate, update };
    };

    it('renders its attributes on a server without a warning, and omits the token', (test) => {
      const { mock } = test.mock.method(console, 'error', () => {});
      const value = 'token_8045137961';
      const html = server.render({
        endpoint: 'https://api.example.com/graphql',
        cardId: 'card_1',
        clientToken: { value, expirationDate: null },
        // TypeScript accepts any attribute that has a hyphen.
        ...{ 'client-token': value, 'data-purpose': 'portal' },
        pinLength: 6,
        frameSrc: 'https://pin.example.com/',
        className: 'wide',
        style: { maxWidth: '30rem' },
        draggable: false,
        disabled: false,
        'aria-label': 'PIN',
        getClientToken: undefined,
        messages: { newPin: 'Your PIN' },
      });
      assert.equal(server.version.split('.')[0], react);
      assert.deepEqual(mock.calls, []);
      assert.equal(
        /<main>.*<\/main>/.exec(html)?.[0],
        '<main><set-card-pin no-confirm="" endpoint="https://api.example.com/graphql"' +
          ' card-id="card_1" data-purpose="portal" pin-length="6"' +
          ' frame-src="https://pin.example.com/" class="wide" style="max-width:30rem"' +
          ' draggable="false" aria-label="PIN"><h2 slot="heading">Your PIN</h2></set-card-pin>' +
          '<output>The PIN is not set</output></main>',
      );
    });

    it('keeps typed digits during hydration, replaces a rejected token, and sets the PIN', async () => {
      const { page, messages, type, hydrate, update } = await open('token-refused-once');
      const callsIn = () => page.evaluate(() => window.portal.calls);
      await type('4826');
      await hydrate();
      for (const key of ['Backspace', '6', 'Enter']) await page.keyboard.press(key);
      await page.getByText('Set for the card ending in').waitFor();
      assert.deepEqual(
        (await callsIn()).filter((call) => !/\bref\b|ready/.test(call)),
        ['complete: false', 'complete: true', 'rejected'],
      );
      assert.deepEqual(messages, []);
      await update({ pinLength: 6 });
      await page.waitForFunction(() => document.querySelector('set-card-pin')!.pinLength === 6);
      await page.evaluate(() => window.portal.end());
      assert.equal((await callsIn()).at(-1), 'no ref');
      await page.close();
    });

    if (react !== '18')
      it('empties the form or closes the success panel when <Activity> hides the page, but doesn’t abort a submit', async () => {
        const { page, cardId, has, type, hydrate, update } = await open('accepted');
        const show = async (isHidden: boolean) => {
          await update({ isHidden });
          await page.locator('set-card-pin').waitFor({ state: isHidden ? 'hidden' : 'visible' });
        };
        const delay = (milliseconds: number | null) =>
          service().control('POST', `/cards/${cardId}/delay`, { milliseconds });
        await hydrate();
        await type('48');
        await show(true);
        await has('empty');
        await show(false);

        await delay(null);
        await type('4826');
        await page.keyboard.press('Enter');
        await has('submitting');
        await show(true);
        await delay(0);
        await has('set');
        await show(false);
        await has('set');

        await show(true);
        await has('empty');
        await page.close();
      });
  });
}
