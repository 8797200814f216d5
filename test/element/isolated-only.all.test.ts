/** The file with isolated mode only. `test/docs` sets a PIN with it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPart } from '../support/builds.js';
import { accessibilityNodes, useChromium, waitForText } from '../support/chromium.js';

describe('the file with isolated mode only', () => {
  const browser = useChromium();

  it('says that frame-src is missing, and shows no field', async () => {
    const content = (await buildPart('script.isolated')).get('set-card-pin.isolated.js')!;
    const page = await browser().newPage();
    await page.setContent('<set-card-pin card-id="card_1"></set-card-pin>');
    await page.addScriptTag({ content });
    await waitForText(page, 'This form didn’t load.');
    const roles = (await accessibilityNodes(page)).map(({ role }) => role?.value);
    assert.ok(roles.includes('button') && !roles.includes('textbox'));
    const outcome = await page.evaluate(() => document.querySelector('set-card-pin')!.submit());
    assert.ok(outcome.kind === 'misconfigured');
    assert.match(outcome.explanation, /^frame-src is missing/);
    await page.close();
  });
});
