/**
 * The time that an unconfirmed PIN is kept, to be submitted again. The cardholder is warned before
 * it ends, and extends it with any key or tap in the form (WCAG 2.2.1).
 */
import type { Announcer, Message } from './announcer.js';

/** Milliseconds before the warning, and from the warning to the end: WCAG asks for 20 seconds. */
const HALF_TIME = 30_000;

const WARNING: Message = { tone: 'warning', text: (words) => words.holdEnding };

/** The time of one unconfirmed PIN after another. */
export class Hold {
  readonly #announcer: Announcer;
  readonly #handleEnd: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The message that the warning replaces. `undefined` if no PIN is kept. */
  #message: Message | undefined;

  /** @param root - Where the cardholder is active, until `signal` aborts. */
  constructor(root: ShadowRoot, signal: AbortSignal, announcer: Announcer, handleEnd: () => void) {
    this.#announcer = announcer;
    this.#handleEnd = handleEnd;
    for (const type of ['keydown', 'pointerdown', 'click'])
      root.addEventListener(type, this.handleActivity, { signal });
  }

  /** Starts the time, after the message about the PIN. */
  start(): void {
    this.#message = this.#announcer.message;
    this.#run();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#message = undefined;
  }

  /** Extends the time. A script of the page can't do that. */
  readonly handleActivity = ({ isTrusted }: Event): void => {
    if (this.#message === undefined || !isTrusted) return;
    if (this.#announcer.message === WARNING) this.#announcer.say(this.#message);
    this.#run();
  };

  #run(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#announcer.say(WARNING);
      this.#timer = setTimeout(this.#handleEnd, HALF_TIME);
    }, HALF_TIME);
  }
}
