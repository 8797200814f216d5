/**
 * One test for the card page of every app: all frameworks must behave the same. `npm run apps`
 * prepares the apps and runs this test.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { startSite, type Site } from '../../../demo/apps/site/site.js';
import type { PreparedApp } from '../../../tools/apps/prepare.js';
import { useSandbox } from '../../node/sandbox/sandbox-client.js';
import { useChromium, waitForText } from '../../support/chromium.js';
import { Cardholder } from './cardholder.js';

const apps = JSON.parse(process.env.PREPARED_APPS ?? '[]') as readonly PreparedApp[];

const PIN = '4826';
const OTHER_PIN = '7391';

/** Lit logs this warning in every development build. */
const LIT_IN_DEVELOPMENT = /^warning: Lit is in dev mode/;

/** The browser logs this error for a response with status 401. */
const UNAUTHORIZED = /^error: Failed to load resource: .* 401/;

const browser = useChromium();

for (const { name, builds } of apps) {
  for (const { mode, dist } of builds) {
    describe(`the card page in ${name}, built for ${mode}`, () => {
      const client = useSandbox();
      let site: Site;
      let cardholder: Cardholder;
      /** Warnings and errors of the app's server while it renders. */
      const serverNoise: string[] = [];

      before(async () => {
        for (const method of ['warn', 'error'] as const) {
          console[method] = (...words: unknown[]) => serverNoise.push(words.join(' '));
        }
        site = await startSite(dist, client().sandbox);
        cardholder = await Cardholder.signIn(browser(), site.url);
      });
      after(async () => {
        await cardholder.leave();
        await site.close();
      });
      beforeEach(async () => {
        await client().control('POST', '/reset');
        await cardholder.page.goto(`${site.url}cards`);
      });

      /** Asserts that neither page nor server logged anything unexpected. */
      function assertQuiet(...expected: readonly RegExp[]): void {
        const unexpected = cardholder
          .takeNoise()
          .filter((line) => ![LIT_IN_DEVELOPMENT, ...expected].some((known) => known.test(line)));
        assert.deepEqual([...unexpected, ...serverNoise], []);
      }

      it('has the element in its HTML, without a token', async () => {
        const { id } = cardOf('accepted');
        const html = await (await fetch(`${site.url}cards/${id}`)).text();
        const tag = /<set-card-pin [^>]*>/.exec(html)?.[0] ?? '';
        assert.ok(tag.includes(`endpoint="${client().sandbox.test.url}"`), html);
        assert.ok(tag.includes(`card-id="${id}"`), html);
        assert.doesNotMatch(html, /token/i);
        assert.deepEqual(await client().requests(), []);
        assertQuiet();
      });

      it('sets a PIN even if the page renders again between its two fields', async () => {
        const card = cardOf('accepted');
        await cardholder.openCard(card.last4);
        await cardholder.typeNewPin(PIN);
        await cardholder.page.getByRole('switch', { name: 'Payments abroad' }).click();
        // The click moved the focus out of the field.
        await cardholder.page.locator('set-card-pin').focus();
        await cardholder.confirm(PIN);
        await cardholder.page.getByText('PIN last changed today').waitFor();
        await waitForText(
          cardholder.page,
          `Your new PIN is set. For the card ending in ${card.last4}.`,
        );
        assert.equal(await client().matches(card.id, PIN), true);
        assert.equal(await cardholder.countEvents('pin-ready'), 1);
        assert.equal(await cardholder.countEvents('pin-error'), 0);
        assert.ok(await cardholder.page.getByRole('switch', { name: 'abroad' }).isChecked());
        const text = await cardholder.page.content();
        assert.ok(!text.includes(PIN), text);
        assertQuiet();
      });

      it('gets a fresh token if the service refuses one, and keeps the typed PIN', async () => {
        const card = cardOf('accepted');
        await refuseOnce(card.id);
        await cardholder.openCard(card.last4);
        await cardholder.setPin(PIN);
        await waitForText(cardholder.page, 'You’ve used that PIN before. Choose a new one.');
        // The token expires at the service, but not by the browser's clock.
        await client().advance(1000);
        await cardholder.setPin(OTHER_PIN);
        await cardholder.page.getByText('PIN last changed today').waitFor();
        assert.equal(await client().matches(card.id, OTHER_PIN), true);
        const answers = (await attempts()).map(({ response }) => response?.status);
        assert.deepEqual(answers, [200, 401, 200]);
        assertQuiet(UNAUTHORIZED);
      });

      /** Makes the service refuse the next PIN and accept the one after it. */
      async function refuseOnce(card: string): Promise<void> {
        const errors = [{ code: 'PIN_PREVIOUSLY_USED', errorPath: ['newPin'] }];
        const data = { setPinForPaymentCard: { __typename: 'UserError', errors } };
        await client().answers(card, [{ body: JSON.stringify({ data }) }]);
      }

      /** Returns the attempts to set a PIN, with their responses. */
      async function attempts() {
        return (await client().requests()).filter(({ request }) =>
          JSON.stringify(request.body).includes('setPinForPaymentCard'),
        );
      }
    });
  }
}

function cardOf(behaviour: SandboxBehaviour) {
  const card = SANDBOX_CARDS.find((each) => each.behaviour === behaviour);
  if (card === undefined) throw new RangeError(`There is no card for ${behaviour}.`);
  return { ...card, last4: card.last4 ?? '' };
}
