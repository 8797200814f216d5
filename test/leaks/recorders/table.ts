/**
 * What each recorder gets to know, as it comes and as lax as it can be set, installed before the element: the table that
 * recorders.test.ts holds against them, cell by cell.
 */
import type { Settings } from './recorder.js';
import type { Finding } from './search.js';

/** A recorder, and what may be found in what it sends. */
export interface Row {
  readonly recorder: keyof typeof RECORDERS;
  readonly settings: Settings;
  /** With a naive form in the element's place, which shows that it records, and that we would find it. */
  readonly naive: readonly Finding[];
  readonly inline: readonly Finding[];
  readonly isolated: readonly Finding[];
  readonly because: string;
}

/** By their files, with what is let go in their laxest settings. */
export const RECORDERS = {
  rrweb: {
    title: 'rrweb',
    laxest:
      'No field is masked, not even one for passwords; canvas, fonts, images and frames of other origins.',
  },
  sentry: {
    title: 'Sentry',
    laxest:
      'No text, field or medium is masked in the replay; headers and bodies of every request and answer; GraphQL variables; console; canvas.',
  },
  posthog: {
    title: 'PostHog',
    laxest:
      'No field is masked, not even one for passwords; headers and bodies of every request and answer, nothing taken out; copied text; console; canvas.',
  },
  openreplay: {
    title: 'OpenReplay',
    laxest:
      'No text or field is masked, numbers neither; headers and bodies of every request and answer; frames.',
  },
  datadog: {
    title: 'Datadog RUM',
    laxest:
      'No text or field is masked; headers, and the variables of every GraphQL request; names of whatever is clicked; canvas.',
  },
} as const;

const UNSEEN =
  'The fields stand in a closed root, their events end at `window`, nobody assigns their values, and the request goes by a `fetch` that nobody could wrap. Of a frame of another origin only the address is seen. The attribute is gone before anyone is told of it.';

const ASKED = `${UNSEEN} The token is in the answer of the portal’s server, to a request of the page’s own.`;

export const TABLE: readonly Row[] = [
  {
    recorder: 'rrweb',
    settings: 'default',
    naive: ['PIN', 'length', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'rrweb',
    settings: 'laxest',
    naive: ['PIN', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'sentry',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'sentry',
    settings: 'laxest',
    naive: ['PIN', 'request', 'header', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    because: ASKED,
  },
  {
    recorder: 'posthog',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'posthog',
    settings: 'laxest',
    naive: ['PIN', 'request', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    because: ASKED,
  },
  {
    recorder: 'openreplay',
    settings: 'default',
    naive: ['length', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'openreplay',
    settings: 'laxest',
    naive: ['PIN', 'request', 'answer', 'attribute'],
    inline: ['answer'],
    isolated: ['answer'],
    because: ASKED,
  },
  {
    recorder: 'datadog',
    settings: 'default',
    naive: ['attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
  {
    recorder: 'datadog',
    settings: 'laxest',
    naive: ['PIN', 'request', 'attribute'],
    inline: [],
    isolated: [],
    because: UNSEEN,
  },
];
