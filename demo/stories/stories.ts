/**
 * The states that a cardholder can see, each with the steps that lead to it.
 */
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';

/** One state of the element. It has a page of its own. */
export interface Story {
  readonly title: string;
  /** The situation, in one sentence. */
  readonly when: string;
  /** The card's reaction to the PIN. Defaults to `accepted`. */
  readonly behaviour?: SandboxBehaviour;
  /** Changes the element's setup, or the page's. */
  readonly embed?: (element: SetCardPinElement) => void;
  /** The cardholder's steps, once the element is ready. */
  readonly act?: (cardholder: Cardholder) => void;
  /** True if the story affects all elements of a page. The page of all stories only links it. */
  readonly alone?: boolean;
  /** A selector that matches in the shadow root in this state, and not before. */
  readonly shows: string;
}

/** A cardholder's actions as functions, because a page can't press keys. */
export interface Cardholder {
  type(field: 'new' | 'confirm', text: string): void;
  reveal(): void;
  /** Moves the focus out of a field. */
  leave(field: 'new' | 'confirm'): void;
  submit(): void;
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

/** The stories, by their names in a URL, in the order in which a cardholder meets them. */
export const STORIES = {
  empty: {
    title: 'Empty',
    when: 'Nothing has been typed.',
    shows: '#form',
  },
  partial: {
    title: 'Partial',
    when: 'The cardholder is typing, and no error is shown yet.',
    act: (cardholder) => cardholder.type('new', PIN.slice(0, 2)),
    shows: '#form',
  },
  full: {
    title: 'Full',
    when: 'Both fields are complete, and nothing has been submitted.',
    act: choosePin,
    shows: '#form',
  },
  steps: {
    title: 'One field at a time',
    when: 'The page asks for one field at a time. The confirmation follows the new PIN.',
    embed: (element) => {
      element.flow = 'steps';
    },
    shows: '.pin[hidden]',
  },
  revealed: {
    title: 'Revealed',
    when: 'The cardholder has chosen to see the PIN.',
    act: (cardholder) => {
      choosePin(cardholder);
      cardholder.reveal();
    },
    shows: 'input[type=text]',
  },
  'too-short': {
    title: 'Too short',
    when: 'The cardholder left an incomplete field.',
    act: (cardholder) => {
      cardholder.type('new', PIN.slice(0, 2));
      cardholder.leave('new');
    },
    shows: '#card-pin-new[aria-invalid]',
  },
  guessable: {
    title: 'Guessable',
    when: 'The PIN is easy to guess, and the element says so before the submit.',
    act: (cardholder) => cardholder.type('new', '1234'),
    shows: '.advice:not(:empty)',
  },
  mismatch: {
    title: 'Mismatch',
    when: 'The confirmation differs from the new PIN.',
    act: (cardholder) => {
      cardholder.type('new', PIN);
      cardholder.type('confirm', '4862');
      cardholder.leave('confirm');
    },
    shows: '#card-pin-confirm[aria-invalid]',
  },
  submitting: {
    title: 'Submitting',
    when: 'The service has not responded yet.',
    embed: (element) => {
      element.endpoint = new URL('/stories/no-answer', location.href).href;
    },
    act: submitPin,
    shows: '#form[aria-busy]',
  },
  retrying: {
    title: 'Retrying',
    when: 'The service was busy, and the element tries again.',
    behaviour: 'unavailable-always',
    act: submitPin,
    shows: '#form[aria-busy] ~ * .way-out',
  },
  waiting: {
    title: 'Waiting for the page',
    when: 'The element waits until the page provides a client token.',
    embed: (element) => {
      element.tokenTimeout = 24 * 3600;
      element.getClientToken = () => new Promise(() => {});
    },
    act: submitPin,
    shows: '[role=status] .polite:not(:empty)',
  },
  set: {
    title: 'Set',
    when: 'The service has confirmed the new PIN.',
    act: submitPin,
    shows: '[part=success]',
  },
  refused: {
    title: 'Refused',
    when: 'The issuer refuses this PIN, but may accept another one.',
    behaviour: 'weak-pin',
    act: submitPin,
    shows: '#card-pin-new[aria-invalid]',
  },
  denied: {
    title: 'Denied',
    when: 'The service answers that the client token may not set this PIN.',
    behaviour: 'denied',
    act: submitPin,
    shows: '.notice.error',
  },
  unconfirmed: {
    title: 'Unconfirmed',
    when: 'The PIN may or may not be set. The cardholder can submit it again.',
    behaviour: 'unknown-member',
    act: submitPin,
    shows: '.notice.warning',
  },
  offline: {
    title: 'Offline',
    when: 'The browser reports that there is no network.',
    alone: true,
    embed: () => {
      Object.defineProperty(navigator, 'onLine', { value: false });
    },
    shows: '[role=status] > span:not(:empty)',
  },
  disabled: {
    title: 'Disabled',
    when: 'The page has disabled the element.',
    embed: (element) => {
      element.disabled = true;
    },
    shows: 'input:disabled',
  },
  misconfigured: {
    title: 'Misconfigured',
    when: 'The page has not named the card.',
    embed: (element) => {
      element.cardId = '';
    },
    act: submitPin,
    shows: '.notice.error',
  },
} as const satisfies Readonly<Record<string, Story>>;

export type StoryName = keyof typeof STORIES;
