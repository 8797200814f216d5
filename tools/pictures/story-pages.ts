/**
 * Opens pages of stories for tests and pictures. Temporary states last longer there, and a story
 * whose state has ended can be played again.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Playground } from '../../demo/start/playground-server.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

/** Milliseconds for each step of a page: a busy machine is slow. */
const TIMEOUT = 120_000;

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story has a page of its own. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}

/** Opens a page of stories without animations. */
export async function openStories(
  browser: Browser,
  { url }: Playground,
  query: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(TIMEOUT);
  await page.goto(`${url}stories${query}`);
  return page;
}

/** Waits until each of these stories has reached its state. */
export async function waitForStories(page: Page, names: readonly StoryName[]): Promise<void> {
  for (const name of names) await page.locator(`#${name} [data-shown]`).waitFor();
}

/** Returns whether the element is still in the story's state. */
export function isShown(page: Page, name: StoryName): Promise<boolean> {
  return page.evaluate(
    ({ name, shows }) =>
      document.querySelector(`#${name} set-card-pin`)?.shadowRoot?.querySelector(shows) instanceof
      Element,
    { name, shows: STORIES[name].shows },
  );
}

/** Plays a story again, and waits until it has reached its state. */
export async function tellAgain(page: Page, name: StoryName): Promise<void> {
  // A real click is impossible, because pictures hide the button.
  await page.locator(`#${name} > button`).dispatchEvent('click');
  await waitForStories(page, [name]);
}

/**
 * Seconds that a story stays in its state: longer than a test or a picture takes, and less than 30,
 * the most that the element waits.
 */
const HOLD = 25;

/** Makes the sandbox answer so late that temporary states last. */
export async function holdAnswers({ sandbox }: Playground): Promise<void> {
  const post = async (behaviour: SandboxBehaviour, route: string, body: object): Promise<void> => {
    const card = SANDBOX_CARDS.find((card) => card.behaviour === behaviour);
    const { ok, status } = await fetch(`${sandbox.control.url}/cards/${card?.id}/${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`The sandbox answered ${route} with status ${status}.`);
  };
  const busy: ScriptedAnswer = { status: 429, headers: { 'retry-after': String(HOLD) } };
  await post('slow', 'delay', { milliseconds: HOLD * 1000 });
  await post('unavailable-always', 'answers', { answers: Array(50).fill(busy) });
}
