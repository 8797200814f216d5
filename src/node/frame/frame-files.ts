/** The frame page as a host must serve it: its files and their headers. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameConfig } from '../../isolated/config.js';
import { addressOf, createLoopbackServer, listen, stop } from '../loopback-server.js';

/** The folder of the built frame page, next to this command in the package. */
const BUILT = join(import.meta.dirname, '..', 'frame');

/** Each file's content by its name, such as `frame.js`. */
type Files = ReadonlyMap<string, Buffer>;

/** A header's name and value. */
export type Header = readonly [name: string, value: string];

/** The frame page for one configuration. */
export interface PreparedFrame {
  readonly files: Files;
  /** The same headers for every file, because hosts merge rules differently. */
  readonly headers: readonly Header[];
}

/** Browsers load only this file and fonts. Other files are for people and developer tools. */
export const DOCUMENT = 'index.html';

/** The places in the built document for the configuration and for the script. */
const CONFIG_PLACE = '<script id="config" type="application/json"></script>';
const SCRIPT_PLACE = '<script type="module"></script>';

/** Text that would end a script in HTML, or change where it ends. */
const ENDS_SCRIPT = /<\/script|<!--/i;

/** The directives that depend neither on the configuration nor on the script. */
const ALWAYS: readonly string[] = [
  "default-src 'none'",
  "base-uri 'none'",
  // Blocks native submission only. The `submit` event still fires.
  "form-action 'none'",
  "worker-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types set-card-pin',
];

export async function builtFiles(): Promise<Files> {
  return readFiles(BUILT, await readdir(BUILT));
}

export async function readFiles(folder: string, names: readonly string[]): Promise<Files> {
  return new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name))] as const),
    ),
  );
}

/**
 * Puts the script, a configuration and a policy into the document, so that a browser needs one
 * request for the page and one for each font.
 *
 * @param built - The built files and the fonts.
 * @throws if the built files are not those of the frame page
 */
export function prepareFrame(built: Files, config: FrameConfig): PreparedFrame {
  const { 'frame.js': script, [DOCUMENT]: document, ...others } = Object.fromEntries(built);
  if (script === undefined || document === undefined || ENDS_SCRIPT.test(String(script)))
    throw new Error(
      'The frame page must have index.html and a frame.js that can be inlined in HTML.',
    );
  const policy = documentPolicy(config, integrityOf(script));
  // Prevents any member from ending the script element. JSON reads `\u003c` as `<`.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const filled = [
    ['{policy}', policy],
    [CONFIG_PLACE, within(CONFIG_PLACE, json)],
    [SCRIPT_PLACE, within(SCRIPT_PLACE, String(script))],
  ].reduce((html, [place = '', text = '']) => replaceOnce(html, place, text), String(document));
  return {
    files: new Map([...Object.entries(others), [DOCUMENT, Buffer.from(filled)]]),
    headers: frameHeaders(config, policy),
  };
}

/**
 * Returns the policy to write into the document, for a host that doesn't send headers. This
 * policy can't limit who may embed the page: browsers read `frame-ancestors` only from a header.
 *
 * @param script - The hash of the only script that may run.
 */
function documentPolicy({ endpoints, fonts }: FrameConfig, script: string): string {
  const services = new Set(endpoints.map((endpoint) => new URL(endpoint).origin));
  return [
    ...ALWAYS,
    `script-src '${script}'`,
    `connect-src ${[...services].join(' ')}`,
    ...(fonts ? ["font-src 'self'"] : []),
  ].join('; ');
}

function frameHeaders({ parents }: FrameConfig, policy: string): readonly Header[] {
  return [
    ['Content-Security-Policy', `${policy}; frame-ancestors ${parents.join(' ')}`],
    // A cross-origin isolated page can't embed a frame without these two headers.
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Resource-Policy', 'cross-origin'],
    // Isolates the page even from other origins on the same site, such as the host page's.
    ['Origin-Agent-Cluster', '?1'],
    [
      'Permissions-Policy',
      'camera=(), clipboard-read=(), clipboard-write=(), display-capture=(), geolocation=(), microphone=()',
    ],
    ['Referrer-Policy', 'no-referrer'],
    ['X-Content-Type-Options', 'nosniff'],
    // A cached file would be out of date by its next use: a PIN is set once every few years.
    ['Cache-Control', 'no-cache'],
  ];
}

/** Returns a file's hash in the form that attributes and policies use: `sha384-…`. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Inserts content into an empty element's HTML. */
function within(element: string, content: string): string {
  const end = element.lastIndexOf('</');
  return element.slice(0, end) + content + element.slice(end);
}

function replaceOnce(text: string, place: string, replacement: string): string {
  const [before, after, ...more] = text.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The frame page’s index.html must contain ${place} once.`);
  return before + replacement + after;
}

/** Returns the `Content-Type` header to serve a file with. */
export function contentType(name: string): string {
  const font = /\.(woff2?)$/.exec(name);
  return font ? `font/${font[1]}` : `text/${name === DOCUMENT ? 'html' : 'plain'}; charset=utf-8`;
}

/** Serves the frame page to this machine, at the returned address, until `close` is called. */
export async function serveFrame({ files, headers }: PreparedFrame, port: number) {
  const server = createLoopbackServer((_request, response, { pathname }) => {
    const name = pathname.slice(1) || DOCUMENT;
    const content = files.get(name);
    // Every response has the headers, because a 404 page can be embedded like any other.
    response.setHeaders(new Map(headers));
    if (content === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'Content-Type': contentType(name) }).end(content);
  });
  await listen(server, port);
  return { url: `${addressOf(server)}/`, close: () => stop(server) };
}
