import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { before, describe, it } from 'node:test';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { waitForStories } from '../../tools/pictures/story-pages.js';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';
import { logEntry } from './log-entry.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Milliseconds for all tests. */
const TIMEOUT = 300_000;

const BASE = '/set-card-pin/';

const PIN = '4826';

describe('the site', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const origin = useSite(async (target) => {
    const { pathname } = new URL(target, 'http://site.invalid');
    if (!pathname.startsWith(BASE)) return undefined;
    const file = pathname.slice(BASE.length).replace(/(^|\/)$/, '$1index.html');
    const body = await readFile(`${PROJECT}demo/dist/${file}`).catch(() => undefined);
    return body && { body };
  });
  const at = (path = '') => `${origin()}${BASE}${path}`;

  before(() => npm(PROJECT, ['run', 'site']));

  /** Opens a page. Returns it, and a list that receives the errors in it. */
  async function open(url: string): Promise<{ page: Page; errors: readonly string[] }> {
    const page = await browser().newPage({ reducedMotion: 'reduce' });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    await page.goto(url);
    return { page, errors };
  }

  it('sets a PIN without a request to any server', async () => {
    const { page, errors } = await open(at('?mode=isolated&card=card_test_token_refused_once'));
    await logEntry(page, 'Events', 'pin-ready').waitFor();
    await page.getByText(/events recorded/).waitFor();
    assert.equal(await page.getByRole('radio', { name: 'Inline' }).isChecked(), true);
    assert.equal(await page.getByRole('radio', { name: 'Isolated' }).count(), 0);
    await page.getByText('Isolated mode needs a second origin').waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.getByRole('button', { name: 'focus()' }).click();
    await typePinTwice(page, PIN);
    await page.keyboard.press('Enter');
    await logEntry(page, 'Events', 'token-expired').waitFor();
    await logEntry(page, 'Events', 'pin-set').waitFor();
    await page.getByText('PIN set once').waitFor();
    await page.getByText('the service is in this page').waitFor();
    const sent = logEntry(page, 'Requests', 'SetPinForPaymentCard');
    assert.match(await sent.innerText(), /from the page.*200.*PaymentCard/s);
    assert.equal(await page.getByText('The page captured no digits.').count(), 1);
    assert.deepEqual(requests, []);
    assert.deepEqual(errors, []);
    await page.close();
  });

  it('shows what the naive form gives away', async () => {
    const { page } = await open(at('?mode=naive'));
    await page.locator('naive-pin-form input').first().fill(PIN);
    await page.locator('naive-pin-form input').last().fill(PIN);
    await page.keyboard.press('Enter');
    await page.getByText('Your PIN is set.').waitFor();
    await page.getByText('The page captured 4 of 4 digits.').waitFor();
    await page.close();
  });

  it('shows every story, one link away from the playground', async () => {
    const { page } = await open(at());
    await page.getByRole('link', { name: 'See every state' }).click();
    await waitForStories(page);
    await page.getByRole('link', { name: 'Playground' }).click();
    await logEntry(page, 'Events', 'pin-ready').waitFor();
    await page.close();
  });

  for (const path of ['', 'demo/stories/'])
    it(`has no axe violation in light and dark: /${path}`, async () => {
      const { page } = await open(at(path));
      await page.locator('set-card-pin').first().waitFor();
      await page.addScriptTag({ path: AXE });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const violations = await page.evaluate(async () => {
          const { axe } = window as unknown as {
            axe: { run(...options: object[]): Promise<AxeResults> };
          };
          const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
          // axe would wait for an answer of each frame, in a page that holds all timers.
          const { violations } = await axe.run({ exclude: ['iframe'] }, { runOnly: rules });
          return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
        });
        assert.deepEqual(violations, [], colorScheme);
      }
      await page.close();
    });
});
