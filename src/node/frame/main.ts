/**
 * `set-card-pin-frame`, the package's command: writes the folder to serve from a configuration, or
 * checks a frame page that is already served.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { callCommand } from '../command.js';
import { readConfig } from '../../isolated/page/config.js';
import { HELP, readArguments } from './arguments.js';
import { check } from './check.js';
import { configMistake } from './config-mistake.js';
import { filesToServe } from './frame-files.js';
import { frameHeaders } from './headers.js';
import { caddyHeaders, firebaseJson, headersFile, nginxHeaders, vercelJson } from './host-files.js';

/** The folder to serve, inside the output folder. */
const PUBLIC = 'public';

await callCommand(HELP, readArguments, async (options) => {
  let text: string;
  let value: unknown;
  try {
    text = await readFile(options.config, 'utf8');
    value = JSON.parse(text);
  } catch (error) {
    return fail(`${options.config} can’t be read: ${(error as Error).message}`);
  }
  const config = readConfig(value);
  if (config === undefined) return fail(configMistake(value));
  const files = await filesToServe(text);
  const headers = frameHeaders(config);

  if (options.check) {
    const problems = await check(options.check, files, headers);
    if (problems.length > 0) return fail(problems.join('\n'));
    process.stdout.write(`${options.check.href} is served correctly.\n`);
    return;
  }

  const written = new Map<string, string | Buffer>([
    ...[...files].map(([path, content]) => [`${PUBLIC}/${path}`, content] as const),
    [`${PUBLIC}/_headers`, headersFile(headers)],
    ['headers.nginx.conf', nginxHeaders(headers)],
    ['headers.caddy', caddyHeaders(headers)],
    ['vercel.json', vercelJson(headers, PUBLIC)],
    ['firebase.json', firebaseJson(headers, PUBLIC)],
  ]);
  for (const [path, content] of written) {
    const file = join(options.out, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  process.stdout.write(
    `${join(options.out, PUBLIC)} is ready to be served. The headers for your host are next to it.\n` +
      'Once it is served, run --check: without its headers the page works, but is less protected.\n',
  );
});

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
