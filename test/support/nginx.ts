/** nginx, if this machine has it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../tools/browsers/free-port.js';
import { writeFiles } from './builds.js';

export const NO_NGINX =
  spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error !== undefined && 'there is no nginx';

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  .map((each) => `${each}_temp_path temp;`)
  .join(' ');

/**
 * Starts nginx as one process, in a folder with files.
 *
 * @param http - The directives in the `http` block.
 * @param server - The directives of its only server.
 */
export async function startNginx(
  files: Readonly<Record<string, string | Buffer>>,
  http: string,
  server: string,
): Promise<{ readonly url: string; stop(this: void): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-nginx-'));
  // If root starts it, nginx reads the files as a different user.
  await chmod(folder, 0o755);
  const port = await freePort();
  const configuration = `
    daemon off; master_process off; pid pid; error_log stderr notice;
    events {}
    http {
      types { application/json json; text/html html; font/woff2 woff2; }
      access_log off;
      ${TEMPORARY}
      ${http}
      server { listen 127.0.0.1:${port}; ${server} }
    }`;
  await writeFiles(folder, new Map(Object.entries({ ...files, 'nginx.conf': configuration })));
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const ended = once(child, 'exit');
  // nginx reports when it is listening.
  const signal = AbortSignal.timeout(10_000);
  const [printed] = await once(child.stderr.setEncoding('utf8'), 'data', { signal });
  assert.match(String(printed), /using the "\w+" event method/);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
