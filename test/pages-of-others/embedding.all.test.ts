/** Pages whose libraries touch what is around the element. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { PROJECT } from '../../tools/project.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { buildInMemory, bundleScript, useElementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import type * as reactDocument from './react-document/app.js';

declare const app: typeof reactDocument;

const browser = useChromium();
const service = useSandbox();
const script = useElementScript();

/** Supplies a client token and waits for the element's first form. */
async function prepare(page: Page, cardId: string): Promise<void> {
  const token = (await service().bearer(cardId)).slice('Bearer '.length);
  await page.locator('set-card-pin:state(empty)').waitFor();
  await page.locator('set-card-pin').evaluate((element, clientToken) => {
    Object.assign(element, { clientToken });
    element.focus();
  }, token);
}

/** Submits what is typed. */
async function submit(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await page.locator('set-card-pin:state(set)').waitFor();
}

/** Bundles the app with a version of React. */
async function reactApp(suffix: string): Promise<string> {
  const files = await buildInMemory({
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: [
        { find: /^react(?=$|\/)/, replacement: `react${suffix}` },
        { find: /^react-dom(?=$|\/)/, replacement: `react-dom${suffix}` },
      ],
    },
    build: {
      lib: {
        entry: join(PROJECT, 'test/pages-of-others/react-document/app.ts'),
        formats: ['iife'],
        name: 'app',
        fileName: () => 'app.js',
      },
    },
  });
  return files.get('app.js')!;
}

for (const version of ['18', '19']) {
  describe(`a page that React ${version} hydrates`, () => {
    let reactScript: string;
    let html: string;
    const site = useSite((path) => {
      if (path === '/set-card-pin.js') return { body: script() };
      if (path === '/app.js') return { body: reactScript };
      return { body: html };
    });

    before(async () => {
      reactScript = await reactApp(version === '18' ? '-18' : '');
    });

    it('keeps the element and its digits if React hydrates the document', async () => {
      const { id } = await service().card('accepted');
      const props = { endpoint: service().sandbox.test.url, 'card-id': id };
      const page = await browser().newPage();
      await page.addScriptTag({ content: reactScript });
      html = await page.evaluate((given) => app.html(given), props);
      await page.goto(site());
      await prepare(page, id);
      await typePinTwice(page, '4826');
      const element = await page.locator('set-card-pin:state(complete)').elementHandle();
      const errors = await page.evaluate((given) => app.hydrate(given), props);
      assert.deepEqual(errors, []);
      assert.equal(await element.evaluate((node) => node.matches(':state(complete)')), true);
      await submit(page);
      await page.close();
    });
  });
}

describe('a page with a Lit of its own, under a policy that names both copies', () => {
  let ownLit: string;
  const site = useSite((path) => {
    if (path === '/own-lit.js') return { body: ownLit };
    if (path === '/set-card-pin.js') return { body: script() };
    return {
      headers: {
        'Content-Security-Policy':
          "script-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html set-card-pin",
      },
      body: `<!doctype html><title>A portal</title><link rel="icon" href="data:,">
<script src="/own-lit.js"></script><script src="/set-card-pin.js"></script><own-lit></own-lit><set-card-pin></set-card-pin>`,
    };
  });

  before(async () => {
    ownLit = await bundleScript('test/pages-of-others/own-lit.ts', 'unused');
  });

  it('shows the components of both', async () => {
    const page = await browser().newPage();
    await page.goto(site());
    await waitForText(page, "Rendered by the page's own Lit");
    await waitForText(page, 'New PIN');
    await page.close();
  });
});
