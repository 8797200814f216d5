/**
 * The one thing that a form is doing. Pure.
 */
import type { PinRequest } from '../set-pin/operation.js';

/** A phase, with what belongs to it. */
export type Phase =
  | { readonly kind: 'editing' }
  /** `isRetry`: an attempt failed, and the service gets another one. */
  | { readonly kind: 'submitting'; readonly isRetry: boolean }
  /** A submit waits for a client token. */
  | { readonly kind: 'waiting' }
  /** The PIN may or may not be set. It is kept, locked, to send the same request again. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /** `last4` is empty if the service did not send four digits. */
  | { readonly kind: 'set'; readonly last4: string };

/** Returns whether a submit is out. */
export function isBusy({ kind }: Phase): boolean {
  return kind === 'submitting' || kind === 'waiting';
}

/** Returns whether a submit is out whose first attempt failed. */
export function isRetrying(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.isRetry;
}
