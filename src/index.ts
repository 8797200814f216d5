/**
 * Registers `<set-card-pin>`.
 *
 * @throws {DOMException} `NotSupportedError` where the tag is taken: whoever took it first would receive the PIN.
 */
import { SetCardPinElement } from './set-card-pin-element.js';

export { SetCardPinElement } from './set-card-pin-element.js';
export type { ClientToken, ClientTokenProvider, TokenReason } from './client-token.js';
export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
  type FailedOutcome,
} from './events.js';
export type { Catalogue, Messages, Plural, Text } from './messages/catalogue.js';
export type { ConfirmationProblem, PinProblem, PinRule } from './pin-rules.js';
export type {
  Misconfigured,
  Outcome,
  PaymentCard,
  RateLimit,
  RateLimitBucket,
  RejectedError,
} from './set-pin/outcome.js';

// On a server there is no registry, and nothing to register for.
if (typeof customElements !== 'undefined') customElements.define('set-card-pin', SetCardPinElement);

declare global {
  interface HTMLElementTagNameMap {
    'set-card-pin': SetCardPinElement;
  }
}
