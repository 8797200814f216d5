/**
 * One test for every app's card page, because all frameworks must behave the same. `npm run apps`
 * runs it for the apps named in `APPS`, or else for all.
 */
import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { startSite } from '../../../demo/apps/site/site.js';
import { buildAndPack } from '../../../tools/pack.js';
import { APPS, prepare } from '../../../tools/apps/prepare.js';
import { useSandbox } from '../../support/sandbox-client.js';
import { useChromium, waitForText } from '../../support/chromium.js';

const apps = APPS.filter(({ name }) => (process.env.APPS || name).split(' ').includes(name));

const PIN = '4826';

/** The events that the page has received. */
declare const received: string[];

const CARD = SANDBOX_CARDS.find(({ behaviour }) => behaviour === 'accepted')!;

const browser = useChromium();

// The real path, because a bundler treats a link to a folder as a different folder.
const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-apps-')));
after(() => rm(folder, { recursive: true, force: true }));
const tarball = await buildAndPack(folder);
/** Prepares all apps at the same time, because they mostly wait for packages. */
const prepared = new Map(apps.map((app) => [app, prepare(app, tarball)]));
await Promise.allSettled(prepared.values());

for (const [app, builds] of prepared) {
  it(`installs the app ${app.name}, checks its types and builds it`, async () => {
    await builds;
  });
  for (const mode of app.modes)
    describe(`the card page in ${app.name}, built for ${mode}`, () => {
      const client = useSandbox();
      it('has no token in its HTML, and sets a PIN even if the page renders again between its two fields', async (test) => {
        // Warnings and errors from the app's server while it renders, and from its page.
        const noise: string[] = [];
        for (const method of ['warn', 'error'] as const)
          console[method] = (...words: unknown[]) => noise.push(words.join(' '));
        const build = (await builds).find((each) => each.mode === mode)!;
        const site = await startSite(build.dist, client().sandbox);
        test.after(() => site.close());

        const html = await (await fetch(site.url)).text();
        const tag = /<set-card-pin\s[^>]*>/.exec(html)?.[0] ?? '';
        assert.ok(tag.includes(`endpoint="${client().sandbox.test.url}"`), html);
        assert.ok(tag.includes(`card-id="${CARD.id}"`), html);
        const route = 'token-url="/portal/client-token"';
        assert.doesNotMatch(html.replaceAll(route, ''), /token/i);
        assert.deepEqual(await client().requests(), []);

        const page = await browser().newPage();
        page.setDefaultTimeout(60_000);
        page.on('console', (message) => {
          if (['warning', 'error'].includes(message.type())) noise.push(message.text());
        });
        page.on('pageerror', (error) => noise.push(String(error)));
        // The events bubble, so a listener on the window receives them all.
        await page.addInitScript(() => {
          const received: string[] = [];
          for (const name of ['pin-ready', 'pin-set', 'pin-error'])
            addEventListener(name, () => received.push(name));
          Object.assign(window, { received });
        });
        await page.goto(site.url);
        await page.waitForFunction(() => received.includes('pin-ready'));
        const { keyboard } = page;
        await page.locator('set-card-pin').focus();
        await keyboard.type(PIN);
        await page.getByRole('switch', { name: 'Payments abroad' }).click();
        // The click moved the focus out of the field.
        await page.locator('set-card-pin').focus();
        await keyboard.press('Tab');
        await keyboard.type(PIN);
        await keyboard.press('Enter');
        await page.getByText('PIN last changed today').waitFor();
        await waitForText(page, `For the card ending in ${CARD.last4}.`);
        assert.equal(await client().matches(CARD.id, PIN), true);
        assert.deepEqual(await page.evaluate(() => received), ['pin-ready', 'pin-set']);
        assert.ok(await page.getByRole('switch', { name: 'abroad' }).isChecked());
        assert.ok(!(await page.content()).includes(PIN));
        // Lit logs this message in every development build.
        const complaints = noise.filter((text) => !text.startsWith('Lit is in dev mode'));
        assert.deepEqual(complaints, []);
        await page.close();
      });
    });
}
