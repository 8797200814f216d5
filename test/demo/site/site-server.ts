/** The built site on loopback, as any static web server serves it. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { SITE } from '../../../tools/site/build-site.js';
import { useSite } from '../../support/site.js';

/** The path that the site was built for. */
export const BASE = process.env['SITE_BASE'] ?? '/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Serves the site for the tests of a suite. Returns its address, once the tests run. */
export function useBuiltSite(): () => string {
  const origin = useSite(async (target) => {
    const { pathname } = new URL(target, 'http://site.invalid');
    if (!pathname.startsWith(BASE)) return undefined;
    const name = decodeURI(pathname.slice(BASE.length));
    const file = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const body = await readFile(join(SITE, file)).catch(() => undefined);
    const type = TYPES[extname(file)];
    return body && { body, headers: type === undefined ? {} : { 'Content-Type': type } };
  });
  return () => `${origin()}${BASE}`;
}
