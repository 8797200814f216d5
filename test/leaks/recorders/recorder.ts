/** What the recorders have in common. Each runs in the portal's page, before every other script. */

/** As a recorder comes, or with all that it can be asked to record, and nothing masked. */
export type Settings = 'default' | 'laxest';

/**
 * Starts a recorder.
 *
 * @param server - The address that it takes for its maker's.
 * @returns What has it send what it holds.
 */
export type Start = (settings: Settings, server: string) => () => void;
