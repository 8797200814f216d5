import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import { useChromium } from '../support/chromium.js';

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

interface Size {
  readonly width: number;
  readonly height: number;
}

const DESKTOP: Size = { width: 1280, height: 800 };

const PHONE: Size = { width: 390, height: 844 };

describe('the playground', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  let playground: Playground;

  before(async () => {
    playground = await startPlayground({ port: 0, framePort: 0, sandboxPort: 0, schema: 'full' });
  });
  after(() => playground.close());

  async function open(viewport: Size, query = ''): Promise<Page> {
    const page = await browser().newPage({ viewport });
    await page.goto(`${playground.url}${query}`);
    await page.getByText('pin-ready', { exact: true }).waitFor();
    return page;
  }

  /** Returns how many pixels of something are on the screen, and how many it has. */
  function visibleHeight(locator: Locator): Promise<{ seen: number; all: number }> {
    return locator.evaluate((element) => {
      const { top, bottom, left, right, height } = element.getBoundingClientRect();
      let seen = 0;
      for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, bottom); y += 1) {
        const hit = document.elementFromPoint((left + right) / 2, y);
        if (hit !== null && element.contains(hit)) seen += 1;
      }
      return { seen, all: height };
    });
  }

  async function expectThemeInView(page: Page): Promise<void> {
    const before = await page.evaluate(() => scrollY);
    await page.getByRole('radio', { name: 'Carbon' }).check({ force: true });
    const theme = await visibleHeight(page.getByRole('radiogroup', { name: 'Theme' }));
    assert.ok(theme.seen > 0, 'the choice of themes is on the screen');
    assert.equal(await page.evaluate(() => scrollY), before, 'the page has not scrolled');
    const { seen, all } = await visibleHeight(page.locator('set-card-pin'));
    assert.ok(seen > 0.7 * all, `${seen} of ${all} px of the element are on the screen`);
  }

  it('shows the element while a theme is chosen, on a desktop', async () => {
    const page = await open(DESKTOP);
    await expectThemeInView(page);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const { seen, all } = await visibleHeight(page.locator('set-card-pin'));
    assert.ok(seen > 0.7 * all, `${seen} of ${all} px are on the screen at the end of the page`);
    await page.close();
  });

  it('shows the element while a theme is chosen in the drawer, on a phone', async () => {
    const page = await open(PHONE);
    const theme = page.getByRole('radiogroup', { name: 'Theme' });
    await theme.waitFor({ state: 'hidden' });
    await page.getByText('pin-ready', { exact: true }).scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: 'Change', expanded: false }).click();
    await expectThemeInView(page);
    await page.getByRole('button', { name: 'Close', expanded: true }).click();
    await theme.waitFor({ state: 'hidden' });
    await page.close();
  });

  it('shows whether the page captured a digit, below the element, on a desktop', async () => {
    const page = await open(DESKTOP);
    const result = page.getByText('The page captured no digits.');
    const { seen, all } = await visibleHeight(result);
    assert.ok(seen >= Math.floor(all), `${seen} of ${all} px are on the screen`);
    await page.close();
  });

  for (const { width } of [{ width: 320 }, PHONE, { width: 768 }, DESKTOP]) {
    it(`doesn’t scroll sideways at ${width} px`, async () => {
      for (const query of ['', '?lang=ar', '?width=desktop', '?length=12']) {
        const page = await open({ width, height: 800 }, query);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        assert.equal(wide, width, query);
        await page.close();
      }
    });
  }

  it('takes the language from the URL, and the direction from the language', async () => {
    for (const query of ['?lang=ar', '?language=ar']) {
      const page = await open(DESKTOP, query);
      assert.equal(await page.locator('set-card-pin').getAttribute('lang'), 'ar', query);
      assert.equal(await page.locator('.frame').getAttribute('dir'), 'rtl', query);
      await page.getByRole('radio', { name: 'LTR' }).check({ force: true });
      assert.equal(await page.locator('.frame').getAttribute('dir'), 'ltr', query);
      await page.close();
    }
  });
});
