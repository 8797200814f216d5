/**
 * The secrets that each recorder sends if it is installed before the element, with its default
 * settings and with the laxest ones. recorders.all.test.ts and recorders.slow.test.ts check each
 * cell.
 */
import type { Finding } from './findings.js';

/** A recorder's default settings, or those with which it records everything and masks nothing. */
export type Settings = 'default' | 'laxest';

/**
 * Starts a recorder in the portal's page, before all other scripts.
 *
 * @param server - Address of the server that takes the place of its vendor's server.
 */
export type Start = (settings: Settings, server: string) => Recorder;

export interface Recorder {
  /** Settles once it records. Missing if it records from the start. */
  readonly started?: Promise<unknown>;
  /** Sends its buffered data. */
  flush(this: void): void;
}

/** The suite of tests that tries a recorder: `npm run test:all` or `npm run test:slow`. */
export type Suite = 'all' | 'slow';

/** A recorder with its settings, and the secrets that it sends. */
export interface Row {
  readonly recorder: keyof typeof RECORDERS;
  readonly settings: Settings;
  /** Secrets that it sends about a naive component. They prove that recorder and search work. */
  readonly naive: readonly Finding[];
  readonly inline: readonly Finding[];
  readonly isolated: readonly Finding[];
}

/** The recorders, with what their laxest settings record. The slow suite installs its own. */
export const RECORDERS = {
  rrweb: {
    name: 'rrweb',
    file: 'rrweb.ts',
    suite: 'all',
    laxest:
      'Masks no field, not even a password field. Records canvas, fonts, images and frames of other origins.',
  },
  sentry: {
    name: 'Sentry',
    file: 'sentry.ts',
    suite: 'all',
    laxest:
      'Masks no text, field or media in the replay. Records headers and bodies of all requests and responses, GraphQL variables, console and canvas.',
  },
  posthog: {
    name: 'PostHog',
    file: 'slow/posthog.js',
    suite: 'slow',
    laxest:
      'Masks no field, not even a password field. Records whole headers and bodies of all requests and responses, copied text, console and canvas.',
  },
  openreplay: {
    name: 'OpenReplay',
    file: 'slow/openreplay.js',
    suite: 'slow',
    laxest:
      'Masks no text, number or field. Records headers and bodies of all requests and responses, and frames.',
  },
  datadog: {
    name: 'Datadog RUM',
    file: 'slow/datadog.js',
    suite: 'slow',
    laxest:
      'Masks no text or field. Records headers, the variables of all GraphQL requests, the names of clicked controls, and canvas.',
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
  row('posthog', 'default', ['PIN', 'request', 'length', 'attribute']),
  row('posthog', 'laxest', ['PIN', 'request', 'answer', 'attribute'], OF_THE_PAGE),
  row('openreplay', 'default', ['PIN', 'attribute']),
  row('openreplay', 'laxest', ['PIN', 'request', 'answer', 'attribute'], OF_THE_PAGE),
  row('datadog', 'default', ['PIN', 'attribute']),
  row('datadog', 'laxest', ['PIN', 'request', 'attribute']),
];
