import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { findInstalledBrowser } from '../../tools/browsers/find-browser.js';
import { it, usePortal } from '../leaks/portal-page.js';
import { accessibilityNodes } from '../support/chromium.js';
import { until } from '../support/until.js';

/** Records the submits' ends, and whether the page was restored. */
const FIRST_SCRIPT = `
  const events = [];
  let restored = false;
  addEventListener('pageshow', (event) => { restored = event.persisted; });
  for (const type of ['pin-set', 'pin-error']) addEventListener(type, () => events.push(type));
`;

const PIN = '4826';

describe('a page that is restored from the back/forward cache', () => {
  // The headless shell has no back/forward cache.
  before(async () => void (process.env.TEST_CHROMIUM = await findInstalledBrowser()));
  const portal = usePortal();

  it('has cancelled its submit without an event, and shows an empty, masked form that can set another PIN', async (test) => {
    const { servers } = portal();
    const { service } = servers;
    const profile = await portal().newProfile(test);
    const opened = await portal().open(profile, { mode: 'inline', before: FIRST_SCRIPT });
    const { page } = opened;
    const cardId = await opened.evaluate<string>('pin.cardId');
    const delay = (milliseconds: number) =>
      service.control('POST', `/cards/${cardId}/delay`, { milliseconds });
    const expectFields = async (value: string) => {
      // Reads the fields as assistive technology does.
      const fields = (await accessibilityNodes(page)).filter(
        ({ role, name }) => role?.value === 'textbox' && /new PIN/i.test(name?.value),
      );
      const values = fields.map((field) => String(field.value?.value ?? ''));
      assert.deepEqual(values, [value, value]);
    };

    await delay(60_000);
    await opened.enterPin(PIN);
    await page.keyboard.press('Enter');
    await service.waitForPin(cardId);
    await page.goto(servers.portal.origin + servers.newPage('<title>Elsewhere</title>'));
    await until('the request is cancelled', async () =>
      (await service.requests()).some(({ status }) => status === null),
    );
    await delay(0);

    // A restored page doesn't load again, so there is no other event to wait for.
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForFunction(() => document.readyState === 'complete');
    assert.ok(await opened.evaluate('restored'), 'the browser has kept the page');
    await expectFields('');
    assert.deepEqual(await opened.evaluate('events'), []);
    await opened.enterPin(PIN);
    await expectFields('••••');
    await page.keyboard.press('Enter');
    await page.waitForFunction('events.length > 0');
    assert.deepEqual(await opened.evaluate('events'), ['pin-set']);
    assert.equal((await service.state(cardId)).timesSet, 2);
  });
});
