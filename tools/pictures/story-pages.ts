import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story has a page of its own. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}
