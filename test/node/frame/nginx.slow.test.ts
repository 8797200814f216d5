/** Serves the folder with nginx, if this machine has it, and checks what it answers. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { check } from '../../../src/node/frame/check.js';
import { nginxHeaders } from '../../../src/node/frame/hosts.js';
import { freePort } from '../../../tools/browsers/free-port.js';
import { writeFiles } from '../../support/builds.js';
import { CONFIG, PREPARED } from './page.js';

const { files, headers } = PREPARED;

const INCLUDE = 'include headers.nginx.conf;';

/** Where the file is included: in the block `http`, and in the `location`. */
const PLACES = [
  ['beside the server, as in a container', INCLUDE, ''],
  ['in the location', '', INCLUDE],
] as const;

const isInstalled = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).error === undefined;

const answers = (address: URL): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );

describe('nginx with the file of headers', () => {
  for (const [title, inHttp, inLocation] of isInstalled ? PLACES : []) {
    it(`serves the frame page correctly if it is ${title}`, { timeout: 30_000 }, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-nginx-'));
      // Started by root, nginx reads the files as another user.
      await chmod(folder, 0o755);
      const port = await freePort();
      const configuration = `
        pid pid; error_log stderr;
        events {}
        http {
          types { text/html html; }
          access_log off;
          ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path temp;`).join(' ')}
          ${inHttp}
          server {
            listen 127.0.0.1:${port};
            location / { root public; ${inLocation} }
          }
        }`;
      await writeFiles(
        folder,
        new Map([
          ['nginx.conf', configuration],
          ['headers.nginx.conf', nginxHeaders(headers)],
          ...[...files].map(([name, content]) => [`public/${name}`, String(content)] as const),
        ]),
      );
      const child = spawn(
        'nginx',
        ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      const ended = once(child, 'exit');
      let printed = '';
      child.stderr.on('data', (part) => (printed += part));
      try {
        const address = new URL(`http://127.0.0.1:${port}/`);
        while (!(await answers(address))) assert.equal(child.exitCode, null, printed);
        assert.deepEqual(await check(address, PREPARED, CONFIG.parents[0]!), []);
        // An error page can be embedded like any other.
        const missing = await fetch(new URL('missing', address));
        assert.equal(missing.status, 404);
        assert.equal(missing.headers.get('Content-Security-Policy'), headers[0]?.[1]);
      } finally {
        child.kill();
        await ended;
        await rm(folder, { recursive: true, force: true });
      }
    });
  }

  for (const [length, status] of isInstalled
    ? ([
        [4080, 0],
        [4100, 1],
      ] as const)
    : []) {
    it(`is ${status === 0 ? 'valid' : 'refused'} with a policy of ${length} characters`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-nginx-'));
      const files = new Map([
        ['nginx.conf', `pid pid; error_log stderr; events {} http { ${INCLUDE} }`],
        ['headers.nginx.conf', nginxHeaders([['Content-Security-Policy', 'x'.repeat(length)]])],
      ]);
      await writeFiles(folder, files);
      const tried = spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf')]);
      await rm(folder, { recursive: true, force: true });
      assert.equal(tried.status, status, String(tried.stderr));
    });
  }
});
