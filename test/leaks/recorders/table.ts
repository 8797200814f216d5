/**
 * The secrets that each recorder sends if its settings make it record everything without masking.
 * recorders.all.test.ts and recorders.slow.test.ts check each cell.
 */

/** A secret, or a part of one. */
export type Finding =
  /** The PIN outside the request that sends it. */
  | 'PIN'
  /** The PIN in that request. */
  | 'request'
  /** The client token in the headers of that request. */
  | 'header'
  /** The client token in a response of the portal's server. */
  | 'response'
  /** The client token in the attribute. */
  | 'attribute';

/**
 * Starts a recorder in the portal's page.
 *
 * @param server - Address of the server that replaces the vendor's server.
 */
export type Start = (server: string) => {
  /** Settles once it records. Missing if it records from the start. */
  readonly started?: Promise<unknown>;
  /** Sends its buffered data. */
  flush(this: void): void;
};

/** A recorder, and the secrets that it sends. */
export interface Row {
  readonly name: string;
  /** Files in `slow` need packages that only the slow suite installs. */
  readonly file: string;
  /** What its settings record. */
  readonly records: string;
  /** Secrets that it sends about a naive component, which prove that recorder and search work. */
  readonly naive: readonly Finding[];
  /** Secrets that it sends about the element, in both modes. */
  readonly element: readonly Finding[];
  /** True if it doesn't record requests. */
  readonly missesRequests?: true;
}

/**
 * The response to the page's own request for a client token. The element's own secrets are safe:
 * its fields are in a closed root, their events stop at `window`, no script assigns their values,
 * its request uses a `fetch` that no recorder has wrapped, and it removes the attribute before a
 * recorder can observe it. A recorder sees only the address of a frame on a different origin.
 */
const OF_THE_PAGE: readonly Finding[] = ['response'];

export const RECORDERS: readonly Row[] = [
  {
    name: 'rrweb',
    file: 'rrweb.ts',
    records:
      'Doesn’t mask any field, not even password fields. Records canvases, fonts, images and frames from other origins.',
    naive: ['PIN', 'attribute'],
    element: [],
    missesRequests: true,
  },
  {
    name: 'Sentry',
    file: 'slow/sentry.js',
    records:
      'Doesn’t mask any text, field or media in the replay. Records the headers and bodies of all requests and responses, GraphQL variables, the console, and canvas.',
    naive: ['PIN', 'request', 'header', 'response', 'attribute'],
    element: OF_THE_PAGE,
  },
  {
    name: 'PostHog',
    file: 'slow/posthog.js',
    records:
      'Doesn’t mask any field, not even password fields. Records the full headers and bodies of all requests and responses, copied text, the console and canvases.',
    naive: ['PIN', 'request', 'response', 'attribute'],
    element: OF_THE_PAGE,
  },
  {
    name: 'OpenReplay',
    file: 'slow/openreplay.js',
    records:
      'Doesn’t mask any text, number or field. Records frames, and the headers and bodies of all requests and responses.',
    naive: ['PIN', 'request', 'response', 'attribute'],
    element: OF_THE_PAGE,
  },
  {
    name: 'Datadog RUM',
    file: 'slow/datadog.js',
    records:
      'Doesn’t mask any text or field. Records headers, the variables of all GraphQL requests, the names of clicked controls, and canvases.',
    naive: ['PIN', 'request', 'attribute'],
    element: [],
  },
];
