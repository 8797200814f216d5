/** The interface of the recorders. Each runs in the portal's page, before every other script. */

/** A recorder's own settings, or those with which it records all it can and masks nothing. */
export type Settings = 'default' | 'laxest';

/** A recorder that has been started. */
export interface Recorder {
  /** Settles when it records. Without it, it records from the start. */
  readonly started?: Promise<unknown>;
  /** Sends what it holds back. */
  flush(this: void): void;
}

/**
 * Starts a recorder.
 *
 * @param server - Address of the server in place of its vendor's.
 */
export type Start = (settings: Settings, server: string) => Recorder;
