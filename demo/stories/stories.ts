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
  readonly act?: (cardholder: Cardholder) => void;
  /** See {@link isAlone}. */
  readonly alone?: true;
  /** A selector that matches in the shadow root in this state, and not before. */
  readonly shows: string;
}

/** A cardholder's actions, because a page can't press keys. None of them moves the focus. */
class Cardholder {
  readonly #element: SetCardPinElement;

  constructor(element: SetCardPinElement) {
    this.#element = element;
  }

  type(field: 'new' | 'confirm', text: string): void {
    const input = this.#find<HTMLInputElement>(`#card-pin-${field}`);
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    // The element renders after an edit of a field that has focus.
    this.#element.requestUpdate();
  }

  reveal(): void {
    this.#find('.reveal').click();
  }

  /** Moves the focus out of a field. */
  leave(field: 'new' | 'confirm'): void {
    this.#find(`#card-pin-${field}`).dispatchEvent(new FocusEvent('blur'));
  }

  submit(): void {
    void this.#element.submit();
  }

  #find<Node extends HTMLElement>(selector: string): Node {
    return this.#element.shadowRoot!.querySelector<Node>(selector)!;
  }
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
  const ready = new Promise((resolve) => {
    element.addEventListener('pin-ready', resolve, { once: true });
  });
  container.replaceChildren(element);
  await ready;
  act?.(new Cardholder(element));
  while (element.shadowRoot!.querySelector(shows) === null)
    await new Promise(requestAnimationFrame);
}

/** A PIN that the default rules accept. */
const PIN = '4826';

function choosePin(cardholder: Cardholder): void {
  cardholder.type('new', PIN);
  cardholder.type('confirm', PIN);
}

function submitPin(cardholder: Cardholder): void {
  choosePin(cardholder);
  cardholder.submit();
}

/** The stories, by their names in a URL, in the order in which a cardholder encounters them. */
export const STORIES = {
  empty: {
    when: 'Nothing has been typed.',
    shows: '#form',
  },
  partial: {
    when: 'The cardholder is typing, and no error is shown yet.',
    act: (cardholder) => cardholder.type('new', PIN.slice(0, 2)),
    shows: '#form',
  },
  full: {
    when: 'Both fields are complete, and nothing has been submitted.',
    act: choosePin,
    shows: '#form',
  },
  steps: {
    when: 'The page asks for one field at a time. The confirmation follows the new PIN.',
    embed: (element) => {
      element.flow = 'steps';
    },
    shows: '.pin[hidden]',
  },
  revealed: {
    when: 'The cardholder has chosen to see the PIN.',
    act: (cardholder) => {
      choosePin(cardholder);
      cardholder.reveal();
    },
    shows: 'input[type=text]',
  },
  'too-short': {
    when: 'The cardholder left an incomplete field.',
    act: (cardholder) => {
      cardholder.type('new', PIN.slice(0, 2));
      cardholder.leave('new');
    },
    shows: '#card-pin-new[aria-invalid]',
  },
  guessable: {
    when: 'The PIN is easy to guess, and the element warns about it before the submit.',
    act: (cardholder) => cardholder.type('new', '1234'),
    shows: '.advice:not(:empty)',
  },
  mismatch: {
    when: 'The confirmation differs from the new PIN.',
    act: (cardholder) => {
      cardholder.type('new', PIN);
      cardholder.type('confirm', '4862');
      cardholder.leave('confirm');
    },
    shows: '#card-pin-confirm[aria-invalid]',
  },
  submitting: {
    when: 'The API has not responded yet.',
    embed: (element) => {
      element.endpoint = new URL('/stories/no-answer', location.href).href;
    },
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
    embed: () => {
      Object.defineProperty(navigator, 'onLine', { value: false });
    },
    shows: '[role=status] > span:not(:empty)',
  },
  disabled: {
    when: 'The page has disabled the element.',
    embed: (element) => {
      element.disabled = true;
    },
    shows: 'input:disabled',
  },
  misconfigured: {
    when: 'The page has not named the card.',
    embed: (element) => {
      element.cardId = '';
    },
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
