/**
 * The digit keys that are down in the frame page.
 */
import { digitsOfWhole } from '../../pin/digits.js';

/** Milliseconds after which a `keyup` counts as lost, as when another program took it. */
const LONGEST_PRESS = 2_000;

/** Keys of digits, also if an input method hides `key`. Not F6. */
const DIGIT_KEY = /^(Digit|Numpad)\d/;

type Key = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey'>;

export class DigitKeys {
  /** The timers of the keys that are down, by their codes. */
  readonly #down = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #handleUp: () => void;

  /** @param handleUp - Called after a key has come up, or counts as up. */
  constructor(handleUp: () => void) {
    this.#handleUp = handleUp;
  }

  /** `true` if a digit key is down. */
  get areDown(): boolean {
    return this.#down.size > 0;
  }

  /** A held key repeats, which shows that it is still down. */
  handleDown({ key, code, ctrlKey, altKey, metaKey }: Key): void {
    // A shortcut types nothing, and the `keyup` of some never comes.
    if (ctrlKey || altKey || metaKey) return;
    if (!DIGIT_KEY.test(code) && digitsOfWhole(key) === undefined) return;
    clearTimeout(this.#down.get(code));
    this.#down.set(
      code,
      setTimeout(() => this.#release(code), LONGEST_PRESS),
    );
  }

  handleUp({ key, code }: Pick<Key, 'key' | 'code'>): void {
    // While Meta is down, macOS reports no other key that comes up.
    if (key === 'Meta') this.forget();
    else this.#release(code);
  }

  /** Counts all keys as up, because this page doesn't learn when they come up. */
  forget(): void {
    for (const code of [...this.#down.keys()]) this.#release(code);
  }

  #release(code: string): void {
    clearTimeout(this.#down.get(code));
    this.#down.delete(code);
    this.#handleUp();
  }
}
