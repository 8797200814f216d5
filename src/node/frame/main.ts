/**
 * `set-card-pin frame`: writes the frame page for a configuration, serves it on this machine, or
 * checks one that is already served.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  callCommand,
  CommandError,
  portReader,
  readOptions,
  serve,
  UsageError,
} from '../command.js';
import { isEndpoint, isParent, readConfig } from '../../isolated/config.js';
import { readAddress } from '../../address.js';
import { check } from './check.js';
import { isFont } from './fonts.js';
import {
  builtFiles,
  DOCUMENT,
  integrityOf,
  prepareFrame,
  readFiles,
  serveFrame,
  type PreparedFrame,
} from './frame-files.js';
import { headersFile, headersJson, nginxHeaders } from './hosts.js';

/** The command's options, with at most one of `out`, `check` and `serve`. */
interface FrameOptions {
  /** The path of `config.json`. */
  readonly config: string;
  /** The folder to write to. */
  readonly out?: string;
  /** The address of a frame page to check. */
  readonly check?: URL;
  /** The port to serve on. */
  readonly serve?: number;
}

const DEFAULT_OUT = 'set-card-pin-frame';

export const HELP = `Usage: npx set-card-pin frame [--out DIR] config.json
       npx set-card-pin frame --check URL config.json
       npx set-card-pin frame --serve PORT config.json

Prepares the <set-card-pin> frame page, which needs its own origin. Writes the page to
DIR/public/index.html, with the script and the configuration inlined. Writes the headers that it
needs to DIR/public/_headers for Netlify and Cloudflare Pages, to DIR/headers.nginx.conf for
nginx, and to DIR/headers.json for any other host. Prints the hash of index.html.
With --check, requests a live frame page as a browser does, and prints every difference from
these files and headers.
With --serve, serves the files with their headers on this machine, so that you can try them.

config.json lists the origins that may embed the page, and the addresses that it may send
a PIN to:

  {
    "parents": ["https://cards.example.com"],
    "endpoints": ["https://api.example.com/graphql"]
  }

It may also list font files in its own folder, for all text except the digits. The files are
copied:

    "fonts": [{ "family": "Brand Sans", "file": "brand-sans.woff2", "weight": "400 700" }]

  --out DIR     the folder to write to: ${DEFAULT_OUT} by default; overwrites files there
  --check URL   the frame page's address, as in frame-src; writes nothing
  --serve PORT  the port to serve on, on loopback only; 0 uses any free port; writes
                nothing
  --help        prints this help

Exit codes: 0 if there is no problem, 1 if there is one, 2 after a usage error.
`;

/** The lists in `config.json`, each with the check and the error text for its entries. */
const LISTS = [
  [
    'parents',
    isParent,
    'is not an origin as a browser writes it, such as https://cards.example.com or, in an app, capacitor://localhost (http: on a loopback host only; no path, no wildcard).',
  ],
  [
    'endpoints',
    isEndpoint,
    'is not an address such as https://api.example.com/graphql (http: on a loopback host only; no user name, no wildcard).',
  ],
  [
    'fonts',
    isFont,
    'is not a font such as { "family": "Brand Sans", "file": "brand-sans.woff2", "weight": "400 700" } (family: letters, digits, spaces, - and _, a letter first; file: a .woff2 or .woff file next to config.json, with only letters, digits, -, _ and single dots in its name; weight: one or two numbers, or omitted).',
  ],
] as const;

export function main(args: string[]): Promise<void> {
  return callCommand(HELP, readArguments, run, args, '--serve PORT');
}

/**
 * Reads the command's arguments.
 *
 * @throws {UsageError} if one is unknown, missing or malformed
 */
