/**
 * Writes the headers in each host's format. No value needs escaping, because
 * `src/isolated/config.ts` accepts only plain host names. Pure.
 */
import type { Header } from './frame-files.js';

/** Returns `_headers`, which Netlify and Cloudflare Pages read from the folder that they serve. */
export function headersFile(headers: readonly Header[]): string {
  return ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** Returns the file for nginx. */
export function nginxHeaders(headers: readonly Header[]): string {
  // `always` covers error pages too, because a 404 page can be embedded like any other.
  return headers.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join('');
}

/** Returns the headers as JSON, for any other host. */
export function headersJson(headers: readonly Header[]): string {
  const list = [{ path: '/*', headers: Object.fromEntries(headers) }];
  return `${JSON.stringify(list, null, 2)}\n`;
}
