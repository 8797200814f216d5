/** Derives the frame page's headers from its configuration. Pure. */
import type { FrameConfig } from '../../isolated/page/config.js';

/** A header's name and value. */
export type Header = readonly [name: string, value: string];

/** The directives that don't depend on the configuration. */
const ALWAYS: readonly string[] = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  // Blocks native submission only: the `submit` event still fires.
  "form-action 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

/**
 * The policy in the built `index.html`, which is the same for every configuration. The command
 * `set-card-pin frame` replaces it with {@link metaPolicy}.
 */
export const META_POLICY = policy([...ALWAYS, 'connect-src *']);

/**
 * Returns the policy to write into `index.html`, for a host that sends no headers. It can't limit
 * who may embed the page, because browsers read `frame-ancestors` from a header only.
 */
export function metaPolicy(config: FrameConfig): string {
  return policy([...ALWAYS, connections(config)]);
}

/** Returns the headers of every file: one set for all, because hosts merge rules differently. */
export function frameHeaders(config: FrameConfig): readonly Header[] {
  const parents = `frame-ancestors ${config.parents.join(' ')}`;
  return [
    ['Content-Security-Policy', policy([...ALWAYS, connections(config), parents])],
    // A cross-origin isolated portal refuses a frame without these two.
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    // Isolates the page from other origins of the same site too, such as the portal's.
    ['Origin-Agent-Cluster', '?1'],
    [
      'Permissions-Policy',
      'camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), geolocation=(), microphone=()',
    ],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    // A cardholder sets a PIN once in years, so a cached file would be outdated the next time.
    ['Cache-Control', 'no-cache'],
  ];
}

/** Allows connections to the frame page's own files and to the services. */
function connections({ endpoints }: FrameConfig): string {
  const services = new Set(endpoints.map((endpoint) => new URL(endpoint).origin));
  return ["connect-src 'self'", ...services].join(' ');
}

function policy(directives: readonly string[]): string {
  return directives.join('; ');
}
