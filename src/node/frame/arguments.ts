import { UsageError } from '../command.js';
import { portReader, readOptions, refusePositional } from '../options.js';
import { isLoopback } from '../../service/endpoint.js';

/** The options of `set-card-pin frame`. */
export interface FrameOptions {
  /** The path of `config.json`. */
  readonly config: string;
  readonly task: FrameTask;
}

/** What to do with the frame page. */
export type FrameTask =
  /** Writes it to a folder. */
  | { readonly out: string }
  /** Checks it at the address where it is deployed. */
  | { readonly check: URL }
  /** Serves it on this machine, at a port. */
  | { readonly serve: number };

const DEFAULT_OUT = 'set-card-pin-frame';

export const HELP = `Usage: npx set-card-pin frame [--out DIR] config.json
       npx set-card-pin frame --check URL config.json
       npx set-card-pin frame --serve PORT config.json

Prepares the frame page of <set-card-pin> for an origin of its own. Writes DIR/public with
index.html, in which are the script and the configuration, and the headers that it needs as
files for Netlify and Cloudflare Pages, nginx, Apache, Caddy, CloudFront (also for S3),
Vercel, Firebase and Kubernetes. Prints the hash of index.html. With --check, checks a frame
page that is already served: asks for each file plainly and as browsers do, and prints how
the answers differ from these files and headers.
With --serve, serves the files with their headers on this machine, to try them.

config.json lists the origins that may embed the page, and the addresses that it may send
a PIN to:

  {
    "parents": ["https://cards.example.com"],
    "endpoints": ["https://api.example.com/graphql"]
  }

  --out DIR     the folder to write to: ${DEFAULT_OUT} by default; overwrites files there
  --check URL   the frame page's address, as in frame-src; writes nothing
  --serve PORT  the port to serve at, on loopback only; 0 takes any free port; writes
                nothing
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
  const options = readOptions<{ out: string; check: URL; serve: number }>(
    args,
    { out: readFolder, check: readAddress, serve: portReader('serve') },
    { onPositional },
  );
  if (options === 'help') return 'help';
  const [first, second] = Object.keys(options);
  if (first !== undefined && second !== undefined)
    throw new UsageError(`--${first} and --${second} exclude each other: drop one.`);
  if (config === undefined) throw new UsageError('The path of config.json is missing.');
  const { out = DEFAULT_OUT, check, serve } = options;
  if (check !== undefined) return { config, task: { check } };
  return { config, task: serve === undefined ? { out } : { serve } };
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
