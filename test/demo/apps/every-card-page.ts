/**
 * The card page of every app, by one test: whatever a page is made with, the cardholder meets the same. `npm run apps` prepares
 * the apps and runs it.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { startSite, type Site } from '../../../demo/apps/site/site.js';
import { findBrowser } from '../../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../../tools/browsers/launch-browser.js';
import type { PreparedApp } from '../../../tools/apps/prepare.js';
import { useSandbox } from '../../node/sandbox/sandbox-client.js';
import { Cardholder } from './cardholder.js';

const apps = JSON.parse(process.env.PREPARED_APPS ?? '[]') as readonly PreparedApp[];

const PIN = '4826';
const OTHER_PIN = '7391';

/** Of `lit` itself, in any page that is built for development. */
const LIT_IN_DEVELOPMENT = /^warning: Lit is in dev mode/;

/** A browser says so of every answer that is not a success. */
const REFUSED = /^error: Failed to load resource: .* 401/;

let browser: Browser;

before(async () => {
  browser = await launchBrowser(await findBrowser());
});
after(() => browser.close());

for (const { name, builds } of apps) {
  for (const { mode, dist } of builds) {
    describe(`the card page in ${name}, built for ${mode}`, () => {
      const client = useSandbox();
      let site: Site;
      let cardholder: Cardholder;
      /** What a server's half says while it renders. */
      const said: string[] = [];

      before(async () => {
        for (const method of ['warn', 'error'] as const) {
          console[method] = (...words: unknown[]) => said.push(words.join(' '));
        }
        site = await startSite({ dist, sandbox: client().sandbox, port: 0 });
        cardholder = await Cardholder.signIn(browser, site.url);
      });
      after(async () => {
        await cardholder.leave();
        await site.close();
      });
      beforeEach(async () => {
        await client().control('POST', '/reset');
        await cardholder.page.goto(`${site.url}cards`);
      });

      /** Nothing was complained of anywhere but what is expected. */
      function assertQuiet(...expected: readonly RegExp[]): void {
        const unexpected = cardholder
          .takeNoise()
          .filter((line) => ![LIT_IN_DEVELOPMENT, ...expected].some((known) => known.test(line)));
        assert.deepEqual([...unexpected, ...said], []);
      }

      it('has the element in its HTML, and no token', async () => {
        const { id } = cardOf('accepted');
        const html = await (await fetch(`${site.url}cards/${id}`)).text();
        const tag = /<set-card-pin [^>]*>/.exec(html)?.[0] ?? '';
        assert.ok(tag.includes(`endpoint="${client().sandbox.test.url}"`), html);
        assert.ok(tag.includes(`card-id="${id}"`), html);
        assert.doesNotMatch(html, /token/i);
        assert.deepEqual(await client().requests(), []);
        assertQuiet();
      });

      it('sets a PIN, also where the page changes around it in between', async () => {
        const card = cardOf('accepted');
        await cardholder.choose(card.last4);
        await cardholder.typeNewPin(PIN);
        await cardholder.page.getByRole('switch', { name: 'Payments abroad' }).click();
        // To where the cardholder was.
        await cardholder.page.locator('set-card-pin').focus();
        await cardholder.confirm(PIN);
        await cardholder.page
          .getByRole('status')
          .getByText(`The PIN of your card ending ${card.last4} is changed.`)
          .waitFor();
        await cardholder.reads(`Your new PIN is set for the card ending ${card.last4}.`);
        assert.equal(await isPin(card.id, PIN), true);
        assert.equal(await cardholder.count('pin-ready'), 1);
        assert.equal(await cardholder.count('pin-error'), 0);
        assert.ok(await cardholder.page.getByRole('switch', { name: 'abroad' }).isChecked());
        const text = await cardholder.page.content();
        assert.ok(!text.includes(PIN), text);
        assertQuiet();
      });

      it('says at the field what is wrong with a PIN, which the cardholder mends', async () => {
        const card = cardOf('accepted');
        await refuseOnce(card.id);
        await cardholder.choose(card.last4);
        await cardholder.setPin('1234');
        await cardholder.reads('Digits in a row are easy to guess. Choose another PIN.');
        assert.deepEqual(await attempts(), []);

        await cardholder.setPin(PIN);
        await cardholder.reads('You have used this PIN before. Choose another one.');
        assert.equal((await client().state(card.id)).pinSet, false);

        await cardholder.setPin(OTHER_PIN);
        await cardholder.reads(`Your new PIN is set for the card ending ${card.last4}.`);
        assert.equal(await isPin(card.id, OTHER_PIN), true);
        assertQuiet();
      });

      it('goes on with a fresh token where the service refuses one, and nothing is typed again', async () => {
        const card = cardOf('accepted');
        await refuseOnce(card.id);
        await cardholder.choose(card.last4);
        await cardholder.setPin(PIN);
        await cardholder.reads('You have used this PIN before. Choose another one.');
        // The browser's clock doesn't know that the token, which the service took a moment ago, is over.
        await client().advance(1000);
        await cardholder.setPin(OTHER_PIN);
        await cardholder.page.getByRole('status').getByText('is changed').waitFor();
        assert.equal(await isPin(card.id, OTHER_PIN), true);
        const answers = (await attempts()).map(({ response }) => response?.status);
        assert.deepEqual(answers, [200, 401, 200]);
        assertQuiet(REFUSED);
      });

      it('fits a phone’s screen', async () => {
        await cardholder.page.setViewportSize({ width: 320, height: 640 });
        await cardholder.choose(cardOf('accepted').last4);
        const width = await cardholder.page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(width, 320);
      });

      /** Has the service refuse the next PIN, and take the one after it. */
      async function refuseOnce(card: string): Promise<void> {
        const errors = [{ code: 'PIN_PREVIOUSLY_USED', errorPath: ['newPin'] }];
        const data = { result: { __typename: 'UserError', errors } };
        await client().answers(card, [{ body: JSON.stringify({ data }) }]);
      }

      /** What the service was asked to set, and answered. */
      async function attempts() {
        return (await client().requests()).filter(({ request }) =>
          JSON.stringify(request.body).includes('setPinForPaymentCard'),
        );
      }

      async function isPin(card: string, pin: string): Promise<boolean> {
        return (await client().control('POST', `/cards/${card}/verify`, { pin })).json.matches;
      }
    });
  }
}

function cardOf(behaviour: SandboxBehaviour) {
  const card = SANDBOX_CARDS.find((each) => each.behaviour === behaviour);
  if (card === undefined) throw new RangeError(`There is no card for ${behaviour}.`);
  return card;
}
