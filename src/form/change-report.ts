/**
 * Reports when an entry becomes complete or valid, or stops being so.
 */
import type { Entry } from './entry.js';

const NOTHING_ENTERED = { complete: false, valid: false };

/** The last report about an entry. */
export class ChangeReport {
  readonly #entry: Entry;
  readonly #handleChange: (complete: boolean, valid: boolean) => void;
  #last = NOTHING_ENTERED;

  constructor(entry: Entry, handleChange: (complete: boolean, valid: boolean) => void) {
    this.#entry = entry;
    this.#handleChange = handleChange;
  }

  /** Reports `complete` and `valid` if one has changed. */
  update(): void {
    const { isComplete: complete, problem } = this.#entry;
    const valid = problem === undefined;
    if (complete === this.#last.complete && valid === this.#last.valid) return;
    this.#last = { complete, valid };
    this.#handleChange(complete, valid);
  }

  /** Takes the entry for empty, without a report. */
  reset(): void {
    this.#last = NOTHING_ENTERED;
  }
}
