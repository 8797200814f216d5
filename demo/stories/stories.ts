/**
 * The states that people meet, each with what leads there: the data of the stories' pages.
 */
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';

/** One state of the element, shown by a page of its own. */
export interface Story {
  readonly title: string;
  /** When the element is so, in one sentence. */
  readonly when: string;
  /** What the card does with the PIN; it accepts it when absent. */
  readonly behaviour?: SandboxBehaviour;
  /** What the page's author does: sets the element up in another way than it is by itself. */
  readonly embed?: (element: SetCardPinElement) => void;
  /** What the cardholder does, once the element is ready. */
  readonly act?: (cardholder: Cardholder) => void;
  /** Whether it needs a page of its own, as it changes what all elements of a page see. */
  readonly alone?: boolean;
  /** Selects what is in the root when the element is so, and not before. */
  readonly shows: string;
}

/** What a cardholder does at the element, in place of the keys that a page can't press. */
export interface Cardholder {
  type(field: 'new' | 'confirm', text: string): void;
  reveal(): void;
  /** Turns to something else on the page. */
  leave(): void;
  submit(): void;
}

/** Any PIN that the local rules let pass. */
const PIN = '4826';

function choosePin(cardholder: Cardholder): void {
  cardholder.type('new', PIN);
  cardholder.type('confirm', PIN);
  cardholder.leave();
}

function sendPin(cardholder: Cardholder): void {
  choosePin(cardholder);
  cardholder.submit();
}

/** The stories by the names that they have in a URL, in the order in which people meet the states. */
export const STORIES = {
  empty: {
    title: 'Empty',
    when: 'Nothing has been typed.',
    shows: 'form',
  },
  partial: {
    title: 'Partial',
    when: 'The cardholder is typing, and no error is shown yet.',
    act: (cardholder) => cardholder.type('new', PIN.slice(0, 2)),
    shows: 'input:focus',
  },
  full: {
    title: 'Full',
    when: 'Both fields are complete, and nothing has been sent.',
    act: choosePin,
    shows: 'form',
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
    when: 'A field was left half done.',
    act: (cardholder) => {
      cardholder.type('new', PIN.slice(0, 2));
      cardholder.leave();
    },
    shows: '#card-pin-new[aria-invalid]',
  },
  guessable: {
    title: 'Guessable',
    when: 'The cardholder is told before anything is sent that a PIN is easy to guess.',
    act: (cardholder) => {
      cardholder.type('new', '1234');
      cardholder.leave();
    },
    shows: '.quiet:not(:empty)',
  },
  mismatch: {
    title: 'Mismatch',
    when: 'The confirmation is another PIN.',
    act: (cardholder) => {
      cardholder.type('new', PIN);
      cardholder.type('confirm', '4862');
      cardholder.leave();
    },
    shows: '#card-pin-confirm[aria-invalid]',
  },
  sending: {
    title: 'Sending',
    when: 'The PIN is on its way, and the service takes its time.',
    behaviour: 'slow',
    act: sendPin,
    shows: 'form[aria-busy]',
  },
  'trying-again': {
    title: 'Trying again',
    when: 'The service was busy, and gets another try.',
    behaviour: 'unavailable-always',
    act: sendPin,
    shows: 'form[aria-busy] ~ * .way-out',
  },
  waiting: {
    title: 'Waiting for the page',
    when: 'The page’s server has to give another client token first.',
    embed: (element) => {
      element.clientToken = null;
      element.tokenTimeout = 24 * 3600;
      element.getClientToken = () => new Promise(() => {});
    },
    act: sendPin,
    shows: 'form[aria-busy] ~ * .way-out',
  },
  set: {
    title: 'Set',
    when: 'The service has confirmed the new PIN.',
    act: sendPin,
    shows: '[part=success]',
  },
  refused: {
    title: 'Refused',
    when: 'The issuer refuses this PIN, and another one may do.',
    behaviour: 'weak-pin',
    act: sendPin,
    shows: '#card-pin-new[aria-invalid]',
  },
  denied: {
    title: 'Denied',
    when: 'No PIN can be set on this card here.',
    behaviour: 'denied',
    act: sendPin,
    shows: '.notice.error',
  },
  unconfirmed: {
    title: 'Unconfirmed',
    when: 'Nobody knows whether the PIN is set, and it can be sent once more.',
    behaviour: 'unknown-member',
    act: sendPin,
    shows: '.notice.warning',
  },
  offline: {
    title: 'Offline',
    when: 'The browser says that there is no network.',
    alone: true,
    embed: () => {
      Object.defineProperty(navigator, 'onLine', { value: false });
    },
    shows: '[role=status] > span:not(:empty)',
  },
  disabled: {
    title: 'Disabled',
    when: 'The page has put the element out of use.',
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
    act: sendPin,
    shows: '.notice.error',
  },
} as const satisfies Readonly<Record<string, Story>>;

export type StoryName = keyof typeof STORIES;
