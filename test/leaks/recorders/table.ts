/**
 * The secrets that each recorder sends if it is installed before the element, with its default
 * settings and with the laxest ones. recorders.all.test.ts checks each cell.
 */
import type { Finding } from './findings.js';

/** A recorder's default settings, or those with which it records everything and masks nothing. */
export type Settings = 'default' | 'laxest';

/**
 * Starts a recorder in the portal's page, before all other scripts.
 *
 * @param server - Address of the server that takes the place of its vendor's server.
 * @returns A function that sends its buffered data.
 */
export type Start = (settings: Settings, server: string) => () => void;

/** A recorder with its settings, and the secrets that it sends. */
export interface Row {
  readonly recorder: keyof typeof RECORDERS;
  readonly settings: Settings;
  /** Secrets that it sends about a naive component. They prove that recorder and search work. */
  readonly naive: readonly Finding[];
  readonly inline: readonly Finding[];
  readonly isolated: readonly Finding[];
}

/** The recorders, with what their laxest settings record. */
export const RECORDERS = {
  rrweb: {
    name: 'rrweb',
    laxest:
      'Masks no field, not even a password field. Records canvas, fonts, images and frames of other origins.',
  },
  sentry: {
    name: 'Sentry',
    laxest:
      'Masks no text, field or media in the replay. Records headers and bodies of all requests and responses, GraphQL variables, console and canvas.',
  },
} as const;

/**
 * The response to the page's own request for a client token. The element's own secrets are safe:
 * its fields are in a closed root, their events stop at `window`, no script assigns their values,
 * its request uses a `fetch` that no script can wrap, and it removes the attribute before a script
 * can observe it. Of a frame of another origin a recorder sees only the address.
 */
const OF_THE_PAGE: readonly Finding[] = ['answer'];

const row = (
  recorder: Row['recorder'],
  settings: Settings,
  naive: readonly Finding[],
  element: readonly Finding[] = [],
): Row => ({ recorder, settings, naive, inline: element, isolated: element });

export const TABLE: readonly Row[] = [
  row('rrweb', 'default', ['PIN', 'length', 'attribute']),
  row('rrweb', 'laxest', ['PIN', 'attribute']),
  row('sentry', 'default', ['PIN', 'request', 'length', 'attribute']),
  row('sentry', 'laxest', ['PIN', 'request', 'header', 'answer', 'attribute'], OF_THE_PAGE),
];
