import { UsageError } from '../command.js';
import { readOptions } from '../options.js';
import { isLoopback } from '../../service/endpoint.js';

/** What to do with a configuration. */
export interface FrameOptions {
  /** The path of `config.json`. */
  readonly config: string;
  /** The folder to write. */
  readonly out: string;
  /** The address of a frame page that is served already: to be looked at, and nothing to be written. */
  readonly check: URL | undefined;
}

const DEFAULT_OUT = 'set-card-pin-frame';

export const HELP = `Usage: set-card-pin-frame [--out DIR] config.json
       set-card-pin-frame --check URL config.json

Makes the frame page of <set-card-pin> ready to be served on an origin of its own: the
folder DIR/public with its files and config.json, and the headers that it needs, as files
for Netlify and Cloudflare Pages, nginx, Caddy, Vercel and Firebase. With --check it looks
at a frame page that is served already, and says what differs.

config.json says who may embed the page, and where it may send a PIN:

  {
    "parents": ["https://cards.example.com"],
    "endpoints": ["https://api.example.com/graphql"]
  }

  --out DIR     where to write, ${DEFAULT_OUT} by default; what is there is overwritten
  --check URL   the frame page's address, as in frame-src; nothing is written
  --help        shows this and ends

It exits with 0 when all is well, with 1 when something is wrong, with 2 when it was called wrongly.
`;

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} when there is one that it doesn't know, or one that is missing or malformed
 */
export function readArguments(args: string[]): FrameOptions | 'help' {
  let config: string | undefined;
  const onPositional = (text: string): void => {
    if (config !== undefined) throw new UsageError(`What is "${text}" for?`);
    config = text;
  };
  const options = readOptions(args, { out: readFolder, check: readAddress }, { onPositional });
  if (options === 'help') return 'help';
  const { out, check } = options;
  if (config === undefined) throw new UsageError('The path of config.json is missing.');
  if (out !== undefined && check) throw new UsageError('--check writes nothing: leave --out away.');
  return { config, out: out ?? DEFAULT_OUT, check };
}

function readFolder(text: string | undefined): string {
  if (text) return text;
  throw new UsageError('--out needs a folder.');
}

function readAddress(value: string | undefined): URL {
  const url = URL.canParse(value ?? '') ? new URL(value ?? '') : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url))) return url;
  throw new UsageError('--check must be an address such as https://pin.example.com/.');
}
