/**
 * Opens pages of stories for tests and pictures.
 */
import type { Page } from 'playwright-core';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story has a page of its own. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}

/** Waits until each of these stories has reached its state. */
export async function waitForStories(page: Page, names: readonly StoryName[]): Promise<void> {
  for (const name of names) await page.locator(`#${name} [data-shown]`).waitFor();
}
