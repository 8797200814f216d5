/** The exports that both modes share, in addition to the class. */
import type { SetCardPinElement } from './element/set-card-pin-element.js';

export {
  PinChangeEvent,
  PinErrorEvent,
  PinReadyEvent,
  PinSetEvent,
  TokenExpiredEvent,
} from './element/events.js';
export type { SetCardPinListeners, SetCardPinProperties } from './element/properties.js';
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
