/** The media type of each file of the frame page, by its extension. Pure. */
import { posix } from 'node:path';

/** Types to serve a file as, of which the first is ours. Browsers treat all of them the same. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  '.html': ['text/html'],
  '.js': ['text/javascript', 'application/javascript', 'application/x-javascript'],
  '.css': ['text/css'],
};

/** The type of files that the page doesn't load: licences and source maps. */
const OTHER = 'text/plain';

/** A type, and perhaps an encoding. */
const HEADER = /^([^\s;]+)\s*(?:;\s*charset="?([\w-]+)"?\s*)?$/;

/** Returns the header `Content-Type` to serve a file with. */
export function contentType(path: string): string {
  return `${TYPES[posix.extname(path)]?.[0] ?? OTHER}; charset=utf-8`;
}

/** Returns whether a file may be served with this `Content-Type`. */
export function isContentType(path: string, header: string | undefined): boolean {
  const types = TYPES[posix.extname(path)];
  const [, type = '', charset = 'utf-8'] = HEADER.exec(header?.toLowerCase() ?? '') ?? [];
  return types === undefined || (types.includes(type) && charset === 'utf-8');
}
