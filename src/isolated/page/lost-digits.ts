/**
 * Finds out which digits the host page may have received. It can take the focus while a digit key
 * is down, and receives the `keyup`, which names the digit; or between two keys, and receives the
 * next ones.
 *
 * Messages to the host wait until no digit key is down: they would say when to take the focus.
 */
import { isDigitKey } from '../../pin/digits.js';
import type { FromFrame } from '../protocol.js';

/** Milliseconds for which messages wait. The key counts until it comes up. */
const LONGEST_WAIT = 2_000;

/** Milliseconds between two looks at the focus, while there are digits that could be lost. */
const PAUSE = 100;

/**
 * Milliseconds after a `blur` in which the page becomes hidden if the person left the tab or locked
 * the phone.
 */
const HIDING_TIME = 500;

/** Keys with which a person leaves the frame or the window. */
const LEAVING_KEY = /^(Tab|Escape|Alt|Control|Meta|ContextMenu|F\d)/;

/** `key`: the digit of a key that is down. `entry`: the rest of a half-typed entry. */
export type Loss = 'key' | 'entry';

export class LostDigits {
  /**
   * `true` while an entry is half typed and the cardholder has done nothing that moves the focus.
   */
  isHalfTyped = false;
  readonly #send: (message: FromFrame) => void;
  readonly #handleLoss: (loss: Loss) => void;
  readonly #waiting: FromFrame[] = [];
  /** The digit keys that are down. */
  readonly #down = new Set<string>();
  #isHolding = false;
  #holding: ReturnType<typeof setTimeout> | undefined;
  #doubt: ReturnType<typeof setTimeout> | undefined;
  #watching: ReturnType<typeof setTimeout> | undefined;

  /** @param handleLoss - Called once for all digits that are lost together. */
  constructor(send: (message: FromFrame) => void, handleLoss: (loss: Loss) => void) {
    this.#send = send;
    this.#handleLoss = handleLoss;
    const explain = (): void => {
      this.isHalfTyped = false;
      clearTimeout(this.#doubt);
    };
    const loseKeys = (): void => {
      if (this.#down.size > 0) this.#lose('key');
    };
    const loseEntry = (): void => {
      if (this.isHalfTyped) this.#lose('entry');
    };
    const handleBlur = (): void => {
      loseKeys();
      clearTimeout(this.#doubt);
      if (this.isHalfTyped) this.#doubt = setTimeout(loseEntry, HIDING_TIME);
    };
    // Firefox moves the focus away from a hidden frame without a `blur`.
    const watch = (): void => {
      clearTimeout(this.#watching);
      this.#watching = setTimeout(() => {
        if (!document.hasFocus()) handleBlur();
        else if (this.#down.size > 0 || this.isHalfTyped) watch();
      }, PAUSE);
    };
    const on = <T extends keyof WindowEventMap>(
      type: T,
      handle: (event: WindowEventMap[T]) => void,
    ): void => window.addEventListener(type, handle);

    on('keydown', (event) => {
      const { key, code, repeat } = event;
      watch();
      if (LEAVING_KEY.test(key)) explain();
      if (!isDigitKey(event)) return;
      const id = code || key;
      // The key came up elsewhere.
      if (this.#down.has(id) && !repeat) loseKeys();
      this.#down.add(id);
      this.#isHolding = true;
      clearTimeout(this.#holding);
      this.#holding = setTimeout(() => this.#release(), LONGEST_WAIT);
    });
    on('keyup', ({ key, code }) => {
      this.#down.delete(code || key);
      // While Meta is down, macOS reports no other key that comes up.
      if (key === 'Meta') this.#down.clear();
      if (this.#down.size === 0) this.#release();
    });
    on('pointerdown', explain);
    on('click', explain);
    on('blur', handleBlur);
    // The frame was shown again before the next look.
    on('focus', () => {
      loseKeys();
      loseEntry();
    });
    on('pagehide', loseKeys);
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') explain();
    });
  }

  /** Sends a message as soon as no digit key is down. Keeps the order. */
  post(message: FromFrame): void {
    this.#waiting.push(message);
    if (!this.#isHolding) this.#release();
  }

  #lose(loss: Loss): void {
    clearTimeout(this.#doubt);
    this.isHalfTyped = false;
    this.#down.clear();
    this.#handleLoss(loss);
    this.#release();
  }

  #release(): void {
    this.#isHolding = false;
    this.#waiting.splice(0).forEach(this.#send);
  }
}
