/** The files of the frame page, as a host must serve them. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { FrameConfig } from '../../isolated/page/config.js';
import { frameHeaders, metaPolicy, type Header } from './headers.js';

/** The folder of the built frame page, next to this command in the package. */
const BUILT = join(import.meta.dirname, '..', 'frame');

/** Each file's content by its path, such as `frame.js`. */
type Files = ReadonlyMap<string, Buffer>;

/** Reads the built frame page. */
export async function builtFiles(): Promise<Files> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(BUILT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(relative(BUILT, file).replaceAll(sep, '/'), await readFile(file));
  }
  return files;
}

/** The frame page for one configuration, as a host must serve it. */
export interface PreparedFrame {
  readonly files: Files;
  /** The headers of every file. */
  readonly headers: readonly Header[];
}

/** The places in the built `index.html` for the configuration and for the script. */
const CONFIG_PLACE = '<script id="config" type="application/json"></script>';
const SCRIPT_PLACE = '<script type="module"></script>';

/** Text that would end a script in HTML, or change where it ends. */
const ENDS_SCRIPT = /<\/script|<!--/i;

/**
 * Puts the script, a configuration and a policy into `index.html`, so that a browser needs one
 * request.
 *
 * @throws if the built files are not those of the frame page
 */
export function prepareFrame(built: Files, config: FrameConfig): PreparedFrame {
  const { 'frame.js': script, 'index.html': document, ...others } = Object.fromEntries(built);
  if (script === undefined || document === undefined || ENDS_SCRIPT.test(String(script)))
    throw new Error('The frame page must have index.html, and frame.js that can be in HTML.');
  const hash = integrityOf(script);
  // No member can end the element: JSON reads `\u003c` as `<`.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const filled = [
    ['{policy}', metaPolicy(config, hash)],
    [CONFIG_PLACE, within(CONFIG_PLACE, json)],
    [SCRIPT_PLACE, within(SCRIPT_PLACE, String(script))],
  ].reduce((html, [place = '', text = '']) => replaceOnce(html, place, text), String(document));
  return {
    files: new Map([...Object.entries(others), ['index.html', Buffer.from(filled)]]),
    headers: frameHeaders(config, hash),
  };
}

/** Returns the hash of a file, as attributes and policies have it. */
export function integrityOf(content: Buffer): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Returns an empty element with a content. */
function within(element: string, content: string): string {
  const end = element.lastIndexOf('</');
  return element.slice(0, end) + content + element.slice(end);
}

function replaceOnce(text: string, place: string, replacement: string): string {
  const [before, after, ...more] = text.split(place);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`index.html of the frame page must contain ${place} once.`);
  return before + replacement + after;
}
