import { UsageError } from '../command.js';
import { readOptions, refusePositional } from '../options.js';
import { isLoopback } from '../../service/endpoint.js';

/** The options of `set-card-pin-frame`. */
export interface FrameOptions {
  /** The path of `config.json`. */
  readonly config: string;
  /** The folder to write to. */
  readonly out: string;
  /** The address of a deployed frame page to check instead of writing files. */
  readonly check: URL | undefined;
}

const DEFAULT_OUT = 'set-card-pin-frame';

export const HELP = `Usage: set-card-pin-frame [--out DIR] config.json
       set-card-pin-frame --check URL config.json

Prepares the frame page of <set-card-pin> for an origin of its own. Writes its files and
config.json to DIR/public, and the headers that it needs as files for Netlify and
Cloudflare Pages, nginx, Caddy, Vercel and Firebase. With --check, checks a frame page
that is already served: prints how it differs from these files and headers.

config.json lists the origins that may embed the page, and the addresses that it may send
a PIN to:

  {
    "parents": ["https://cards.example.com"],
    "endpoints": ["https://api.example.com/graphql"]
  }

  --out DIR     the folder to write to: ${DEFAULT_OUT} by default; overwrites files there
  --check URL   the frame page's address, as in frame-src; writes nothing
  --help        prints this help

Exit codes: 0 if there is no problem, 1 if there is one, 2 after a usage error.
`;

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} if one is unknown, missing or malformed
 */
export function readArguments(args: string[]): FrameOptions | 'help' {
  let config: string | undefined;
  const onPositional = (text: string): void => {
    if (config !== undefined) refusePositional(text);
    config = text;
  };
  const options = readOptions(args, { out: readFolder, check: readAddress }, { onPositional });
  if (options === 'help') return 'help';
  const { out, check } = options;
  if (config === undefined) throw new UsageError('The path of config.json is missing.');
  if (out !== undefined && check) throw new UsageError('--check writes nothing: drop --out.');
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
