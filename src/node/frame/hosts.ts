/**
 * Writes the headers in the formats of hosts. No value needs escaping, because
 * `src/isolated/config.ts` accepts only plain host names. Pure.
 */
import type { Header } from './frame-files.js';

/** Returns `_headers`, which Netlify and Cloudflare Pages read in the folder that they serve. */
export function headersFile(headers: readonly Header[]): string {
  return ['/*', ...headers.map(([name, value]) => `  ${name}: ${value}`), ''].join('\n');
}

/** Returns the file for nginx. */
export function nginxHeaders(headers: readonly Header[]): string {
  // `always` covers error pages too: a 404 page can be embedded like any other.
  return headers.map(([name, value]) => `add_header ${name} "${value}" always;\n`).join('');
}

/** Returns the list for any other host. */
export function headersJson(headers: readonly Header[]): string {
  const list = [{ path: '/*', headers: Object.fromEntries(headers) }];
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** The longest policies that hosts bear, in characters, and what happens with longer ones. */
const LIMITS: readonly [length: number, effect: string][] = [
  // A line of 2,000, with the header's name.
  [1970, 'Cloudflare Pages silently drops the header: it reads lines of up to 2,000 characters.'],
  // A memory page of 4,096 for all headers, also those that the host adds.
  [3300, 'nginx as a proxy answers 502: raise its proxy_buffer_size, for example to 16k.'],
  // 4,096 for a value with its quotes.
  [4080, 'nginx refuses headers.nginx.conf: after a reload it goes on with its earlier headers.'],
];

/** Returns a warning about hosts for which the policy is too long, or an empty string. */
export function lengthWarning(headers: readonly Header[], parents: number): string {
  const [name, { length }] = headers[0]!;
  const effects = LIMITS.filter(([limit]) => length > limit).map(([, effect]) => `  ${effect}\n`);
  return effects.length === 0
    ? ''
    : `Warning: with ${parents} parents, ${name} has ${length} characters.\n${effects.join('')}` +
        'Divide the parents among several frame pages: one config.json and one address for each.\n';
}
