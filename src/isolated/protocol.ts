/**
 * The messages between host and frame page. The frame page drops any value that is not one of them.
 * No message holds a digit that the cardholder typed or the number of such digits, and no message
 * is sent for each key.
 */
import type { Command, Report } from '../form/wire.js';
import type { TokenGrant } from '../service/client-tokens.js';

/**
 * The version of the messages. Increase it with every change to them, including the names of the
 * words, because host and frame page are deployed separately. A frame page refuses a host of
 * another version, in a message that has had the same form since version 1.
 */
export const VERSION = 4;

/** The host's first message, sent with `postMessage`. It carries the port for all others. */
export interface Hello {
  readonly kind: 'set-card-pin';
  readonly version: number;
}

/** The page's styles that affect the form. */
export interface Look {
  readonly appearance: string;
  /** The value of each custom property; empty if the page sets none. */
  readonly theme: Readonly<Record<string, string>>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  /** The length of 1rem in CSS pixels, which includes the reader's own text size. */
  readonly textSize: number;
}

/**
 * A message from the host: a command, or something about client tokens.
 *
 * `epoch` counts the commands that empty the form: `reset`, and settings for another card or
 * service.
 */
export type FromHost =
  | (Extract<Command, { kind: 'settings' }> & { readonly look: Look; readonly epoch: number })
  | { readonly kind: 'reset'; readonly epoch: number }
  | Exclude<Command, { kind: 'settings' | 'reset' }>
  /** The submit waits for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  /** The answer to `obtain` and `renew`. */
  | { readonly kind: 'grant'; readonly grant: TokenGrant };

/** A message from the frame page, with the last epoch that it has received; 0 if there is none. */
export type FromFrame = { readonly epoch: number } & Told;

/** What the frame page tells the host. */
export type Told =
  | Report
  /**
   * The reason why it serves no form to this host, in English, for the developer. No message
   * follows through this port, but the frame page answers another greeting.
   */
  | { readonly kind: 'refused'; readonly explanation: string }
  /** The form's height, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  /** Asks to scroll until a part of the form is visible: its edges in the frame, in CSS pixels. */
  | { readonly kind: 'show'; readonly top: number; readonly bottom: number }
  /** Requests a client token. The host answers with a `grant`. */
  | { readonly kind: 'obtain' }
  /** Requests a client token, because the service refused one. */
  | { readonly kind: 'renew'; readonly refused: string; readonly requestId?: string | undefined }
  /** The service refused a token, and the frame page waits for no other. */
  | { readonly kind: 'refuse'; readonly refused: string }
  /** The frame page no longer waits for a client token. */
  | { readonly kind: 'forget' };
