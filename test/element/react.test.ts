import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build, type InlineConfig, type Rollup } from 'vite';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { graphqlRequestParts } from '../../tools/build/graphql-request-parts.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import type { ReactPage } from './react/browser.js';
import type { PortalProps } from './react/portal.js';
import type * as serverApp from './react/server.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';

const inProject = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

declare const window: { readonly page: ReactPage };

/** Bundles the app with one version of React, in the build of React's that complains. */
function bundle(react: string, file: string, options: InlineConfig['build']): InlineConfig {
  const name = react === '18' ? '-18' : '';
  return {
    root: inProject('.'),
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [graphqlRequestParts()],
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^react(?=$|\/)/, replacement: `react${name}` },
        { find: /^react-dom(?=$|\/)/, replacement: `react-dom${name}` },
      ],
    },
    ssr: { noExternal: true },
    build: {
      target: 'es2022',
      rolldownOptions: { input: inProject(`test/element/react/${file}`) },
      ...options,
    },
  };
}

/** Waits until the element has been given that. */
async function until(page: Page, cardId: string, pinLength: number | undefined): Promise<void> {
  await page.waitForFunction(
    (given) => {
      const element = document.querySelector('set-card-pin') as unknown as PortalProps;
      return element.cardId === given.cardId && element.pinLength === given.pinLength;
    },
    { cardId, pinLength },
  );
}

let browser: Browser;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-react-'));
  browser = await launchBrowser(await findBrowser());
});

after(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

const service = useSandbox();

for (const react of ['18', '19']) {
  describe(`the component of React ${react}`, () => {
    let server: Server;
    let html = '';
    let script: string;
    let onServer: typeof serverApp;

    before(async () => {
      const outDir = join(folder, react);
      await build(bundle(react, 'server.ts', { ssr: true, outDir, emptyOutDir: true }));
      onServer = (await import(pathToFileURL(join(outDir, 'server.js')).href)) as typeof serverApp;
      const { output } = (await build(
        bundle(react, 'browser.ts', { write: false, minify: false }),
      )) as Rollup.RollupOutput;
      script = output[0].code;
      server = createServer(({ url }, response) => {
        const isScript = url === '/app.js';
        response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
        const head = '<title>A portal</title><link rel="icon" href="data:,">';
        const page = `<!doctype html><html lang="en">${head}<div id="app">${html}</div>`;
        response.end(isScript ? script : `${page}<script type="module" src="app.js"></script>`);
      });
      await listen(server, 0);
    });

    after(() => stop(server));

    /** Renders the app on the server, with what React said meanwhile. */
    function render(props: PortalProps): { readonly html: string; readonly said: string } {
      const said: unknown[] = [];
      const { error } = console;
      console.error = (...words) => said.push(...words);
      try {
        return { html: onServer.render(props), said: said.join(' ') };
      } finally {
        console.error = error;
      }
    }

    it('is rendered on a server by its attributes, without a word', () => {
      const { html, said } = render({
        endpoint: 'https://api.example.com/graphql',
        cardId: 'card_1',
        pinLength: 6,
        frameSrc: 'https://pin.example.com/',
      });
      assert.equal(onServer.version.split('.')[0], react);
      assert.equal(said, '');
      assert.equal(
        html,
        '<main><set-card-pin endpoint="https://api.example.com/graphql" card-id="card_1" pin-length="6"' +
          ' frame-src="https://pin.example.com/" id="pin" class="wide" style="max-width:30rem" lang="en" no-confirm=""' +
          ' aria-label="PIN" data-purpose="portal"><h2 slot="heading">Your PIN</h2></set-card-pin>' +
          '<output>The PIN is not set</output></main>',
      );
    });

    for (const [kind, token] of [
      ['string', 'token_8045137961'],
      ['object', { value: 'token_8045137961', expirationDate: null }],
    ] as const) {
      it(`has neither the token nor denied PINs in what a server renders (${kind})`, () => {
        const { html } = render({
          endpoint: 'https://api.example.com/graphql',
          cardId: 'card_1',
          clientToken: token,
          // No type keeps a page from writing what has a hyphen.
          ...{ 'client-token': token },
          deniedPins: ['8045', '1379'],
        });
        assert.match(html, /^<main><set-card-pin endpoint="[^"]+" card-id="card_1" id="pin"/);
        assert.doesNotMatch(html, /token|8045|1379|object/i);
      });
    }

    /** Opens the app and starts it, with what the console says from then on. */
    async function open(props: PortalProps, rendered: string): Promise<[Page, string[]]> {
      html = rendered;
      const page = await browser.newPage();
      const said: string[] = [];
      page.on('console', (message) => {
        // React recommends its developer tools, and the browser tells of a refused token.
        if (!/React DevTools|status of 401/.test(message.text())) said.push(message.text());
      });
      page.on('pageerror', (error) => said.push(String(error)));
      await page.goto(addressOf(server));
      await page.evaluate((given) => window.page.start(given), props);
      await page.waitForFunction(() => window.page.told.includes('pin-ready'));
      return [page, said];
    }

    const toldTo = (page: Page) => page.evaluate(() => [...window.page.told]);

    async function type(page: Page, pin: string): Promise<void> {
      await page.locator('set-card-pin').evaluate((element: HTMLElement) => element.focus());
      await page.keyboard.type(pin);
      await page.keyboard.press('Enter');
    }

    for (const isHydrated of [false, true]) {
      const how = isHydrated ? 'hydrated' : 'rendered';

      it(`sets a PIN where it is ${how}, and answers a refused token`, async () => {
        const { id: cardId } = await service().card('token-refused-once');
        const [first, second] = await Promise.all(
          [1, 2].map(async () => (await service().bearer(cardId)).slice('Bearer '.length)),
        );
        const props: PortalProps = {
          endpoint: service().sandbox.test.url,
          cardId,
          clientToken: first,
          freshToken: second ?? '',
          deniedPins: ['4827'],
        };
        const [page, said] = await open(props, isHydrated ? render(props).html : '');
        await type(page, '4826');
        await page.getByText('Set for the card ending').waitFor();
        assert.deepEqual(
          (await toldTo(page)).filter((line) => !/\bref\b/.test(line)),
          ['pin-ready', 'complete: true', 'refused'],
        );
        assert.equal((await toldTo(page)).at(0), 'ref SET-CARD-PIN');
        assert.deepEqual(said, []);
        await page.evaluate(() => window.page.end());
        assert.equal((await toldTo(page)).at(-1), 'no ref');
        await page.close();
      });
    }

    it('follows its props, and takes back those that are left out', async () => {
      const props: PortalProps = { endpoint: 'https://api.example.com/graphql', cardId: 'card_1' };
      const [page, said] = await open(props, render({ ...props, pinLength: 6 }).html);
      const again = (given: PortalProps) =>
        page.evaluate((next) => window.page.render(next), given);
      await again({ ...props, cardId: 'card_2', pinLength: 5 });
      const element = page.locator('#pin.wide[lang=en][data-purpose=portal]');
      await until(page, 'card_2', 5);
      assert.equal(await element.count(), 1);
      await again(props);
      await until(page, 'card_1', undefined);
      assert.equal(await element.count(), 1);
      assert.deepEqual(said, []);
      await page.close();
    });
  });
}
