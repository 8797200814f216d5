/** Serves the folder with the web servers that are on this machine, and checks what they answer. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { check } from '../../../src/node/frame/check.js';
import { apacheHeaders, caddyHeaders, nginxHeaders } from '../../../src/node/frame/host-files.js';
import { kubernetesJson } from '../../../src/node/frame/kubernetes.js';
import { freePort } from '../../../tools/browsers/free-port.js';
import { writeFiles } from '../../support/builds.js';
import { readKubernetes } from './kubernetes.js';
import { CONFIG, PREPARED } from './page.js';

const { files, headers } = PREPARED;

interface WebServer {
  readonly program: string;
  /** @param folder - has `public` and the headers' file, `headers` */
  readonly arguments: (folder: string) => readonly string[];
  /** Its configuration, written as `configuration`. */
  readonly configuration: (folder: string, port: number) => string;
  /** Files beside `public`. */
  readonly files: (folder: string, port: number) => ReadonlyMap<string, string>;
}

const APACHE_MODULES = ['mpm_event', 'authz_core', 'dir', 'headers', 'mime'];

/** Nginx, with a server block. */
function nginx(server: WebServer['files']): WebServer {
  return {
    program: 'nginx',
    arguments: (folder) => ['-p', folder, '-c', join(folder, 'configuration'), '-g', 'daemon off;'],
    configuration: (folder) => `
      pid ${folder}/pid; error_log stderr;
      events {}
      http {
        types { text/html html; application/javascript js; text/css css; }
        access_log off;
        ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/temp;`).join(' ')}
        include ${folder}/server;
      }`,
    files: server,
  };
}

const SERVERS: Readonly<Record<string, WebServer>> = {
  nginx: nginx(
    (folder, port) =>
      new Map([
        ['headers', nginxHeaders(headers)],
        [
          'server',
          `server { listen 127.0.0.1:${port}; location / { root ${folder}/public; include ${folder}/headers; } }`,
        ],
      ]),
  ),
  'the container for Kubernetes': nginx((folder, port) => {
    const { mounted } = readKubernetes(kubernetesJson(files, headers));
    const server = mounted
      .get('/etc/nginx/conf.d/default.conf')!
      .replace('listen 8080;', `listen 127.0.0.1:${port};`)
      .replace('root /', `root ${folder}/`);
    return new Map([
      ['server', server],
      ...[...mounted].map(([path, content]) => [path.slice(1), content] as const),
    ]);
  }),
  Apache: {
    program: 'apache2',
    arguments: (folder) => ['-f', join(folder, 'configuration'), '-D', 'FOREGROUND'],
    configuration: (folder, port) => `
      ServerRoot ${folder}
      ServerName localhost
      Listen 127.0.0.1:${port}
      PidFile pid
      ErrorLog log
      LogLevel notice
      DefaultRuntimeDir ${folder}
      ${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
      TypesConfig /dev/null
      AddType text/html .html
      AddType text/javascript .js
      AddType text/css .css
      <VirtualHost *:${port}>
        DocumentRoot ${folder}/public
        <Directory ${folder}/public>
          Require all granted
        </Directory>
        Include ${folder}/headers
      </VirtualHost>`,
    files: () => new Map([['headers', apacheHeaders(headers)]]),
  },
  Caddy: {
    program: 'caddy',
    arguments: (folder) => [
      'run',
      '--adapter',
      'caddyfile',
      '--config',
      join(folder, 'configuration'),
    ],
    configuration: (folder, port) => `{
      admin off
      auto_https off
    }
    http://127.0.0.1:${port} {
      root * ${folder}/public
      import ${folder}/headers
      file_server
    }`,
    files: () => new Map([['headers', caddyHeaders(headers)]]),
  },
};

const isInstalled = ({ program }: WebServer): boolean =>
  spawnSync(program, ['-v'], { stdio: 'ignore' }).error === undefined;

const answers = (address: URL): Promise<boolean> =>
  fetch(address, { method: 'HEAD' }).then(
    () => true,
    () => false,
  );

describe('a web server with the file for it', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-servers-'));
    // Started by root, a server reads the files as another user.
    await chmod(folder, 0o755);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [name, server] of Object.entries(SERVERS)) {
    if (!isInstalled(server)) continue;

    it(`serves the frame page correctly: ${name}`, { timeout: 30_000 }, async () => {
      const own = join(folder, name.replaceAll(' ', '-'));
      const port = await freePort();
      await writeFiles(own, new Map([['configuration', server.configuration(own, port)]]));
      await writeFiles(own, server.files(own, port));
      const contents = [...files].map(([path, content]) => [path, String(content)] as const);
      await writeFiles(join(own, 'public'), new Map(contents));
      const child = spawn(server.program, server.arguments(own), {
        env: { PATH: process.env.PATH, HOME: own },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = once(child, 'exit');
      let printed = '';
      child.stderr.on('data', (part) => (printed += part));
      try {
        const address = new URL(`http://127.0.0.1:${port}/`);
        while (!(await answers(address))) assert.equal(child.exitCode, null, printed);
        assert.deepEqual(await check(address, files, headers, CONFIG), []);
        // An error page can be embedded like any other.
        const missing = await fetch(new URL('missing', address));
        assert.equal(missing.status, 404);
        assert.equal(missing.headers.get('Content-Security-Policy'), headers[0]?.[1]);
      } finally {
        child.kill();
        await ended;
      }
    });
  }
});
