/**
 * Registers `<set-card-pin>`.
 *
 * @throws {DOMException} `NotSupportedError` if the tag is already defined, because that other
 * element would receive the PIN.
 */
import { SetCardPinElement } from './element.js';

export * from './element.js';
export type { ClientToken } from './service/client-token.js';
export type {
  ClientTokenProvider,
  SuppliedToken,
  TokenNeed,
  TokenReason,
} from './service/client-tokens.js';
export type { Catalogue, KnownCode, Messages, Plural, Text } from './messages/catalogue.js';
export type { PinRule } from './pin/rule-names.js';
export type { ConfirmationProblem, PinProblem } from './pin/rules.js';
export type { RateLimit, RateLimitBucket } from './service/reply.js';
export type {
  FailedOutcome,
  Invalid,
  Misconfigured,
  Outcome,
  PaymentCard,
} from './set-pin/outcome.js';

// A server needs no registration. Lit provides a registry there too.
if (typeof document !== 'undefined') customElements.define('set-card-pin', SetCardPinElement);

declare global {
  interface HTMLElementTagNameMap {
    'set-card-pin': SetCardPinElement;
  }
}
