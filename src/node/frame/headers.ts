/** The headers that the frame page is served with: each answers an attack, and all come from its configuration. Pure. */
import type { FrameConfig } from '../../isolated/page/config.js';

/** A header's name and value. */
export type Header = readonly [name: string, value: string];

/** What the page does without, whatever it is configured to. */
const ALWAYS: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  // A form goes nowhere; its `submit` event comes all the same.
  "form-action 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

/**
 * The part of the policy that `index.html` carries by itself, for a host that sends no headers. It can't say who may embed
 * the page, which a browser reads from a header alone, and it leaves connections to the header and to the page's own reading
 * of its configuration, as one file serves every configuration.
 */
export const META_POLICY = policy([...ALWAYS, 'connect-src *']);

/** The headers for every file of the frame page. They are the same for each, as hosts merge rules in ways of their own. */
export function frameHeaders({ parents, endpoints }: FrameConfig): readonly Header[] {
  const services = [...new Set(endpoints.map((endpoint) => new URL(endpoint).origin))];
  return [
    [
      'Content-Security-Policy',
      policy([
        ...ALWAYS,
        `connect-src 'self' ${services.join(' ')}`,
        `frame-ancestors ${parents.join(' ')}`,
      ]),
    ],
    // A portal that is cross-origin isolated lets no frame in without these two.
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    // Kept apart from other origins of the same site too, such as the portal's.
    ['Origin-Agent-Cluster', '?1'],
    [
      'Permissions-Policy',
      'camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), geolocation=(), microphone=()',
    ],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    // A cardholder sets a PIN once in years: nothing is gained by keeping files that may be out of date by then.
    ['Cache-Control', 'no-cache'],
  ];
}

function policy(directives: readonly string[]): string {
  return directives.join('; ');
}
