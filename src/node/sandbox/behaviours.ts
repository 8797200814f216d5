import type { SandboxCard, SandboxErrorCode } from './cards.js';

/** A failure that replaces the whole answer. */
export type Fault =
  | { readonly kind: 'bad-credentials' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'usage-limit'; readonly retryAfterSeconds: number }
  | { readonly kind: 'server-error'; readonly status: 500 | 503 }
  | { readonly kind: 'bad-document' }
  | { readonly kind: 'unknown-payload' }
  | { readonly kind: 'answer-lost' }
  | { readonly kind: 'captive-portal' }
  | { readonly kind: 'proxy' }
  | { readonly kind: 'firewall' };

/** A card's reaction to a PIN of valid format. */
export type Reaction =
  | { readonly kind: 'set' }
  /** The PIN is set, but the page doesn't get the payload. */
  | { readonly kind: 'set-then-fault'; readonly fault: Fault }
  | { readonly kind: 'rejected'; readonly code: SandboxErrorCode }
  | { readonly kind: 'denied' }
  | { readonly kind: 'no-payload' }
  | { readonly kind: 'fault'; readonly fault: Fault }
  /** The request does not reach the service, not even its stored answers. */
  | { readonly kind: 'intercepted'; readonly fault: Fault };

/** Short, so that a person sees the second attempt soon. */
const RETRY_AFTER_SECONDS = 1;

/**
 * Returns a card's reaction to an attempt.
 *
 * @param hasFailed - true if the card has failed since its last success: then `-once` cards succeed
 */
export function react(card: SandboxCard, hasFailed: boolean): Reaction {
  if (card.outcome === 'rejected') return { kind: 'rejected', code: card.code };
  const set: Reaction = { kind: 'set' };
  const usageLimit = fault({ kind: 'usage-limit', retryAfterSeconds: RETRY_AFTER_SECONDS });
  const unavailable = fault({ kind: 'server-error', status: 503 });
  switch (card.behaviour) {
    case 'accepted':
    case 'slow':
    case 'no-last-four':
      return set;
    case 'token-refused-once':
      return hasFailed ? set : fault({ kind: 'bad-credentials' });
    case 'token-unauthenticated-once':
      return hasFailed ? set : fault({ kind: 'unauthenticated' });
    case 'token-refused-always':
      return fault({ kind: 'bad-credentials' });
    case 'rate-limited-once':
      return hasFailed ? set : usageLimit;
    case 'rate-limited-always':
      return usageLimit;
    case 'unavailable-once':
      return hasFailed ? set : unavailable;
    case 'unavailable-always':
      return unavailable;
    case 'server-error-always':
      return fault({ kind: 'server-error', status: 500 });
    case 'answer-lost-once':
      return hasFailed ? set : { kind: 'set-then-fault', fault: { kind: 'answer-lost' } };
    case 'proxy-unavailable-once':
      return hasFailed ? set : { kind: 'set-then-fault', fault: { kind: 'proxy' } };
    case 'lost-then-blocked':
      return hasFailed
        ? { kind: 'intercepted', fault: { kind: 'firewall' } }
        : { kind: 'set-then-fault', fault: { kind: 'answer-lost' } };
    case 'captive-portal':
      return fault({ kind: 'captive-portal' });
    case 'document-refused':
      return fault({ kind: 'bad-document' });
    case 'denied':
      return { kind: 'denied' };
    case 'errors-without-payload':
      return { kind: 'no-payload' };
    case 'unknown-member':
      return fault({ kind: 'unknown-payload' });
    default:
      return card satisfies never;
  }
}

function fault(fault: Fault): Reaction {
  return { kind: 'fault', fault };
}
