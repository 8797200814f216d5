/** Interface of the recorders. They run in the portal's page, before all other scripts. */

/** A recorder's default settings, or those with which it records everything and masks nothing. */
export type Settings = 'default' | 'laxest';

export interface Recorder {
  /** Settles once it records. Missing if it records from the start. */
  readonly started?: Promise<unknown>;
  /** Sends its buffered data. */
  flush(this: void): void;
}

/**
 * Starts a recorder.
 *
 * @param server - Address of the server that takes the place of its vendor's server.
 */
export type Start = (settings: Settings, server: string) => Recorder;
