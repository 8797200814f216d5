/**
 * The words of an element: those of its language and the page's own sentences, for one number of
 * digits.
 */
import type { ReactiveElement } from 'lit';
import type { Words } from '../messages/catalogue.js';
import { wordsFor } from '../messages/words.js';
import { DEFAULT_PIN_LENGTH } from '../pin/rule-names.js';
import { LanguageWatch } from './language.js';

/** Chooses an element's words, and updates the element if its language may have changed. */
export class Wording extends LanguageWatch {
  #words: Words | undefined;
  #isCurrent = false;

  constructor(element: ReactiveElement) {
    super(element, () => {
      this.invalidate();
      element.requestUpdate();
    });
  }

  /** English until the words are chosen. */
  get words(): Words {
    return (this.#words ??= wordsFor('en', undefined, DEFAULT_PIN_LENGTH));
  }

  /** Marks the words as out of date. */
  invalidate(): void {
    this.#isCurrent = false;
  }

  /**
   * Chooses the words again if they may have changed.
   *
   * @param messages - The page's own sentences.
   * @param length - Digits in a PIN.
   */
  choose(messages: unknown, length: number): void {
    if (!this.#isCurrent) this.#words = wordsFor(this.tag, messages, length);
    this.#isCurrent = true;
  }
}
