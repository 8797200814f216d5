/**
 * What host and frame page say to each other, and how either tells it from anything else. A message of another shape is dropped.
 * Nothing here is a digit of a PIN, a number of digits, or one message for each key.
 */
import type { Words } from '../messages/catalogue.js';
import type { Phase } from '../form/phase.js';
import type { FormSettings } from '../form/settings.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import type { TokenGrant } from '../service/client-tokens.js';
import type { Look } from './look.js';

/** Grows with every change of what follows, the names of the words among it: host and frame page are put up apart. */
export const VERSION = 1;

/** The host's first word, by `postMessage`; the port for everything after it comes with it. */
export interface Hello {
  readonly kind: 'set-card-pin';
  readonly version: number;
}

/** What the host says. */
export type FromHost =
  /** All that the form depends on; the first message, and again with every change. */
  | {
      readonly kind: 'settings';
      readonly settings: FormSettings;
      readonly words: Words;
      readonly look: Look;
    }
  | { readonly kind: 'submit' | 'reset' | 'focus' | 'report' | 'waiting' }
  /** Answers `obtain` and `renew`. */
  | { readonly kind: 'grant'; readonly grant: TokenGrant };

/** What the frame page says. */
export type FromFrame =
  /** Why it accepts nothing from this host, in English, for the developer; nothing follows. */
  | { readonly kind: 'refused'; readonly explanation: string }
  /** The form can be used. */
  | { readonly kind: 'ready' }
  /** The form's height, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  | {
      readonly kind: 'state';
      readonly phase: Phase['kind'];
      readonly hasErrors: boolean;
      readonly problem?: Invalid | undefined;
    }
  | { readonly kind: 'changed'; readonly complete: boolean; readonly valid: boolean }
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  /** Answers `submit`, after `ended`. */
  | { readonly kind: 'submitted'; readonly outcome: Outcome }
  /** A client token is asked for; {@link FromHost} has the answer, a `grant`. */
  | { readonly kind: 'obtain' }
  /** The same, as the service refused one. */
  | { readonly kind: 'renew'; readonly refused: string; readonly requestId?: string | undefined }
  /** The service refused one, and no other is waited for. */
  | { readonly kind: 'refuse'; readonly refused: string; readonly requestId?: string | undefined }
  /** Nobody waits for a client token any more. */
  | { readonly kind: 'forget' };
