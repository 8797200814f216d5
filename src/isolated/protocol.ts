/**
 * The messages between host and frame page. Each side drops any value that is not one of them. No
 * message holds a digit that the cardholder typed or the number of such digits, and no message is
 * sent for each key.
 */
import type { Words } from '../messages/catalogue.js';
import type { Phase } from '../form/phase.js';
import type { FormSettings } from '../form/settings.js';
import type { Invalid, Outcome } from '../set-pin/outcome.js';
import type { TokenGrant } from '../service/client-tokens.js';
import type { Look } from './look.js';

/**
 * The version of the messages. Increase it with every change to them, including the names of the
 * words, because host and frame page are deployed separately. From version 2 on, a host that is
 * refused greets the frame page once more, with the version before its own, and then sends messages
 * of that version: so a page can be deployed before its frame page.
 */
export const VERSION = 1;

/**
 * The host's first message, sent with `postMessage`. It carries the port for all further messages.
 */
export interface Hello {
  readonly kind: 'set-card-pin';
  readonly version: number;
}

/** A message from the host. */
export type FromHost =
  /**
   * Everything that the form depends on. This is the first message, and is sent again after every
   * change.
   */
  | {
      readonly kind: 'settings';
      readonly settings: FormSettings;
      readonly words: Words;
      readonly look: Look;
    }
  | { readonly kind: 'submit' | 'reset' | 'focus' | 'report' }
  /** The submit waits for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  /** The answer to `obtain` and `renew`. */
  | { readonly kind: 'grant'; readonly grant: TokenGrant };

/** A message from the frame page. */
export type FromFrame =
  /**
   * The reason why it serves no form to this host, in English, for the developer. No message
   * follows through this port, but the frame page answers another greeting.
   */
  | { readonly kind: 'refused'; readonly explanation: string }
  /** The form can be used. */
  | { readonly kind: 'ready' }
  /** The form's height, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  /** Asks to scroll until a part of the form is visible: its edges in the frame, in CSS pixels. */
  | { readonly kind: 'show'; readonly top: number; readonly bottom: number }
  | {
      readonly kind: 'state';
      readonly phase: Phase['kind'];
      readonly hasErrors: boolean;
      readonly problem?: Invalid | undefined;
    }
  | { readonly kind: 'changed'; readonly complete: boolean; readonly valid: boolean }
  | { readonly kind: 'ended'; readonly outcome: Outcome }
  /** The answer to `submit`, sent after `ended`. */
  | { readonly kind: 'submitted'; readonly outcome: Outcome }
  /** Requests a client token. The host answers with a `grant`. */
  | { readonly kind: 'obtain' }
  /** Requests a client token, because the service refused one. */
  | { readonly kind: 'renew'; readonly refused: string; readonly requestId?: string | undefined }
  /** The service refused a token, and the frame page waits for no other. */
  | { readonly kind: 'refuse'; readonly refused: string }
  /** The frame page no longer waits for a client token. */
  | { readonly kind: 'forget' };
