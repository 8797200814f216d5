import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { isAlone, STORY_NAMES, storiesOver } from '../../tools/pictures/story-pages.js';
import { useChromium } from '../support/chromium.js';

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

const NAMES = STORY_NAMES.filter((name) => !isAlone(name));

describe('the stories', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  let playground: Playground;
  let page: Page;

  before(async () => {
    playground = await startPlayground({ port: 0, framePort: 0, sandboxPort: 0 });
    const context = await browser().newContext({ reducedMotion: 'reduce' });
    await context.clock.install();
    page = await context.newPage();
    await page.goto(`${playground.url}demo/stories/?state=sheet&theme=carbon&dir=rtl`);
    for (const name of NAMES)
      await page.locator(`#${name} [data-shown][data-scheme=dark]`).waitFor();
  });
  after(() => playground.close());

  it('show every state of one theme in light and dark', async () => {
    const [light, dark] = await page
      .locator('#full set-card-pin')
      .evaluateAll((elements) =>
        elements.map(
          (element) => getComputedStyle(element.shadowRoot!.querySelector('label')!).color,
        ),
      );
    assert.notEqual(light, dark);
  });

  it('stay in their state, and neither take the focus nor scroll the page', async () => {
    // Longer than a PIN is revealed, an attempt may take, and an unconfirmed PIN is kept.
    await page.clock.fastForward('10:00');
    assert.deepEqual(await storiesOver(page, NAMES), []);
    for (const name of ['submitting', 'retrying', 'revealed', 'unconfirmed'])
      assert.equal(await page.locator(`#${name} input`).first().inputValue(), '4826', name);
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    assert.equal(await page.evaluate(() => scrollY), 0);
  });

  it('link to a page of their own with the same look', async () => {
    await page.getByRole('link', { name: 'Mismatch' }).click();
    await page.locator('#mismatch [data-shown]').waitFor();
    assert.equal(new URL(page.url()).search, '?state=mismatch&theme=carbon&dir=rtl');
    assert.equal(await page.locator('set-card-pin').count(), 1);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), 'rtl');
  });
});
