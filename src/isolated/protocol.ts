/**
 * The messages between host and frame page. Each is JSON text. The host posts the greeting to the
 * frame's window, and every other message goes through the port that comes with it. No message of
 * the frame page holds a digit that the cardholder typed or the number of such digits, and none is
 * sent for each key.
 *
 * Host and frame page are deployed separately, and one frame page may serve many hosts. So each
 * side ignores messages and members that it doesn't know.
 */
import type { Command, Report, SettingsCommand } from '../contract/wire.js';
import type { TokenGrant } from '../service/client-tokens.js';

/**
 * Increase it with a change of the messages that the other side has to know of. A new sentence is
 * no such change if the frame page has it in English: `ADDED` in `page/from-host.ts`.
 */
export const VERSION = 1;

/**
 * The oldest version of the other side that this one works with. Increase it if an older one can't
 * do without a change: for example with an outcome or a problem that it doesn't know.
 */
export const OLDEST = 1;

/** Returns the reason for refusing the other side, if its version is too old. */
export function versionMistake(theirs: string, ours: string, version: number): string | undefined {
  return version < OLDEST
    ? `The ${theirs} has message version ${version}, but the ${ours} needs ${OLDEST}: update the ${theirs}.`
    : undefined;
}

/** The longest message of a host, in characters. The usual settings have about 4,000. */
export const LONGEST = 262_144;

/** The host's first message. It carries the port for all others. */
export interface Greeting {
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
 * A message from the host: a command, or something about client tokens. The frame page reads it
 * with `page/from-host.ts`.
 *
 * `epoch` counts the entries: it is another one after `reset`, and after settings for which
 * `needsNewEntry` is true.
 */
export type FromHost =
  | (SettingsCommand & { readonly look: Look; readonly epoch: number })
  | { readonly kind: 'reset'; readonly epoch: number }
  | Exclude<Command, { kind: 'settings' | 'reset' }>
  /** The submit waits for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  /** The answer to `obtain` and `renew`. */
  | { readonly kind: 'grant'; readonly grant: TokenGrant };

/** `epoch` is the last one that the frame page received. The host trusts the page that it named. */
export type FromFrame = { readonly epoch: number } & FrameMessage;

/** What the frame page tells the host. */
export type FrameMessage =
  | Report
  /** The answer to the greeting of a host that it serves. */
  | { readonly kind: 'welcome'; readonly version: number }
  /** Why it serves no form to this host or can't read a message, in English, for the developer. */
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
