import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { startPlayground, type Playground } from '../../demo/start/playground-server.js';
import type { StoryName } from '../../demo/stories/stories.js';
import {
  chooseLook,
  isAlone,
  LABELS,
  openStories,
  removeFrames,
  STORY_NAMES,
  storiesOver,
  waitForStories,
  type ChosenLook,
} from '../../tools/pictures/story-pages.js';
import { startChromium } from '../support/chromium.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** axe's rules for WCAG 2.2 level AA, with target sizes, and its best practices for page parts. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true }, region: { enabled: false } },
  resultTypes: ['violations'],
};

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

/**
 * Returns every theme in light and dark, the appearances without a theme, and right-to-left text in
 * Arabic. No rule depends on a theme and on the direction together.
 */
async function readLooks(page: Page): Promise<readonly ChosenLook[]> {
  let looks: Partial<ChosenLook>[] = [{}];
  for (const [name, label] of Object.entries(LABELS)) {
    const values = await page
      .getByLabel(label)
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    looks = looks.flatMap((look) => values.map((value) => ({ ...look, [name]: value })));
  }
  return (looks as ChosenLook[]).filter(
    ({ appearance, lang, theme, dir, scheme }) =>
      // The system's scheme is light or dark, and the language's direction is one of the others.
      scheme !== 'system' &&
      dir !== 'auto' &&
      (dir === 'ltr'
        ? lang === 'en' && (appearance === 'boxes' || theme === 'none')
        : lang === 'ar' && theme === 'none' && appearance === 'boxes'),
  );
}

/** Runs axe on all elements. `passes` counts the rules that passed. */
async function check(page: Page): Promise<{ violations: string[]; passes: number }> {
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as {
      axe: { run(selector: string, options: RunOptions): Promise<AxeResults> };
    };
    const { violations, passes } = await axe.run('set-card-pin', rules);
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html}`),
      ),
      passes: passes.length,
    };
  }, RULES);
}

/** Returns the number of digits in the new PIN of each story. */
function typedDigits(page: Page, names: readonly StoryName[]): Promise<(number | undefined)[]> {
  return page.evaluate(
    (all) =>
      all.map((name) => {
        const root = document.querySelector(`#${name} set-card-pin`)?.shadowRoot;
        return root?.querySelector('input')?.value.length;
      }),
    names,
  );
}

describe('the stories', { timeout: TIMEOUT }, () => {
  let browser: Browser;
  let playground: Playground;

  before(async () => {
    [browser, playground] = await Promise.all([
      startChromium(),
      startPlayground({ port: 0, framePort: 0, sandboxPort: 0, schema: 'full' }),
    ]);
  });
  after(() => Promise.all([browser.close(), playground.close()]));

  async function open(query: string): Promise<Page> {
    const page = await openStories(browser, playground, query);
    await page.addScriptTag({ path: AXE });
    return page;
  }

  /** Checks the stories of one page. */
  async function checkStories(page: Page, names: readonly StoryName[]): Promise<void> {
    await waitForStories(page, names);
    for (const look of await readLooks(page)) {
      await chooseLook(page, look);
      const where = JSON.stringify(look);
      const { violations, passes } = await check(page);
      assert.deepEqual(violations, [], where);
      assert.ok(passes > 5, where);
    }
    await page.close();
  }

  it('have no axe violation side by side, in every look', async () => {
    const page = await open('');
    await removeFrames(page);
    await checkStories(
      page,
      STORY_NAMES.filter((name) => !isAlone(name)),
    );
  });

  for (const name of STORY_NAMES.filter(isAlone)) {
    it(`have no axe violation on a page of their own: ${name}`, async () => {
      await checkStories(await open(`?state=${name}`), [name]);
    });
  }

  it('reveal an error in the markup and one in the colours', async () => {
    const page = await open('?state=empty');
    await page.locator('[data-shown]').waitFor();
    await page.evaluate(() => {
      const element = document.querySelector('set-card-pin');
      element?.shadowRoot?.querySelector('label')?.remove();
      element?.style.setProperty('--set-card-pin-text-muted', '#aaa');
    });
    const { violations } = await check(page);
    assert.ok(violations.some((violation) => /^label: .*card-pin-new/.test(violation)));
    assert.ok(violations.some((violation) => /^color-contrast: .*hint/.test(violation)));
    await page.close();
  });

  it('stay in their state, and neither take the focus nor scroll the page', async () => {
    const context = await browser.newContext({ reducedMotion: 'reduce' });
    await context.clock.install();
    const page = await context.newPage();
    await page.goto(`${playground.url}stories`);
    const names = STORY_NAMES.filter((name) => !isAlone(name));
    await waitForStories(page, names);
    // Longer than a PIN is revealed, an attempt may take, and an unconfirmed PIN is kept.
    await context.clock.fastForward('10:00');
    assert.deepEqual(await storiesOver(page, names), []);
    assert.deepEqual(
      await typedDigits(page, ['submitting', 'retrying', 'revealed', 'unconfirmed']),
      [4, 4, 4, 4],
    );
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    assert.equal(await page.evaluate(() => scrollY), 0);
    await context.close();
  });

  it('show every state of one theme in light and dark', async () => {
    const page = await openStories(browser, playground, '?state=sheet&theme=carbon');
    for (const name of STORY_NAMES.filter((name) => !isAlone(name)))
      await page.locator(`#${name} [data-shown][data-scheme=dark]`).waitFor();
    const [light, dark] = await page
      .locator('#full set-card-pin')
      .evaluateAll((elements) =>
        elements.map(
          (element) => getComputedStyle(element.shadowRoot!.querySelector('label')!).color,
        ),
      );
    assert.notEqual(light, dark);
    await page.close();
  });

  it('link to a page of their own with the same look', async () => {
    const page = await open('?scheme=dark&dir=rtl');
    await page.getByRole('link', { name: 'Mismatch' }).click();
    await page.locator('#mismatch [data-shown]').waitFor();
    assert.equal(new URL(page.url()).search, '?state=mismatch&scheme=dark&dir=rtl');
    assert.equal(await page.locator('set-card-pin').count(), 1);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), 'rtl');
    await page.close();
  });
});
