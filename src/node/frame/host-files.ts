/**
 * Writes the headers in the configuration format of each host. No value needs escaping, because
 * `src/isolated/page/config.ts` accepts only plain host names. Pure.
 */
import type { Header } from './headers.js';

/** Returns `_headers`, which Netlify and Cloudflare Pages read in the folder that they serve. */
export function headersFile(headers: readonly Header[]): string {
  return ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** Returns the file for nginx, to include in the `location` that serves the folder. */
export function nginxHeaders(headers: readonly Header[]): string {
  return [
    '# Include this in the location that serves the folder: a location with its own add_header inherits none.',
    // `always` covers error pages too: a 404 page can be embedded like any other.
    ...headers.map(([name, value]) => `add_header ${name} "${value}" always;`),
    '',
  ].join('\n');
}

/** Returns the file for Apache, to include in the virtual host that serves the folder. */
export function apacheHeaders(headers: readonly Header[]): string {
  return [
    '# Include this in the VirtualHost that serves the folder. It needs mod_headers.',
    // `always` covers error pages too.
    ...headers.map(([name, value]) => `Header always set ${name} "${value}"`),
    '',
  ].join('\n');
}

/** Returns the file for Caddy, to import in the site's block. */
export function caddyHeaders(headers: readonly Header[]): string {
  return ['header {', ...headers.map(([name, value]) => `\t${name} "${value}"`), '}', ''].join(
    '\n',
  );
}

/** Returns `vercel.json`, which belongs next to the folder. */
export function vercelJson(headers: readonly Header[], folder: string): string {
  return json({
    outputDirectory: folder,
    headers: [{ source: '/(.*)', headers: keysAndValues(headers) }],
  });
}

/** Returns `firebase.json`, which belongs next to the folder. */
export function firebaseJson(headers: readonly Header[], folder: string): string {
  return json({
    hosting: { public: folder, headers: [{ source: '**', headers: keysAndValues(headers) }] },
  });
}

/** Headers that CloudFront refuses among its custom headers, because it has members for them. */
const CLOUDFRONT_MEMBERS: Readonly<Record<string, (value: string) => object>> = {
  'Content-Security-Policy': (value) => ({
    ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: value },
  }),
  'Referrer-Policy': (value) => ({ ReferrerPolicy: { Override: true, ReferrerPolicy: value } }),
  'X-Content-Type-Options': () => ({ ContentTypeOptions: { Override: true } }),
};

/** Returns `cloudfront.json`, a response headers policy for the command line of AWS. */
export function cloudfrontJson(headers: readonly Header[]): string {
  const custom = headers.filter(([name]) => !(name in CLOUDFRONT_MEMBERS));
  return json({
    Name: 'set-card-pin-frame',
    SecurityHeadersConfig: Object.assign(
      {},
      ...headers.map(([name, value]) => CLOUDFRONT_MEMBERS[name]?.(value)),
    ) as object,
    CustomHeadersConfig: {
      Quantity: custom.length,
      Items: custom.map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  });
}

function keysAndValues(headers: readonly Header[]): readonly { key: string; value: string }[] {
  return headers.map(([key, value]) => ({ key, value }));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
