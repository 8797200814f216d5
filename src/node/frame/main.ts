/**
 * `set-card-pin frame`: writes the folder to serve from a configuration, serves it on this machine,
 * or checks a frame page that is already served.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { callCommand, PortError, serve } from '../command.js';
import { addressOf, listen, portFault, stop } from '../loopback-server.js';
import { readConfig } from '../../isolated/page/config.js';
import { HELP, readArguments, type FrameOptions } from './arguments.js';
import { check } from './check.js';
import { configMistake } from './config-mistake.js';
import { builtFiles, integrityOf, prepareFrame } from './frame-files.js';
import { createFrameServer } from './frame-server.js';
import type { Header } from './headers.js';
import {
  apacheHeaders,
  caddyHeaders,
  cloudfrontJson,
  firebaseJson,
  headersFile,
  nginxHeaders,
  vercelJson,
} from './host-files.js';
import { kubernetesJson } from './kubernetes.js';

/** The folder to serve, inside the output folder. */
const PUBLIC = 'public';

/** Runs `set-card-pin frame`. */
export function main(args: string[]): Promise<void> {
  return callCommand(HELP, readArguments, run, args);
}

async function run({ config: path, task }: FrameOptions): Promise<void> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    return fail(`${path} can’t be read: ${(error as Error).message}`);
  }
  const config = readConfig(value);
  if (config === undefined) return fail(configMistake(value));
  const { files, headers } = prepareFrame(await builtFiles(), config);

  if ('check' in task) {
    const problems = await check(task.check, files, headers, config);
    if (problems.length > 0) return fail(problems.join('\n'));
    process.stdout.write(`${task.check.href} is served correctly.\n${hashLine(files)}`);
  } else if ('serve' in task) {
    await serve(() => startServer(files, headers, task.serve), describe);
  } else {
    await write(files, headers, task.out);
  }
}

type Files = ReadonlyMap<string, Buffer>;

async function write(files: Files, headers: readonly Header[], out: string): Promise<void> {
  const written = new Map<string, string | Buffer>([
    ...[...files].map(([path, content]) => [`${PUBLIC}/${path}`, content] as const),
    [`${PUBLIC}/_headers`, headersFile(headers)],
    ['headers.nginx.conf', nginxHeaders(headers)],
    ['headers.apache.conf', apacheHeaders(headers)],
    ['headers.caddy', caddyHeaders(headers)],
    ['cloudfront.json', cloudfrontJson(headers)],
    ['kubernetes.json', kubernetesJson(files, headers)],
    ['vercel.json', vercelJson(headers, PUBLIC)],
    ['firebase.json', firebaseJson(headers, PUBLIC)],
  ]);
  for (const [path, content] of written) {
    const file = join(out, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  process.stdout.write(
    `${join(out, PUBLIC)} is ready to be served. The headers for your host are next to it.\n` +
      hashLine(files) +
      'Once it is served, run --check: without its headers the page works, but is less protected.\n',
  );
}

/** Returns a line with the hash of the document, which differs for each configuration. */
function hashLine(files: Files): string {
  return `index.html: ${integrityOf(files.get('index.html')!)}\n`;
}

interface FrameService {
  readonly url: string;
  close(): Promise<void>;
}

/** @throws {PortError} */
async function startServer(
  files: Files,
  headers: readonly Header[],
  port: number,
): Promise<FrameService> {
  const server = createFrameServer(files, headers);
  try {
    await listen(server, port);
  } catch (error) {
    const fault = portFault(error);
    if (fault === undefined) throw error;
    throw new PortError(`${fault} Choose another port with --serve. 0 takes any free port.`);
  }
  return { url: `${addressOf(server)}/`, close: () => stop(server) };
}

function describe({ url }: FrameService): string {
  return `The frame page is at ${url}, for this machine only. Press Ctrl+C to stop.\n`;
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
