/**
 * The phases of a form. Pure.
 */
import type { PinRequest } from './submission.js';

/** A phase, with its values. */
export type Phase =
  | { readonly kind: 'editing' }
  /** `isRetry` is `true` if an attempt failed, and another one follows. */
  | { readonly kind: 'submitting'; readonly isRetry: boolean }
  /** A submit waits for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  /** The PIN may or may not be set. It is kept, locked, to send the same request again. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /**
   * `last4` is empty if the service did not send four digits. `height`: pixels of the form, which
   * the panel keeps, so that nothing below it moves.
   */
  | { readonly kind: 'set'; readonly last4: string; readonly height: number };

/** Returns whether a submit is in progress. */
export function isBusy({ kind }: Phase): boolean {
  return kind === 'submitting' || kind === 'waiting';
}

/** Returns whether a submit is in progress and its first attempt failed. */
export function isRetrying(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.isRetry;
}
