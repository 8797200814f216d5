/**
 * One test for the card page of every app: all frameworks must behave the same. `npm run apps` runs
 * it, with the names of some apps in `APPS`, or with all.
 */
import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { SANDBOX_CARDS } from '../../../src/node/sandbox/cards.js';
import { startSite, type Site } from '../../../demo/apps/site/site.js';
import { buildAndPack } from '../../../tools/pack.js';
import { APPS, prepare } from '../../../tools/apps/prepare.js';
import { useSandbox } from '../../node/sandbox/sandbox-client.js';
import { useChromium, waitForText } from '../../support/chromium.js';

const apps = APPS.filter(({ name }) => (process.env.APPS || name).split(' ').includes(name));

const PIN = '4826';

/** Milliseconds for each step. */
const TIMEOUT = 60_000;

const EVENTS = ['pin-ready', 'pin-set', 'pin-error'];

/** The events that the page has received. */
declare const received: string[];

const CARD = SANDBOX_CARDS.find(({ behaviour }) => behaviour === 'accepted')!;

/** What Lit logs in every development build. */
const EXPECTED = /^Lit is in dev mode/;

const browser = useChromium();

// The real path, because a bundler takes a link to a folder for another folder.
const folder = await realpath(await mkdtemp(join(tmpdir(), 'set-card-pin-apps-')));
after(() => rm(folder, { recursive: true, force: true }));
const packed = await buildAndPack(folder);
/** All at the same time, because they mostly wait for packages. */
const prepared = new Map(apps.map((app) => [app, prepare(app, packed)]));
await Promise.allSettled(prepared.values());

for (const [app, builds] of prepared) {
  it(`installs the app ${app.name}, checks its types and builds it`, async () => {
    await builds;
  });
  for (const mode of app.modes) {
    describe(`the card page in ${app.name}, built for ${mode}`, () => {
      const client = useSandbox();
      let site: Site | undefined;
      let page: Page;
      /** Warnings and errors of the app's server while it renders, and of its page. */
      const noise: string[] = [];

      before(async () => {
        for (const method of ['warn', 'error'] as const)
          console[method] = (...words: unknown[]) => noise.push(words.join(' '));
        const build = (await builds).find((each) => each.mode === mode)!;
        site = await startSite(build.dist, client().sandbox);
        page = await browser().newPage();
        page.setDefaultTimeout(TIMEOUT);
        page.on('console', (message) => {
          if (['warning', 'error'].includes(message.type())) noise.push(message.text());
        });
        page.on('pageerror', (error) => noise.push(String(error)));
        // The events bubble, so a listener on the window gets them all.
        await page.addInitScript((names) => {
          const received: string[] = [];
          for (const name of names) addEventListener(name, () => received.push(name));
          Object.assign(window, { received });
        }, EVENTS);
      });
      after(async () => {
        await page.close();
        await site?.close();
      });
      beforeEach(async () => {
        noise.length = 0;
        await client().control('POST', '/reset');
        await page.goto(site!.url);
        await page.waitForFunction(() => received.includes('pin-ready'));
      });
      afterEach(() =>
        assert.deepEqual(
          noise.filter((text) => !EXPECTED.test(text)),
          [],
        ),
      );

      it('has the element in its HTML, without a token', async () => {
        const html = await (await fetch(page.url())).text();
        const tag = /<set-card-pin [^>]*>/.exec(html)?.[0] ?? '';
        assert.ok(tag.includes(`endpoint="${client().sandbox.test.url}"`), html);
        assert.ok(tag.includes(`card-id="${CARD.id}"`), html);
        assert.doesNotMatch(html, /token/i);
        assert.deepEqual(await client().requests(), []);
      });

      it('sets a PIN even if the page renders again between its two fields', async () => {
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
        await waitForText(page, `Your new PIN is set. For the card ending in ${CARD.last4}.`);
        assert.equal(await client().matches(CARD.id, PIN), true);
        const events = await page.evaluate(() => received);
        assert.equal(events.filter((name) => name === 'pin-ready').length, 1);
        assert.ok(!events.includes('pin-error'));
        assert.ok(await page.getByRole('switch', { name: 'abroad' }).isChecked());
        assert.ok(!(await page.content()).includes(PIN));
      });
    });
  }
}
