/**
 * Explains mistakes and failures to the developer. No other client-side code writes to the console.
 * No explanation contains a PIN, a token or text from the API.
 */
import type { ClientTokens } from '../service/client-tokens.js';
import type { Outcome } from '../set-pin/outcome.js';

const UNSLOTTED =
  'Children without a slot are not shown. Close the element with </set-card-pin>. HTML ignores />.';

const SLOTS = 'Slots work only in inline mode.';

const UNANSWERED =
  'Nothing answers token-expired. Set token-url or getClientToken, or call preventDefault() and set clientToken.';

const TOO_LATE = 'No client token arrived within token-timeout.';

const REJECTED = 'The request for a client token failed:';

const REFUSED =
  'The API rejected the client token. Check that your server issues a new one each time, uses the API key for the right environment, and does not send the key itself.';

/** An element's console output. Each explanation is written only once. */
export class Console {
  readonly #element: HTMLElement;
  readonly #explained = new Set<string>();

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** @param details - Errors from the page's own code. */
  explain(explanation = '', ...details: readonly unknown[]): void {
    this.#say('error', explanation, ...details);
  }

  /** @param slots - The names of the slots that are shown. */
  examineChildren(slots: readonly string[]): void {
    const shown = [undefined, 'fallback', ...slots];
    for (const child of this.#element.childNodes) {
      // A comment node has no slot.
      let { slot } = child as Partial<Element>;
      if (child instanceof Text && child.data.trim() !== '') slot = '';
      if (!shown.includes(slot)) this.explain(slot && slots.length === 0 ? SLOTS : UNSLOTTED);
    }
  }

  warnOfWait(): void {
    this.#say('warn', UNANSWERED);
  }

  explainEnd(outcome: Outcome, { error, isSignedOut }: ClientTokens): void {
    if ('explanation' in outcome) this.explain(outcome.explanation);
    if (outcome.kind === 'token-expired' && !isSignedOut) this.explain(REFUSED);
    if (outcome.kind !== 'token-unavailable') return;
    if (error !== undefined) this.explain(REJECTED, error);
    else if (!this.#explained.has(UNANSWERED)) this.explain(TOO_LATE);
  }

  #say(level: 'error' | 'warn', explanation: string, ...details: readonly unknown[]): void {
    if (explanation === '' || this.#explained.has(explanation)) return;
    this.#explained.add(explanation);
    console[level](`set-card-pin: ${explanation}`, ...details);
  }
}
