/** nginx in front of a server, if this machine has it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../tools/browsers/free-port.js';
import { writeFiles } from '../../support/builds.js';
import type { RunningServer } from './server.js';

export const NO_NGINX =
  spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error !== undefined && 'there is no nginx';

/**
 * Starts it as one process. It also has the pages `/sorry.html`, `/sorry.json` and `@sorry`.
 *
 * @param directives - For the path `/graphql`.
 */
export async function startNginx(
  upstreams: readonly RunningServer[],
  directives: string,
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-nginx-'));
  const port = await freePort();
  const configuration = `
    daemon off; master_process off; pid pid; error_log stderr notice;
    events {}
    http {
      types { application/json json; text/html html; }
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path temp;`).join(' ')}
      upstream upstreams { ${upstreams.map(({ url }) => `server ${new URL(url).host} max_fails=0;`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        root .;
        location = /graphql {
          proxy_pass http://upstreams;
          proxy_set_header Host $http_host;
          ${directives}
        }
        location @sorry { try_files /sorry.html =404; }
      }
    }`;
  await writeFiles(
    folder,
    new Map([
      ['nginx.conf', configuration],
      ['sorry.html', '<!doctype html><title>Sorry</title>'],
      ['sorry.json', '{"message":"Sorry"}'],
    ]),
  );
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 60_000,
  });
  const ended = once(child, 'exit');
  // It says so once it listens.
  const signal = AbortSignal.timeout(10_000);
  const [printed] = await once(child.stderr.setEncoding('utf8'), 'data', { signal });
  assert.match(String(printed), /using the "\w+" event method/);
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
