/**
 * What the live regions say, and when it is news.
 */
import type { Sentence } from '../messages/catalogue.js';

/** What the form says beside its fields. */
export interface Message {
  /** `unseen` is spoken only, because the sentence is visible at its field. `quiet` is the same, politely. */
  readonly tone: 'polite' | 'quiet' | 'warning' | 'error' | 'unseen';
  readonly text?: Sentence | undefined;
  readonly requestId?: string | undefined;
}

/** Says nothing, and ends what was said before. */
export const SILENCE: Message = { tone: 'polite' };

/** The content of the live regions. */
export class Announcer {
  readonly #requestUpdate: () => void;
  #message = SILENCE;
  /** Each message is announced once. The same message in another language is not news. */
  #state: 'new' | 'said' | 'reworded' = 'new';

  constructor(requestUpdate: () => void) {
    this.#requestUpdate = requestUpdate;
  }

  get message(): Message {
    return this.#message;
  }

  /** Whether the message was announced before, in other words. */
  get isReworded(): boolean {
    return this.#state === 'reworded';
  }

  /** Replaces the message and announces it. */
  say(message: Message): void {
    this.#message = message;
    this.announce();
  }

  /** Announces what the live regions show next, such as another phase. */
  announce(): void {
    this.#state = 'new';
    this.#requestUpdate();
  }

  /** Takes note that the message has been rendered. */
  handleRender(): void {
    if (this.#state === 'new') this.#state = 'said';
  }

  /** Takes note that the words have changed. */
  handleReword(): void {
    if (this.#state === 'said') this.#state = 'reworded';
  }
}
