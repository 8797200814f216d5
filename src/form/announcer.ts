/**
 * The text of the live regions, and when it is announced.
 */
import type { Sentence } from '../messages/catalogue.js';

/** A message beside the fields. */
export interface Message {
  /**
   * `unseen` and `quiet` are only announced, because the sentence is visible elsewhere. `quiet` is
   * announced politely.
   */
  readonly tone: 'polite' | 'quiet' | 'warning' | 'error' | 'unseen';
  readonly text?: Sentence | undefined;
  readonly requestId?: string | undefined;
  /** `true` if the notice gets the focus, so that a screen reader reads it once. */
  readonly takesFocus?: boolean;
}

/** The empty message, which removes the one before it. */
export const NO_MESSAGE: Message = { tone: 'polite' };

export const SUBMITTING: Message = { tone: 'quiet', text: (words) => words.submitting };
export const CONNECTING: Message = { tone: 'polite', text: (words) => words.connecting };
export const RENEWING: Message = { tone: 'polite', text: (words) => words.waiting };

/** Milliseconds before a message that a quick answer makes needless. */
const DELAY = 300;

/** Content of the live regions. */
export class Announcer {
  readonly #requestUpdate: () => void;
  #message = NO_MESSAGE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /**
   * Each message is announced once. The same message in another language is not announced again.
   */
  #state: 'new' | 'said' | 'reworded' = 'new';

  constructor(requestUpdate: () => void) {
    this.#requestUpdate = requestUpdate;
  }

  get message(): Message {
    return this.#message;
  }

  /** `true` if the words have changed since the message was announced. */
  get isReworded(): boolean {
    return this.#state === 'reworded';
  }

  /** Replaces the message and announces it. */
  say(message: Message): void {
    clearTimeout(this.#timer);
    this.#message = message;
    this.announce();
  }

  /** Replaces the message after 300 ms, unless another one comes first. */
  sayLater(message: Message): void {
    this.#timer = setTimeout(() => this.say(message), DELAY);
  }

  /** Announces the next content of the live regions, for example after a change of phase. */
  announce(): void {
    this.#state = 'new';
    this.#requestUpdate();
  }

  /** Records that the message has been rendered. */
  handleRender(): void {
    if (this.#state === 'new') this.#state = 'said';
  }

  /** Records that the words have changed. */
  handleReword(): void {
    if (this.#state === 'said') this.#state = 'reworded';
  }
}
