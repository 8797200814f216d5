import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { UsageError } from '../../../src/node/command.js';
import { headersFile, headersJson, nginxHeaders } from '../../../src/node/frame/hosts.js';
import { readArguments } from '../../../src/node/frame/main.js';
import { PROJECT } from '../../../tools/project.js';
import { writeFiles } from '../../support/builds.js';
import { assertNoStack, runCommand, startCommand, type Run } from '../run-command.js';
import { CONFIG, FONT, FONT_CONFIG, PAGE, PREPARED } from './page.js';
import { startStaticHost } from './static-host.js';

let folder: string;
/** The command in its package, which is installed below that folder. */
let command: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frame-'));
  const dist = join(folder, 'package', 'dist');
  await build({
    root: PROJECT,
    logLevel: 'warn',
    mode: 'node',
    build: { outDir: join(dist, 'node') },
  });
  command = join(dist, 'node', 'set-card-pin.js');
  // Otherwise Node would not run the command as a module.
  await writeFile(join(dist, '..', 'package.json'), '{ "type": "module" }');
  await writeFiles(join(dist, 'frame'), new Map(Object.entries(PAGE)));
  await writeFile(join(folder, 'config.json'), JSON.stringify(CONFIG, null, 2));
});

after(() => rm(folder, { recursive: true, force: true }));

function run(...options: string[]): Promise<Run> {
  return runCommand(command, ['frame', ...options], { cwd: folder });
}

async function filesIn(path: string): Promise<Record<string, string>> {
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    files[file.slice(join(folder, path).length + 1)] = await readFile(file, 'utf8');
  }
  return files;
}

const DOCUMENT = String(PREPARED.files.get('index.html'));

/** The line of the output with the hash of the document. */
const HASH_LINE = `index.html: sha384-${createHash('sha384').update(DOCUMENT).digest('base64')}\n`;

describe('set-card-pin frame', () => {
  it('writes the folder to serve and the headers, and prints the hash of the document', async () => {
    const { exitCode, stdout, stderr } = await run('config.json');
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^set-card-pin-frame\/public is ready to be served\./);
    const { headers } = PREPARED;
    assert.deepEqual(await filesIn('set-card-pin-frame'), {
      'headers.json': headersJson(headers),
      'headers.nginx.conf': nginxHeaders(headers),
      'public/_headers': headersFile(headers),
      'public/index.html': DOCUMENT,
      'public/licences.md': PAGE['licences.md'],
    });
    assert.ok(stdout.includes(HASH_LINE), stdout);
  });

  it('writes the fonts too to the folder of --out and overwrites its files', async () => {
    for (const endpoints of [['https://old.example/graphql'], CONFIG.endpoints]) {
      // With a byte order mark, as some editors write it.
      const config = `\ufeff${JSON.stringify({ ...FONT_CONFIG, endpoints })}`;
      await writeFiles(
        join(folder, 'fonts'),
        new Map(Object.entries({ config, 'brand.woff2': FONT })),
      );
      assert.equal((await run('--out', 'a/b', 'fonts/config')).exitCode, 0);
    }
    assert.deepEqual(await readFile(join(folder, 'a/b/public/brand.woff2')), FONT);
    const written = await filesIn('a/b');
    assert.ok(written['public/index.html']?.includes(JSON.stringify(FONT_CONFIG)));
    assert.doesNotMatch(Object.values(written).join('\n'), /old\.example/);
  });

  for (const [name, content, error, out = 'nothing'] of [
    ['an invalid configuration', '{ "parents": ["*"] }', /^config\.json: parents\[0\]: is/],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le'), /^wrong\.json can’t be read: .* utf-8$/m],
    ['a missing configuration', undefined, /^wrong\.json can’t be read: ENOENT/],
    ['a missing font', JSON.stringify(FONT_CONFIG), /^A font of wrong\.json .* ENOENT.*brand\.wof/],
    ['a file as its folder', JSON.stringify(CONFIG), /^config\.json can’t be writ/, 'config.json'],
  ] as const) {
    it(`writes nothing for ${name}, and explains the error`, async () => {
      await rm(join(folder, 'wrong.json'), { force: true });
      if (content !== undefined) await writeFile(join(folder, 'wrong.json'), content);
      const { exitCode, stdout, stderr } = await run('--out', out, 'wrong.json');
      assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' });
      assert.match(stderr, error);
      assertNoStack(stderr);
      await assert.rejects(readdir(join(folder, 'nothing')), /ENOENT/);
    });
  }

  for (const [options, message] of [
    [[], /^The path of config\.json is missing\./],
    [['config.json', '--check', 'http://pin.example.com/'], /^--check must be an address/],
    // The message doesn't quote it.
    [['config.json', '--check', 'https://user:secret@127.0.0.1/'], /^--check must be \D+$/],
    [
      ['config.json', '--check', 'https://pin.example.com/', '--out', 'x'],
      /^--check and --out exclude each other: drop one\./,
    ],
    [['config.json', '--serve', 'x'], /^--serve must be a whole number from 0 to 65535\./],
  ] as const) {
    it(`refuses: ${options.join(' ') || 'no arguments'}`, () => {
      assert.throws(() => readArguments([...options]), { constructor: UsageError, message });
    });
  }
});

describe('set-card-pin frame --check', () => {
  it('prints each difference or that nothing answers, and exits with 1', async () => {
    const out = join(folder, 'checked');
    await run('--out', out, 'config.json');
    const host = await startStaticHost(join(out, 'public'), (path, answer) =>
      path === '/'
        ? { ...answer, body: 'changed', headers: [...answer.headers, ['Set-Cookie', 'a=b']] }
        : answer,
    );
    const { exitCode, stdout, stderr } = await run('--check', host.url, 'config.json');
    await host.close();
    assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' });
    assert.equal(
      stderr,
      `${host.url} is not the file that this command writes.\n` +
        `${host.url} has the header set-cookie, which browsers may act on. Remove it:\n  a=b\n`,
    );
    const closed = await run('--check', host.url, 'config.json');
    assert.equal(closed.exitCode, 1);
    assert.match(closed.stderr, /does not answer: .*ECONNREFUSED/);
    assertNoStack(closed.stderr);
  });
});

describe('set-card-pin frame --serve', () => {
  it('serves the files with their headers, which --check finds correct, and a 404 too', async () => {
    const started = startCommand(command, ['frame', '--serve', '0', 'config.json'], {
      cwd: folder,
    });
    const [url = ''] = /http:\S+\//.exec(await started.printed('Ctrl+C')) ?? [];
    try {
      assert.match(url, /^http:\/\/127\.0\.0\.1:/);
      assert.deepEqual(await run('--check', url, 'config.json'), {
        exitCode: 0,
        stdout: `${url} is served correctly.\n${HASH_LINE}`,
        stderr: '',
      });
      const { status, headers } = await fetch(`${url}missing.html`);
      assert.equal(status, 404);
      for (const [name, value] of PREPARED.headers) assert.equal(headers.get(name), value);
      const { port } = new URL(url);
      const { exitCode, stderr } = await run('--serve', port, 'config.json');
      assert.equal(exitCode, 1);
      assert.equal(stderr, `Port ${port} is in use. Choose another one with --serve PORT.\n`);
    } finally {
      started.process.kill('SIGINT');
    }
    const { exitCode, stdout, stderr } = await started.ended;
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^The frame page is at .* for this machine only\./);
  });
});
