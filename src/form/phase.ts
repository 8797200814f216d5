/**
 * The one thing that the element is doing. Pure.
 */
import type { PinRequest } from '../service/submit.js';

/** A phase, with what belongs to it. */
export type Phase =
  | { readonly kind: 'editing' }
  /** `again`: an attempt has failed, and the service gets another one. */
  | { readonly kind: 'submitting'; readonly again: boolean }
  /** A submit waits for a client token. */
  | { readonly kind: 'waiting' }
  /** The PIN may or may not be set: it is kept, locked, for another try of the same request. */
  | { readonly kind: 'unconfirmed'; readonly request: PinRequest }
  /** `last4` is empty where the service did not tell it in four digits. */
  | { readonly kind: 'set'; readonly last4: string };

/** Whether a submit is out. */
export function isBusy({ kind }: Phase): boolean {
  return kind === 'submitting' || kind === 'waiting';
}

/** Whether a submit is out whose first attempt failed. */
export function isAgain(phase: Phase): boolean {
  return phase.kind === 'submitting' && phase.again;
}
