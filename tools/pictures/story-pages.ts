/**
 * The stories' pages for tests and pictures: states that would pass by themselves last, and are brought about anew where they passed
 * all the same.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Playground } from '../../demo/start/playground-server.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import type { ScriptedAnswer } from '../../src/node/sandbox/scripted-answers.js';
import { STORIES, type Story, type StoryName } from '../../demo/stories/stories.js';

/** Milliseconds for each thing that is waited for: a busy machine takes its time. */
const LIMIT = 120_000;

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Whether a story stands on no page with others. */
export function isAlone(name: StoryName): boolean {
  const { alone = false }: Story = STORIES[name];
  return alone;
}

/** Opens a page of stories, for an element that does not move. */
export async function openStories(
  browser: Browser,
  { url }: Playground,
  query: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce', ...options });
  page.setDefaultTimeout(LIMIT);
  await page.goto(`${url}stories${query}`);
  return page;
}

/** Waits until each of these stories has come to its state once. */
export async function waitForStories(page: Page, names: readonly StoryName[]): Promise<void> {
  for (const name of names) await page.locator(`#${name} [data-shown]`).waitFor();
}

/** Whether the element is as the story says at this moment. */
export function isShown(page: Page, name: StoryName): Promise<boolean> {
  return page.evaluate(
    ({ name, shows }) =>
      document.querySelector(`#${name} set-card-pin`)?.shadowRoot?.querySelector(shows) instanceof
      Element,
    { name, shows: STORIES[name].shows },
  );
}

/** Brings a story about once more. */
export async function tellAgain(page: Page, name: StoryName): Promise<void> {
  // Not by a click: on a picture the button is hidden.
  await page.locator(`#${name} > button`).dispatchEvent('click');
  await waitForStories(page, [name]);
}

/** Longer than a story is looked at, in seconds; the element takes no longer wait than 30. */
const LONG = 25;

/** Has the sandbox answer so late that the states which pass by themselves last. */
export async function holdAnswers({ sandbox }: Playground): Promise<void> {
  const post = async (behaviour: SandboxBehaviour, route: string, body: object): Promise<void> => {
    const card = SANDBOX_CARDS.find((card) => card.behaviour === behaviour);
    const { ok, status } = await fetch(`${sandbox.control.url}/cards/${card?.id}/${route}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!ok) throw new Error(`The sandbox answered ${status}.`);
  };
  const busy: ScriptedAnswer = { status: 429, headers: { 'retry-after': String(LONG) } };
  await post('slow', 'delay', { milliseconds: LONG * 1000 });
  await post('unavailable-always', 'answers', { answers: Array(50).fill(busy) });
}
