import type { Page } from 'playwright-core';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story has a page of its own. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}

/** The stories on the page of all stories. */
export const TOGETHER = STORY_NAMES.filter((name) => !isAlone(name));

/** Waits until the stories on the page of all stories have reached their states. */
export async function waitForStories(page: Page): Promise<void> {
  for (const name of TOGETHER) await page.locator(`#${name} [data-shown]`).waitFor();
}
