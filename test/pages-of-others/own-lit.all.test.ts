/** A page whose script touches what is around the element. */
import { before, describe, it } from 'node:test';
import { bundleScript, useElementScript } from '../support/builds.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { useSite } from '../support/site.js';

const browser = useChromium();
const script = useElementScript();

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
