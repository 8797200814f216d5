import type { Locator, Page } from 'playwright-core';

/** Finds the newest entry with a name in a log of the playground. */
export function logEntry(page: Page, log: 'Events' | 'Requests', name: string): Locator {
  return page
    .getByRole('region', { name: log })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first();
}
