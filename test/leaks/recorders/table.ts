/**
 * The secrets that each recorder sends if it is installed before the element, with its default
 * settings and with the laxest ones. recorders.all.test.ts and recorders.slow.test.ts check each
 * cell.
 */
import type { Settings } from './recorder.js';
import type { Finding } from './findings.js';

/** A recorder with its settings, and the secrets that it sends. */
export interface Row {
  readonly recorder: keyof typeof RECORDERS;
  readonly settings: Settings;
  /** Secrets that it sends about a naive form. They prove that recorder and search work. */
  readonly naive: readonly Finding[];
  readonly inline: readonly Finding[];
  readonly isolated: readonly Finding[];
  readonly reason: string;
}

/** The suite of tests that tries a recorder: `npm run test:all` or `npm run test:slow`. */
export type Suite = 'all' | 'slow';

/** The recorders by their files, with their suites, and what their laxest settings record. */
export const RECORDERS = {
  rrweb: {
    name: 'rrweb',
    suite: 'all',
    laxest:
      'Masks no field, not even a password field. Records canvas, fonts, images and frames of other origins.',
  },
  sentry: {
    name: 'Sentry',
    suite: 'all',
    laxest:
      'Masks no text, field or media in the replay. Records headers and bodies of all requests and responses, GraphQL variables, console and canvas.',
  },
  posthog: {
    name: 'PostHog',
    suite: 'slow',
    laxest:
      'Masks no field, not even a password field. Records whole headers and bodies of all requests and responses, copied text, console and canvas.',
  },
  openreplay: {
    name: 'OpenReplay',
    suite: 'slow',
    laxest:
      'Masks no text, number or field. Records headers and bodies of all requests and responses, and frames.',
  },
  datadog: {
    name: 'Datadog RUM',
    suite: 'slow',
    laxest:
      'Masks no text or field. Records headers, the variables of all GraphQL requests, the names of clicked controls, and canvas.',
  },
} as const;

const PROTECTED =
  'The fields are in a closed root, their events stop at `window`, no script assigns their values, and the request uses a `fetch` that no script can wrap. A recorder sees only the address of a frame of another origin. The element removes the attribute before a script can observe it.';

const FETCHED = `${PROTECTED} The client token is in the response to the page’s own request to the portal’s server.`;

export const TABLE: readonly Row[] = [
  {
    recorder: 'rrweb',
    settings: 'default',
    naive: ['PIN', 'length', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'rrweb',
    settings: 'laxest',
    naive: ['PIN', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'sentry',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'sentry',
    settings: 'laxest',
    naive: ['PIN', 'request', 'header', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    reason: FETCHED,
  },
  {
    recorder: 'posthog',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'posthog',
    settings: 'laxest',
    naive: ['PIN', 'request', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    reason: FETCHED,
  },
  {
    recorder: 'openreplay',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'openreplay',
    settings: 'laxest',
    naive: ['PIN', 'request', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    reason: FETCHED,
  },
  {
    recorder: 'datadog',
    settings: 'default',
    naive: ['attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
  {
    recorder: 'datadog',
    settings: 'laxest',
    naive: ['PIN', 'request', 'attribute'],
    inline: [],
    isolated: [],
    reason: PROTECTED,
  },
];
