/**
 * The words of an element: those of its language, with the page's own sentences in them, for one number of digits.
 */
import type { ReactiveElement } from 'lit';
import type { Words } from '../messages/catalogue.js';
import { wordsFor } from '../messages/words.js';
import { DEFAULT_PIN_LENGTH } from '../pin/rules.js';
import { LanguageWatch } from './language.js';

/** Chooses an element's words, and has it updated if its language may have changed. */
export class Wording extends LanguageWatch {
  #words = wordsFor('', undefined, DEFAULT_PIN_LENGTH);
  #isCurrent = true;

  constructor(element: ReactiveElement) {
    super(element, () => {
      this.invalidate();
      element.requestUpdate();
    });
  }

  get words(): Words {
    return this.#words;
  }

  /** Takes note that the words may have changed. */
  invalidate(): void {
    this.#isCurrent = false;
  }

  /**
   * Chooses the words anew if they may have changed.
   *
   * @param messages - The page's own sentences.
   * @param length - Digits in a PIN.
   * @returns Whether they did change. A framework sets new objects with the same sentences on every render.
   */
  choose(messages: unknown, length: number): boolean {
    if (this.#isCurrent) return false;
    this.#isCurrent = true;
    const words = wordsFor(this.tag, messages, length);
    if (JSON.stringify(words) === JSON.stringify(this.#words)) return false;
    this.#words = words;
    return true;
  }
}
