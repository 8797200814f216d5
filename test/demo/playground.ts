/** The playground, as its visitors use it. */
import type { Locator, Page } from 'playwright-core';
import { typePinTwice, waitForFocus } from '../support/cardholder.js';
import { until } from '../support/until.js';

/** Returns the newest entry with a name in one of the playground's logs. */
export function logEntry(page: Page, log: 'Events' | 'Requests', name: string): Locator {
  return page
    .getByRole('region', { name: log })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
}

/** Types a PIN twice, in the page or in its frame, and submits it. */
export async function submitPin(page: Page, pin: string): Promise<void> {
  const isFramed = await page.locator('set-card-pin').evaluate((element) => {
    // The element's own method waits for the frame. Playwright's doesn't.
    element.focus();
    return typeof Reflect.get(element, 'frameSrc') === 'string';
  });
  const find = () =>
    page.frames().find((each) => each.parentFrame() && each.url().startsWith('http'));
  if (isFramed) await until('the frame page loads', () => find() !== undefined);
  await waitForFocus(find());
  await typePinTwice(page, pin);
  await page.keyboard.press('Enter');
}

/** Opens the playground, and waits for its form. Adds the page's messages and errors to `noise`. */
export async function openPage(newPage: Promise<Page>, url: string, noise: string[] = []) {
  const page = await newPage;
  page.on('console', (message) => noise.push(message.text()));
  page.on('pageerror', (error) => noise.push(String(error)));
  page.on('requestfailed', (request) => noise.push(`failed: ${request.url()}`));
  await page.goto(url);
  await logEntry(page, 'Events', 'pin-ready').waitFor();
  return page;
}