export function readArguments(args: string[]): FrameOptions | 'help' {
  let config: string | undefined;
  const onPositional = (text: string): void => {
    if (config !== undefined) throw new UsageError(`Unexpected argument: "${text}".`);
    config = text;
  };
  const readers = { out: String, check: readCheck, serve: portReader('serve') };
  const options = readOptions(args, readers, { onPositional });
  if (options === 'help') return 'help';
  const [first, second] = Object.keys(options);
  if (first !== undefined && second !== undefined)
    throw new UsageError(`--${first} and --${second} can’t be used together. Drop one.`);
  if (config === undefined) throw new UsageError('The path of config.json is missing.');
  return { config, ...options };
}

function readCheck(value: string): URL {
  const url = readAddress(value);
  if (url !== undefined) return url;
  throw new UsageError(
    '--check must be an address such as https://pin.example.com/, without a user name.',
  );
}

async function run(options: FrameOptions): Promise<void> {
  const { config: path, out = DEFAULT_OUT, check: address, serve: port } = options;
  const value = await explained(`${path} can’t be read`, readJson(path));
  const mistake = configMistake(value, path);
  if (mistake !== undefined) throw new CommandError(mistake);
  const config = readConfig(value)!;
  const names = (config.fonts ?? []).map(({ file }) => file);
  const fonts = await explained(
    `A font listed in ${path} can’t be read`,
    readFiles(dirname(path), names),
  );
  const frame = prepareFrame(new Map([...(await builtFiles()), ...fonts]), config);
  // The hash differs for each configuration.
  const hash = `${DOCUMENT}: ${integrityOf(frame.files.get(DOCUMENT)!)}\n`;

  if (address !== undefined) {
    const problems = await check(address, frame);
    if (problems.length > 0) throw new CommandError(problems.join('\n'));
    process.stdout.write(`${address.href} is served correctly.\n${hash}`);
  } else if (port !== undefined) {
    await serve(
      () => serveFrame(frame, port),
      ({ url }) => `The frame page is at ${url}, for this machine only. Press Ctrl+C to stop.\n`,
    );
  } else {
    const folder = await explained(`${out} can’t be written`, write(frame, out));
    process.stdout.write(
      `${folder} is ready to be served. The headers for your host are next to it.\n${hash}` +
        'Once it is served, run --check, because without its headers the page works but is less protected.\n',
    );
  }
}

async function readJson(path: string): Promise<unknown> {
  // Drops a byte order mark and rejects UTF-16, because some editors and shells write them.
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path)));
}

/** Awaits a step. If the step fails, the error begins with `failure`. */
function explained<T>(failure: string, step: Promise<T>): Promise<T> {
  return step.catch((error: Error) => {
    throw new CommandError(`${failure}: ${error.message}`);
  });
}

/** Returns the first mistake in a configuration file's value, if there is one. */
export function configMistake(value: unknown, file: string): string | undefined {
  if (typeof value !== 'object' || value === null)
    return `${file} is not an object with parents and endpoints.`;
  const unknown = Object.keys(value).find((name) => !LISTS.some(([known]) => known === name));
  if (unknown !== undefined) return `${file} has an unknown member: ${unknown}.`;
  const [first] = LISTS.flatMap(([name, isValid, wrong]) => {
    const list = (value as Record<string, unknown>)[name];
    if (name === 'fonts' && list === undefined) return [];
    if (!Array.isArray(list) || list.length === 0)
      return `${file}: ${name} is not a list with at least one entry.`;
    const index = list.findIndex((each) => !isValid(each));
    return index < 0 ? [] : `${file}: ${name}[${index}] ${wrong}`;
  });
  return first;
}

/** Writes the frame page and its headers. Returns the folder to serve. */
async function write({ files, headers }: PreparedFrame, out: string): Promise<string> {
  const folder = join(out, 'public');
  await mkdir(folder, { recursive: true });
  const written = [
    ...[...files].map(([name, content]) => [join(folder, name), content] as const),
    [join(folder, '_headers'), headersFile(headers)],
    [join(out, 'headers.nginx.conf'), nginxHeaders(headers)],
    [join(out, 'headers.json'), headersJson(headers)],
  ] as const;
  for (const [path, content] of written) await writeFile(path, content);
  return folder;
}
