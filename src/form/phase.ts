/**
 * The phases of a form. Pure.
 */
import type { PinRequest } from './submission.js';

/** A phase, with its values. */
export type Phase =
  | { readonly kind: 'editing' }
  /** `isRetry` is `true` if an attempt failed, and another one follows. */
  | ({ readonly kind: 'submitting'; readonly isRetry: boolean } & Sent)
  /** A submit waits for a client token. */
  | ({ readonly kind: 'waiting'; readonly isFirst: boolean } & Sent)
  /** The PIN may or may not be set. It is kept, locked, to send the same request again. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /** `last4` is empty if the service did not send four digits. */
  | { readonly kind: 'set'; readonly last4: string };

/** What is known of a submit in progress. */
interface Sent {
  /** `true` if the PIN may be set by now. */
  readonly mayBeSet: boolean;
}

/** Returns whether a submit is in progress. */
export function isBusy(phase: Phase): phase is Phase & Sent {
  return 'mayBeSet' in phase;
}

/** Returns whether a submit is in progress and retries a failed attempt. */
export function isRetrying(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.isRetry;
}
