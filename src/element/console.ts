/**
 * Explains mistakes and failures to the developer. No other file of the browser's code writes to
 * the console. No sentence holds a PIN, a token or text of the service.
 */
import type { ClientTokens } from '../service/client-tokens.js';
import type { Outcome } from '../set-pin/outcome.js';

const UNSLOTTED =
  'Children without a slot are not shown. End the element with </set-card-pin>: HTML has no self-closing tag for it.';

const SLOTS = 'Slots are only shown in inline mode.';

const UNANSWERED =
  'Nothing answers token-expired: set token-url or getClientToken, or call preventDefault() if the page will set clientToken.';

const COPIED =
  'A copy of the tag, such as Vue makes of a template, has no client-token. Set the property.';

const TOO_LATE = 'No client token came within token-timeout.';

const REJECTED = 'The request for a client token failed:';

const REFUSED =
  'The service refused the client token. Check that your server issues a new one each time, with the API key of the right environment.';

/** The console, as one element writes to it: each explanation once. */
export class Console {
  readonly #element: HTMLElement;
  readonly #explained = new Set<string>();

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** @param details - Errors of the page itself. */
  explain(explanation = '', ...details: readonly unknown[]): void {
    if (explanation === '' || this.#explained.has(explanation)) return;
    this.#explained.add(explanation);
    console.error(`set-card-pin: ${explanation}`, ...details);
  }

  /** @param slots - Those that are shown. */
  examineChildren(slots: readonly string[]): void {
    for (const child of this.#element.childNodes) {
      const isText = child.nodeType === Node.TEXT_NODE;
      const { slot = '' } = child as Partial<Element>;
      if (
        isText
          ? /\S/.test(child.nodeValue!)
          : 'slot' in child && ![...slots, 'fallback'].includes(slot)
      )
        this.explain(slot === '' || slots.length > 0 ? UNSLOTTED : SLOTS);
    }
  }

  explainWait(isCopy: boolean): void {
    this.explain(UNANSWERED);
    if (isCopy) this.explain(COPIED);
  }

  explainEnd(outcome: Outcome, { error, isSignedOut }: ClientTokens): void {
    if ('explanation' in outcome) this.explain(outcome.explanation);
    if (outcome.kind === 'token-expired' && !isSignedOut) this.explain(REFUSED);
    if (outcome.kind !== 'token-unavailable') return;
    if (error !== undefined) this.explain(REJECTED, error);
    else if (!this.#explained.has(UNANSWERED)) this.explain(TOO_LATE);
  }
}
