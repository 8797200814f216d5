/**
 * Opens pages of stories for tests and pictures.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Looks } from '../../demo/looks/looks.js';
import type { Playground } from '../../demo/start/playground-server.js';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

/** Milliseconds for each step of a page: a busy machine is slow. */
const TIMEOUT = 120_000;

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story has a page of its own. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}

/** Labels of the page's choices, by the part of a look that they choose. */
const LABELS = {
  theme: 'Theme',
  appearance: 'Appearance',
  lang: 'Language',
  scheme: 'Colours',
  dir: 'Direction',
} as const satisfies Record<keyof Looks, string>;

/** A look as the page's choices have it. */
export type ChosenLook = Readonly<Record<keyof Looks, string>>;

/** Opens a page of stories without animations. */
export async function openStories(
  browser: Browser,
  { url }: Playground,
  query: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(`${url}demo/stories/${query}`);
  return page;
}

/**
 * Removes the frames of stories that have a page of their own. They would load that page again
 * after each choice.
 */
export async function removeFrames(page: Page): Promise<void> {
  const frames = page.locator('section > iframe');
  await frames.first().waitFor();
  await frames.evaluateAll((all) => all.forEach((frame) => frame.remove()));
}

/** Chooses a look. The choices may be hidden, as they are in pictures. */
export async function chooseLook(page: Page, look: ChosenLook): Promise<void> {
  for (const [name, label] of Object.entries(LABELS)) {
    await page.getByLabel(label).evaluate(
      (choice, value) => {
        const select = choice as HTMLSelectElement;
        if (select.value === value) return;
        select.value = value;
        select.dispatchEvent(new Event('change'));
      },
      look[name as keyof Looks],
    );
  }
}

/** Waits until each of these stories has reached its state. */
export async function waitForStories(page: Page, names: readonly StoryName[]): Promise<void> {
  for (const name of names) await page.locator(`#${name} [data-shown]`).waitFor();
}

/** Returns those of these stories whose element is no longer in the story's state. */
export function storiesOver(page: Page, names: readonly StoryName[]): Promise<StoryName[]> {
  return page.evaluate(
    (stories) =>
      stories
        .filter(
          ({ name, shows }) =>
            !document.querySelector(`#${name} set-card-pin`)?.shadowRoot?.querySelector(shows),
        )
        .map(({ name }) => name),
    names.map((name) => ({ name, shows: STORIES[name].shows })),
  );
}

/** Plays a story again, and waits until it has reached its state. */
export async function tellAgain(page: Page, name: StoryName): Promise<void> {
  // A real click is impossible, because pictures hide the button.
  await page.locator(`#${name} > button`).dispatchEvent('click');
  await waitForStories(page, [name]);
}
