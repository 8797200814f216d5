/**
 * Reveals the PIN and masks it again.
 */

/** Milliseconds that a PIN stays revealed. */
const REVEAL_TIME = 30_000;

/** Window events that mask the PIN. `visibilitychange` also fires when the page becomes visible. */
const MASKING = ['beforeprint', 'visibilitychange'];

/** The state of the fields in one root: revealed or masked. */
export class Reveal {
  readonly #requestUpdate: () => void;
  #isRevealed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(root: ShadowRoot, window: Window, signal: AbortSignal, requestUpdate: () => void) {
    this.#requestUpdate = requestUpdate;
    for (const type of MASKING) window.addEventListener(type, this.mask, { signal });
    const handleLeave = (event: Event): void => {
      const { relatedTarget } = event as FocusEvent;
      if (this.#isRevealed && !root.contains(relatedTarget as Node | null)) this.mask();
    };
    root.addEventListener('focusout', handleLeave, { signal });
  }

  get isRevealed(): boolean {
    return this.#isRevealed;
  }

  toggle(): void {
    if (this.#isRevealed) return this.mask();
    this.#isRevealed = true;
    this.#timer = setTimeout(this.mask, REVEAL_TIME);
    this.#requestUpdate();
  }

  readonly mask = (): void => {
    clearTimeout(this.#timer);
    this.#isRevealed = false;
    this.#requestUpdate();
  };
}
