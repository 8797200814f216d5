import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { graphqlRequestParts } from '../../tools/build/graphql-request-parts.js';
import { PROJECT } from '../../tools/project.js';
import { useSandbox } from '../support/sandbox-client.js';
import { buildInMemory, writeFiles, type BuiltFiles } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import type { portal, PortalProps } from './react-portal.js';

declare const window: { readonly portal: typeof portal };

/** Bundles the app with a version of React, in React's development build, which prints warnings. */
function bundle(react: string, ssr: boolean): Promise<BuiltFiles> {
  const suffix = react === '18' ? '-18' : '';
  return buildInMemory({
    configFile: false,
    mode: 'production',
    plugins: [graphqlRequestParts()],
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^react(?=$|\/)/, replacement: `react${suffix}` },
        { find: /^react-dom(?=$|\/)/, replacement: `react-dom${suffix}` },
      ],
    },
    ssr: { noExternal: true },
    build: {
      target: 'es2022',
      ssr,
      minify: false,
      rolldownOptions: {
        input: join(PROJECT, 'test/element/react-portal.ts'),
        output: { entryFileNames: 'app.js' },
      },
    },
  });
}

const service = useSandbox();
const browser = useChromium();

for (const react of ['18', '19']) {
  describe(`the component for React ${react}`, () => {
    let html = '';
    let script = '';
    let server: typeof portal;
    const site = useSite((path) => {
      if (path === '/app.js') return { body: script };
      return { body: `<!doctype html>${html}` };
    });
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'set-card-pin-react-'));
      await writeFiles(folder, await bundle(react, true));
      ({ portal: server } = await import(pathToFileURL(join(folder, 'app.js')).href));
      script = (await bundle(react, false)).get('app.js')!;
    });

    after(() => rm(folder, { recursive: true, force: true }));

    /** Renders the app on the server, and returns what React printed. */
    function render(props: PortalProps): { readonly html: string; readonly printed: string } {
      const printed: unknown[] = [];
      const { error } = console;
      console.error = (...words) => printed.push(...words);
      try {
        return { html: server.render(props), printed: printed.join(' ') };
      } finally {
        console.error = error;
      }
    }

    it('renders its attributes but not the token on a server, without a warning', () => {
      for (const token of [
        'token_8045137961',
        { value: 'token_8045137961', expirationDate: null },
      ]) {
        const rendered = render({
          endpoint: 'https://api.example.com/graphql',
          cardId: 'card_1',
          clientToken: token,
          // TypeScript accepts any attribute that has a hyphen.
          ...{ 'client-token': token, draggable: false },
          pinLength: 6,
          frameSrc: 'https://pin.example.com/',
        });
        assert.equal(server.version.split('.')[0], react);
        assert.equal(rendered.printed, '');
        assert.equal(
          /<main>.*<\/main>/.exec(rendered.html)?.[0],
          '<main><set-card-pin endpoint="https://api.example.com/graphql" card-id="card_1"' +
            ' draggable="false" pin-length="6" frame-src="https://pin.example.com/" id="pin"' +
            ' class="wide" style="max-width:30rem" lang="en" no-confirm="" aria-label="PIN"' +
            ' data-purpose="portal"><h2 slot="heading">Your PIN</h2></set-card-pin>' +
            '<output>The PIN is not set</output></main>',
        );
      }
    });

    it('keeps typed digits during hydration, replaces a rejected token, and sets the PIN', async () => {
      const { id: cardId } = await service().card('token-refused-once');
      const [clientToken, freshToken] = await Promise.all(
        [1, 2].map(async () => (await service().bearer(cardId)).slice('Bearer '.length)),
      );
      const props: PortalProps = {
        endpoint: service().sandbox.test.url,
        cardId,
        clientToken,
        freshToken: freshToken!,
      };
      ({ html } = render(props));
      const page = await browser().newPage();
      const messages: string[] = [];
      page.on('console', (message) => {
        // React recommends its developer tools, and the browser reports a refused token.
        if (!/React DevTools|status of 401/.test(message.text())) messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(String(error)));
      await page.goto(site());
      await page.locator('set-card-pin:state(empty)').waitFor();
      const callsIn = () => page.evaluate(() => window.portal.calls);
      await page.locator('set-card-pin').evaluate((element: HTMLElement) => element.focus());
      await page.keyboard.type('4826');
      await page.evaluate((given) => window.portal.start(given), props);
      await page.waitForFunction(() => window.portal.calls.includes('ref SET-CARD-PIN'));
      await page.keyboard.press('Backspace');
      await page.keyboard.type('6');
      await page.keyboard.press('Enter');
      await page.getByText('Set for the card ending in').waitFor();
      assert.deepEqual(
        (await callsIn()).filter((call) => !/\bref\b|ready/.test(call)),
        ['complete: false', 'complete: true', 'rejected'],
      );
      assert.deepEqual(messages, []);
      await page.evaluate((given) => window.portal.update(given), { ...props, pinLength: 6 });
      await page.waitForFunction(() => document.querySelector('set-card-pin')!.pinLength === 6);
      await page.evaluate(() => window.portal.end());
      assert.equal((await callsIn()).at(-1), 'no ref');
      await page.close();
    });

    if (react !== '18')
      it('empties the form or closes the success panel when <Activity> hides it, but doesn’t abort a submit', async () => {
        const { id: cardId } = await service().card('accepted');
        const clientToken = (await service().bearer(cardId)).slice('Bearer '.length);
        const props: PortalProps = { endpoint: service().sandbox.test.url, cardId, clientToken };
        ({ html } = render(props));
        const page = await browser().newPage();
        await page.goto(site());
        const element = page.locator('set-card-pin');
        await page.locator('set-card-pin:state(empty)').waitFor();
        await page.evaluate((given) => window.portal.start(given), props);
        await page.waitForFunction(() => window.portal.calls.includes('ref SET-CARD-PIN'));
        const show = async (isHidden: boolean) => {
          await page.evaluate((given) => window.portal.update(given), { ...props, isHidden });
          await element.waitFor({ state: isHidden ? 'hidden' : 'visible' });
        };
        const typePin = async (pin: string) => {
          await element.evaluate((it: HTMLElement) => it.focus());
          await page.keyboard.type(pin);
        };

        await typePin('48');
        await show(true);
        await page.locator('set-card-pin:state(empty)').waitFor({ state: 'attached' });
        await show(false);

        await service().control('POST', `/cards/${cardId}/delay`, { milliseconds: null });
        await typePin('4826');
        await page.keyboard.press('Enter');
        await page.locator('set-card-pin:state(submitting)').waitFor();
        await show(true);
        await service().control('POST', `/cards/${cardId}/delay`, { milliseconds: 0 });
        await page.locator('set-card-pin:state(set)').waitFor({ state: 'attached' });
        await show(false);
        await page.locator('set-card-pin:state(set)').waitFor();

        await show(true);
        await page.locator('set-card-pin:state(empty)').waitFor({ state: 'attached' });
        await page.close();
      });
  });
}
