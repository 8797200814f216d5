/** The types that both modes share. */
import type { SetCardPinElement } from './element/set-card-pin-element.js';

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

declare global {
  interface HTMLElementTagNameMap {
    'set-card-pin': SetCardPinElement;
  }
}
