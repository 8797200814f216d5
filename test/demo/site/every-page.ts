/** `npm run site -- --check` runs these tests after it has built the site. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, it } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { useChromium } from '../../support/chromium.js';
import { useBuiltSite } from './site-server.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** axe's rules for WCAG 2.2 level AA, and its best practices; {@link COLOURS} apart. */
const RULES: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'color-contrast': { enabled: false } },
  // Only a rule about the orientation of a screen needs the style sheets.
  preload: false,
  resultTypes: ['violations'],
};

/** All pages have their colours from one style sheet, so a few pages show them, in both modes. */
const COLOURS: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] };

/** Pages whose colours are checked: between them they have every kind of content. */
const COLOURED = [
  'playground/',
  'stories/',
  '',
  'errors.html',
  'evidence/leaks.html',
  'source/demo/themes/linden.css.html',
];

/** Pages that show a source file: a heading and one block of code each. axe checks one of them. */
const SOURCES = 'source/';

/** Parts that every page of the documentation has. One page is checked with them. */
const REPEATED = ['.VPNav', '.VPSidebar'];

/** axe would wait for an answer of each, in a page that holds all timers. */
const FRAMES = ['iframe'];

/**
 * Milliseconds for all tests: it only ends tests that wait for ever. A busy machine needs minutes.
 */
const TIMEOUT = 600_000;

/** Pages that are open at the same time. Nearly every machine has two processors. */
const AT_ONCE = 3;

/** The findings on one page. */
interface Visit {
  readonly url: string;
  readonly problems: readonly string[];
  /** Addresses of the site that the page links to, with their fragments. */
  readonly links: readonly string[];
  readonly ids: readonly string[];
}

async function violationsOn(
  page: Page,
  exclude: readonly string[],
  rules: RunOptions,
): Promise<readonly string[]> {
  return page.evaluate(
    async ([excluded, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: RunOptions): Promise<AxeResults> };
      };
      const { violations } = await axe.run({ exclude: [...excluded] }, options);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html }) => `${id}: ${JSON.stringify(target)} ${html.slice(0, 160)}`),
      );
    },
    [exclude, rules] as const,
  );
}

/** Opens an address, and returns what is wrong there. */
async function visit(page: Page, site: string, url: string): Promise<Visit> {
  const problems: string[] = [];
  const onError = (error: Error): void => void problems.push(String(error));
  const onMessage = (message: ConsoleMessage): void => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  };
  page.on('pageerror', onError).on('console', onMessage);
  const response = await page.goto(url);
  if (response?.status() !== 200) problems.push(`HTTP status ${response?.status()}`);
  const path = url.slice(site.length);
  const isColoured = COLOURED.includes(path);
  const excluded = path === '' ? FRAMES : [...FRAMES, ...REPEATED];
  if (isColoured || !path.startsWith(SOURCES)) {
    await page.addScriptTag({ path: AXE });
    problems.push(...(await violationsOn(page, excluded, RULES)));
  }
  if (isColoured) {
    for (const mode of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: mode });
      await page.evaluate((name) => {
        document.documentElement.classList.toggle('dark', name === 'dark');
      }, mode);
      const found = await violationsOn(page, excluded, COLOURS);
      problems.push(...found.map((text) => `${mode}: ${text}`));
    }
    await page.emulateMedia({ colorScheme: null });
  }
  const { links, ids } = await page.evaluate(() => ({
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
    ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
  }));
  page.off('pageerror', onError).off('console', onMessage);
  return { url, problems, ids, links: links.filter((link) => link.startsWith(site)) };
}

/** Opens every page that can be reached by links. */
async function visitAll(context: BrowserContext, site: string): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  const found = new Set<string>();
  const queue: string[] = [];
  const add = (link: string): void => {
    const address = addressOf(link);
    if (found.has(address)) return;
    found.add(address);
    queue.push(address);
  };
  const work = async (page: Page): Promise<void> => {
    for (let url = queue.shift(); url !== undefined; url = queue.shift()) {
      const visited = await visit(page, site, url);
      visits.push(visited);
      visited.links.forEach(add);
    }
  };
  const [first, ...others] = await Promise.all(
    Array.from({ length: AT_ONCE }, () => context.newPage()),
  );
  const start = await visit(first!, site, site);
  visits.push(start);
  found.add(site);
  start.links.forEach(add);
  await Promise.all([first!, ...others].map(work));
  return visits;
}

/** Returns the address of a page, without the choices that a demo keeps in its query. */
function addressOf(link: string): string {
  return link.replace(/[?#].*/, '');
}

describe('the site', { timeout: TIMEOUT }, () => {
  const browser = useChromium();
  const site = useBuiltSite();

  it('has no error and no broken link on any page, and no axe violation', async () => {
    const context = await browser().newContext({ reducedMotion: 'reduce' });
    const visits = await visitAll(context, site());
    await context.close();
    const idsOf = new Map(visits.map(({ url, ids }) => [url, new Set(ids)]));
    const problems = visits.flatMap(({ url, problems: found, links }) => {
      const broken = links.filter((link) => {
        const { hash } = new URL(link);
        const id = decodeURIComponent(hash.slice(1));
        return id !== '' && idsOf.get(addressOf(link))?.has(id) !== true;
      });
      return [...found, ...broken.map((link) => `broken link: ${link}`)].map(
        (problem) => `${url.slice(site().length)}: ${problem}`,
      );
    });
    assert.deepEqual(problems, []);
    for (const known of [...COLOURED, 'start.html']) assert.ok(idsOf.has(site() + known), known);
  });

  it('finds a page by a word in it', async () => {
    const page = await browser().newPage();
    await page.goto(site());
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('respondWith');
    await page.getByRole('option').first().click();
    await page.waitForURL((url) => url.href !== site());
    await page.locator('main').getByText('respondWith').first().waitFor();
    await page.close();
  });

  it('has a dark mode', async () => {
    const page = await browser().newPage({ colorScheme: 'light' });
    await page.goto(site());
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const before = await ground();
    await page.getByRole('switch', { name: /dark/i }).click();
    assert.notEqual(await ground(), before);
    await page.close();
  });
});
