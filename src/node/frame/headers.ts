/** Derives the frame page's headers from its configuration. Pure. */
import type { FrameConfig } from '../../isolated/page/config.js';

/** A header's name and value. */
export type Header = readonly [name: string, value: string];

/** The directives that depend neither on the configuration nor on the script. */
const ALWAYS: readonly string[] = [
  "default-src 'none'",
  "base-uri 'none'",
  // Blocks native submission only: the `submit` event still fires.
  "form-action 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html',
];

/**
 * Returns the policy to write into `index.html`, for a host that sends no headers. It can't limit
 * who may embed the page, because browsers read `frame-ancestors` from a header only.
 *
 * @param script - The hash of the only script that may run, such as `sha384-…`.
 */
export function metaPolicy({ endpoints }: FrameConfig, script: string): string {
  const services = new Set(endpoints.map((endpoint) => new URL(endpoint).origin));
  return [...ALWAYS, `script-src '${script}'`, `connect-src ${[...services].join(' ')}`].join('; ');
}

/**
 * Returns the headers of every file: one set for all, because hosts merge rules differently.
 *
 * @param script - The hash of the only script that may run.
 */
export function frameHeaders(config: FrameConfig, script: string): readonly Header[] {
  const parents = `frame-ancestors ${config.parents.join(' ')}`;
  return [
    ['Content-Security-Policy', `${metaPolicy(config, script)}; ${parents}`],
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
