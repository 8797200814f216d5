/** What the recorders have in common. Each runs in the portal's page, before every other script. */

/** As a recorder comes, or with all that it can be asked to record, and nothing masked. */
export type Settings = 'default' | 'laxest';

/** One that has been started. */
export interface Recorder {
  /** Settled once it records, where it does not from the start. */
  readonly started?: Promise<unknown>;
  /** Has it send what it holds. */
  flush(this: void): void;
}

/**
 * Starts a recorder.
 *
 * @param server - The address that it takes for its maker's.
 */
export type Start = (settings: Settings, server: string) => Recorder;
