/**
 * How often digits were lost to a host in this tab. The storage of the frame's origin keeps it, so
 * that a host can't clear it with a reload, another element or another address of the frame page.
 */
import type { Loss } from './lost-digits.js';

/** The second bit and those above it count losses. The first says that an entry was lost. */
const LOSS = 2;

/** The loss after which no PIN is taken any more. */
const LAST = 2 * LOSS;

export class Losses {
  readonly #name: string;
  #count = 0;

  constructor(host: string) {
    this.#name = `focus-taken ${host}`;
  }

  /** Grows with each loss. Another frame page may count too. */
  get count(): number {
    try {
      this.#count = Math.max(this.#count, Number(sessionStorage.getItem(this.#name)));
    } catch {
      // See below.
    }
    return this.#count;
  }

  /** `true` if digits were lost for which a person has to confirm the warning. */
  get isGrave(): boolean {
    return this.count >= LOSS;
  }

  get isLast(): boolean {
    return this.count >= LAST;
  }

  /** Adds a loss. The first lost entry may be an honest mistake, so it doesn't count. */
  add(loss: Loss): void {
    const { count } = this;
    this.#count = loss === 'key' || count % LOSS === 1 ? count + LOSS : count + 1;
    try {
      sessionStorage.setItem(this.#name, String(this.#count));
    } catch {
      // Browsers may block storage in frames. Then the first loss is the last one, until this page
      // is loaded again.
      if (this.isGrave) this.#count = LAST;
    }
  }
}
