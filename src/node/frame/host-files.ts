/** The headers in the words of each host. None needs an escape: see what hosts `src/isolated/page/config.ts` takes. Pure. */
import type { Header } from './headers.js';

/** `_headers`, as Netlify and Cloudflare Pages read it in the folder they serve. */
export function headersFile(headers: readonly Header[]): string {
  return ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** For nginx, to be included in the `location` that serves the folder. */
export function nginxHeaders(headers: readonly Header[]): string {
  return [
    '# To be included in the location that serves the folder: a location with an add_header of its own inherits none.',
    // Errors too: a page that says "not found" can be embedded as well as any other.
    ...headers.map(([name, value]) => `add_header ${name} "${value}" always;`),
    '',
  ].join('\n');
}

/** For Caddy, to be imported in the site's block. */
export function caddyHeaders(headers: readonly Header[]): string {
  return ['header {', ...headers.map(([name, value]) => `\t${name} "${value}"`), '}', ''].join(
    '\n',
  );
}

/** `vercel.json`, beside the folder. */
export function vercelJson(headers: readonly Header[], folder: string): string {
  return json({
    outputDirectory: folder,
    headers: [{ source: '/(.*)', headers: keysAndValues(headers) }],
  });
}

/** `firebase.json`, beside the folder. */
export function firebaseJson(headers: readonly Header[], folder: string): string {
  return json({
    hosting: { public: folder, headers: [{ source: '**', headers: keysAndValues(headers) }] },
  });
}

function keysAndValues(headers: readonly Header[]): readonly { key: string; value: string }[] {
  return headers.map(([key, value]) => ({ key, value }));
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
