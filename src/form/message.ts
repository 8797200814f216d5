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
