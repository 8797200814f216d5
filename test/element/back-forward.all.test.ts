import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SetCardPinElement } from '../../src/index.js';
import { useSandbox } from '../support/sandbox-client.js';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { useElementScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { accessibilityNodes } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import { until } from '../support/until.js';

/** Variables of the page: the element, the events it fired, and whether the page was restored. */
declare const pin: SetCardPinElement;
declare const events: readonly string[];
declare const restored: boolean;

const PORTAL = `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<script src="/set-card-pin.js"></script>
<set-card-pin></set-card-pin>
<script>
  const pin = document.querySelector('set-card-pin');
  const events = [];
  let restored = false;
  addEventListener('pageshow', (event) => { restored = event.persisted; });
  for (const type of ['pin-set', 'pin-error', 'token-expired'])
    pin.addEventListener(type, () => events.push(type));
</script></html>`;

const PIN = '4826';

// Without a limit, a failing test could wait forever.
describe('a page that is restored from the back/forward cache', { timeout: 180_000 }, () => {
  const client = useSandbox();
  const script = useElementScript();
  const site = useSite((path) => {
    if (path === '/set-card-pin.js') return { body: script() };
    return { body: path === '/portal' ? PORTAL : '<title>Elsewhere</title>' };
  });

  it('has cancelled its submit without an event, and shows an empty, masked form that sets the next PIN', async (test) => {
    // The headless shell has no back/forward cache.
    const browser = await launchBrowser(await findInstalledBrowser());
    test.after(() => browser.close());
    const { id: cardId } = await client().card('accepted');
    const page = await browser.newPage();
    await page.goto(`${site()}/portal`);

    const enterPin = async () => {
      await page.evaluate(() => pin.focus());
      await typePinTwice(page, PIN);
    };
    const expectFields = async (value: string) => {
      // Reads the fields as assistive technology does.
      const nodes = await accessibilityNodes(page);
      const fields = nodes.filter(({ role }) => role?.value === 'textbox');
      const values = fields.map((field) => String(field.value?.value ?? ''));
      assert.deepEqual(values, [value, value]);
    };
    const delay = (milliseconds: number) =>
      client().control('POST', `/cards/${cardId}/delay`, { milliseconds });

    const { url: endpoint } = client().sandbox.test;
    const { value: clientToken } = await client().token(cardId);
    const settings = { endpoint, cardId, clientToken };
    await page.evaluate((given) => void Object.assign(pin, given), settings);
    await delay(60_000);
    await enterPin();
    await page.keyboard.press('Enter');
    await client().waitForPin(cardId);
    await page.goto(`${site()}/elsewhere`);
    await until('the request is cancelled', async () =>
      (await client().requests()).some(({ status }) => status === null),
    );
    await delay(0);

    // A restored page doesn't load again, so there is no other event to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'complete');
    assert.ok(await page.evaluate(() => restored), 'the browser has kept the page');
    await expectFields('');
    assert.deepEqual(await page.evaluate(() => events), []);
    await enterPin();
    await expectFields('••••');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => events.length > 0);
    assert.deepEqual(await page.evaluate(() => events), ['pin-set']);
    assert.equal((await client().state(cardId)).timesSet, 2);
  });
});
