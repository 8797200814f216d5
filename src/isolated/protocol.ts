/**
 * The messages between the host page and the frame page, as JSON text. The host posts the greeting
 * to the frame's window, and all other messages go through the port sent with it. No message from
 * the frame page contains typed digits or their number, and none is sent after every keystroke.
 *
 * The two pages are deployed separately, and one frame page may serve many hosts, so each side
 * ignores messages and members that it doesn't know.
 */
import type { Command, Report, SettingsCommand } from '../contract/wire.js';
import type { TokenGrant } from '../service/client-tokens.js';

/**
 * Increase `VERSION` with every change that the other side must know about, except a new text that
 * the frame page has in English (`ADDED` in `page/from-host.ts`).
 */
export const VERSION = 1;

/**
 * The oldest version of the other side that this side works with. Increase `OLDEST` if older
 * versions no longer work, for example because they don't know a new outcome or problem.
 */
export const OLDEST = 1;

/** Returns the reason for rejecting the other side, if its version is too old. */
export function versionMistake(theirs: string, ours: string, version: number): string | undefined {
  return version < OLDEST
    ? `The ${theirs} has message version ${version}, but the ${ours} needs ${OLDEST} or newer. Update the ${theirs}.`
    : undefined;
}

/** The longest message from a host, in characters. Typical settings have about 4,000 characters. */
export const LONGEST = 262_144;

/** The host's first message, which carries the port for all other messages. */
export interface Greeting {
  readonly kind: 'set-card-pin';
  readonly version: number;
}

/** The page's styles that affect the form. */
export interface Look {
  readonly appearance: string;
  /** The value of each custom property. Empty if the page doesn't set the property. */
  readonly theme: Readonly<Record<string, string>>;
  readonly scheme: 'light' | 'dark';
  readonly direction: 'ltr' | 'rtl';
  /** The length of 1rem in CSS pixels, which follows the user's own text size. */
  readonly textSize: number;
}

/**
 * A message from the host: a command, or an update about client tokens. The frame page reads
 * messages with `page/from-host.ts`.
 *
 * `epoch` counts the entries, so it changes with `reset`, and with settings for which
 * `needsNewEntry` is true.
 */
export type FromHost =
  | (SettingsCommand & { readonly look: Look; readonly epoch: number })
  | { readonly kind: 'reset'; readonly epoch: number }
  | Exclude<Command, { kind: 'settings' | 'reset' }>
  /** The submit is waiting for a client token. */
  | { readonly kind: 'waiting'; readonly isFirst: boolean }
  /** Answers `obtain` and `renew`. */
  | { readonly kind: 'grant'; readonly grant: TokenGrant };

/** `epoch` is the last epoch that the frame received. The host trusts the page that it chose. */
export type FromFrame = { readonly epoch: number } & FrameMessage;

export type FrameMessage =
  | Report
  /** Answers the greeting from a host that the frame page serves. */
  | { readonly kind: 'welcome'; readonly version: number }
  /** Explains, in English, why the frame page doesn't serve this host or can't read a message. */
  | { readonly kind: 'refused'; readonly explanation: string }
  /** The form's height, in CSS pixels. */
  | { readonly kind: 'height'; readonly height: number }
  /** Asks the host to scroll a part of the form into view. The part's edges are in CSS pixels. */
  | { readonly kind: 'show'; readonly top: number; readonly bottom: number }
  /** Requests a client token. The host answers with a `grant`. */
  | { readonly kind: 'obtain' }
  /** Requests a client token, because the API rejected the current one. */
  | { readonly kind: 'renew'; readonly refused: string; readonly requestId?: string | undefined }
  /** The API rejected a token, and the frame page doesn't wait for another. */
  | { readonly kind: 'refuse'; readonly refused: string }
  /** The frame page no longer waits for a client token. */
  | { readonly kind: 'forget' };
