/**
 * The states that a cardholder can see, each with the page's and the cardholder's steps that lead
 * to it.
 */
import type { SetCardPinElement } from '../../src/index.js';
import { SANDBOX_CARDS, type SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { fetchClientToken } from '../server-calls/client-tokens.js';

/** One state of the element. */
export interface Story {
  /** The situation, in one sentence. */
  readonly when: string;
  /** The card's reaction to the PIN. Defaults to `accepted`. */
  readonly behaviour?: SandboxBehaviour;
  /** Changes the element's setup, or the page's. */
  readonly embed?: (element: SetCardPinElement) => void;
  /** The cardholder's steps, once the element is ready. */
  readonly act?: (element: SetCardPinElement) => void;
  /** See {@link isAlone}. */
  readonly alone?: true;
  /** A selector that matches in the shadow root in this state, and not before. */
  readonly shows: string;
}

/** Returns a part of the element. The stories use its fields, because a page can't press keys. */
function find(element: SetCardPinElement, selector: string): HTMLElement {
  return element.shadowRoot!.querySelector<HTMLElement>(selector)!;
}

function type(element: SetCardPinElement, field: 'new' | 'confirm', text: string): void {
  const input = find(element, `#card-pin-${field}`) as HTMLInputElement;
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  // The element renders after an edit of a field that has focus, and no story moves the focus.
  element.requestUpdate();
}

/** Reports to the element that the focus has left a field. */
function leave(element: SetCardPinElement, field: 'new' | 'confirm'): void {
  find(element, `#card-pin-${field}`).dispatchEvent(new FocusEvent('blur'));
}

/**
 * Replaces the content of a container with a new element, and plays the story.
 *
 * @param endpoint - The API's GraphQL endpoint.
 * @returns Resolves when the element has reached the story's state.
 */
export async function showStory(
  { behaviour = 'accepted', embed, act, shows }: Story,
  container: Element,
  endpoint: string,
  appearance: string,
): Promise<void> {
  const { id } = SANDBOX_CARDS.find((card) => card.behaviour === behaviour)!;
  const element = document.createElement('set-card-pin');
  Object.assign(element, { endpoint, cardId: id, appearance });
  element.getClientToken = ({ signal }) => fetchClientToken(id, signal);
  embed?.(element);
  const ready = new Promise((resolve) => element.addEventListener('pin-ready', resolve));
  container.replaceChildren(element);
  await ready;
  act?.(element);
  while (element.shadowRoot!.querySelector(shows) === null)
    await new Promise(requestAnimationFrame);
}

/** A PIN that the default rules accept. */
const PIN = '4826';

function choosePin(element: SetCardPinElement): void {
  type(element, 'new', PIN);
  type(element, 'confirm', PIN);
}

function submitPin(element: SetCardPinElement): void {
  choosePin(element);
  void element.submit();
}

/** The stories, by their names in a URL, in the order in which a cardholder encounters them. */
export const STORIES = {
  empty: {
    when: 'Nothing has been typed.',
    shows: '#form',
  },
  partial: {
    when: 'The cardholder is typing, and no error is shown yet.',
    act: (element) => type(element, 'new', PIN.slice(0, 2)),
    shows: '#form',
  },
  full: {
    when: 'Both fields are complete, and nothing has been submitted.',
    act: choosePin,
    shows: '#form',
  },
  steps: {
    when: 'The page asks for one field at a time. The confirmation follows the new PIN.',
    embed: (element) => (element.flow = 'steps'),
    shows: '.pin[hidden]',
  },
  revealed: {
    when: 'The cardholder has chosen to see the PIN.',
    act: (element) => {
      choosePin(element);
      find(element, '.reveal').click();
    },
    shows: 'input[type=text]',
  },
  'too-short': {
    when: 'The cardholder left an incomplete field.',
    act: (element) => {
      type(element, 'new', PIN.slice(0, 2));
      leave(element, 'new');
    },
    shows: '#card-pin-new[aria-invalid]',
  },
  guessable: {
    when: 'The PIN is easy to guess, and the element warns about it before the submit.',
    act: (element) => type(element, 'new', '1234'),
    shows: '.advice:not(:empty)',
  },
  mismatch: {
    when: 'The confirmation differs from the new PIN.',
    act: (element) => {
      type(element, 'new', PIN);
      type(element, 'confirm', '4862');
      leave(element, 'confirm');
    },
    shows: '#card-pin-confirm[aria-invalid]',
  },
  submitting: {
    when: 'The API has not responded yet.',
    embed: (element) => (element.endpoint = new URL('/stories/no-answer', location.href).href),
    act: submitPin,
    shows: '#form[aria-busy]',
  },
  retrying: {
    when: 'The API was busy, and the element tries again.',
    behaviour: 'unavailable-always',
    act: submitPin,
    shows: '#form[aria-busy] ~ * .secondary',
  },
  waiting: {
    when: 'The element waits until the page provides a client token.',
    embed: (element) => {
      element.tokenTimeout = 24 * 3600;
      element.getClientToken = () => new Promise(() => {});
    },
    act: submitPin,
    shows: '[role=status] .polite:not(:empty)',
  },
  set: {
    when: 'The API has confirmed the new PIN.',
    act: submitPin,
    shows: '[part=success]',
  },
  refused: {
    when: 'The issuer rejects this PIN, but may accept a different one.',
    behaviour: 'weak-pin',
    act: submitPin,
    shows: '#card-pin-new[aria-invalid]',
  },
  denied: {
    when: 'The API responds that the client token isn’t allowed to set this PIN.',
    behaviour: 'denied',
    act: submitPin,
    shows: '.notice.error',
  },
  unconfirmed: {
    when: 'The PIN may or may not be set. The cardholder can submit it again.',
    behaviour: 'unknown-member',
    act: submitPin,
    shows: '.notice.warning',
  },
  offline: {
    when: 'The browser reports that there is no network.',
    alone: true,
    embed: () => Object.defineProperty(navigator, 'onLine', { value: false }),
    shows: '[role=status] > span:not(:empty)',
  },
  disabled: {
    when: 'The page has disabled the element.',
    embed: (element) => (element.disabled = true),
    shows: 'input:disabled',
  },
  misconfigured: {
    when: 'The page has not named the card.',
    embed: (element) => (element.cardId = ''),
    act: submitPin,
    shows: '.notice.error',
  },
} as const satisfies Readonly<Record<string, Story>>;

export type StoryName = keyof typeof STORIES;

export const STORY_NAMES = Object.keys(STORIES) as StoryName[];

/** Returns whether a story affects a whole page. The page of all stories only links to it. */
export function isAlone(name: StoryName): boolean {
  return 'alone' in STORIES[name];
}
