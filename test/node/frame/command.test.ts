import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build } from 'vite';
import { readConfig } from '../../../src/isolated/page/config.js';
import { frameHeaders, type Header } from '../../../src/node/frame/headers.js';
import { PROJECT } from '../../../tools/project.js';
import { assertNoStack, runCommand, type Run } from '../run-command.js';
import { readHeadersFile, startStaticHost, type Answer } from './static-host.js';

const CONFIG = {
  parents: ['https://portal.example.com'],
  endpoints: ['https://api.example.com/graphql'],
};

/** A stand-in for the built frame page: the command copies any files. */
const PAGE = {
  'index.html': '<!doctype html><title>The frame page</title>',
  'assets/page.js': 'void 0;\n',
};

/** The folder that commands run in. */
let folder: string;
/** The command in its package, which is installed below that folder. */
let command: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frame-'));
  const dist = join(folder, 'package', 'dist');
  await build({
    root: PROJECT,
    logLevel: 'warn',
    mode: 'command',
    build: { outDir: join(dist, 'command') },
  });
  command = join(dist, 'command', 'set-card-pin-frame.js');
  // Otherwise Node would not run the command as a module.
  await writeFile(join(dist, '..', 'package.json'), '{ "type": "module" }');
  for (const [path, content] of Object.entries(PAGE)) {
    await mkdir(join(dist, 'frame', path, '..'), { recursive: true });
    await writeFile(join(dist, 'frame', path), content);
  }
  await writeFile(join(folder, 'config.json'), JSON.stringify(CONFIG, null, 2));
});

after(() => rm(folder, { recursive: true, force: true }));

function run(...options: string[]): Promise<Run> {
  return runCommand(command, options, { cwd: folder });
}

/** Reads every file below a folder that the command wrote. */
async function filesIn(path: string): Promise<Record<string, string>> {
  const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
  const files: Record<string, string> = {};
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = join(entry.parentPath, entry.name);
    files[file.slice(join(folder, path).length + 1)] = await readFile(file, 'utf8');
  }
  return files;
}

function expectedHeaders(): readonly Header[] {
  const config = readConfig(CONFIG);
  assert.ok(config !== undefined);
  return frameHeaders(config);
}

describe('set-card-pin-frame', () => {
  it('writes the page, the unchanged configuration, and the headers for every host', async () => {
    const { exitCode, stdout, stderr } = await run('config.json');
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^set-card-pin-frame\/public is ready to be served\./);
    const written = await filesIn('set-card-pin-frame');
    assert.deepEqual(Object.keys(written).sort(), [
      'firebase.json',
      'headers.caddy',
      'headers.nginx.conf',
      'public/_headers',
      'public/assets/page.js',
      'public/config.json',
      'public/index.html',
      'vercel.json',
    ]);
    assert.equal(written['public/index.html'], PAGE['index.html']);
    assert.equal(written['public/assets/page.js'], PAGE['assets/page.js']);
    assert.equal(written['public/config.json'], JSON.stringify(CONFIG, null, 2));
    const [rule] = readHeadersFile(written['public/_headers'] ?? '');
    assert.deepEqual(rule?.headers, expectedHeaders());
    const policy = expectedHeaders()[0]?.[1] ?? '';
    for (const path of ['headers.nginx.conf', 'headers.caddy', 'vercel.json', 'firebase.json']) {
      assert.ok(written[path]?.includes(policy), path);
    }
  });

  it('writes to the folder of --out, and overwrites its earlier files', async () => {
    for (const endpoints of [['https://old.example/graphql'], CONFIG.endpoints]) {
      await writeFile(join(folder, 'other.json'), JSON.stringify({ ...CONFIG, endpoints }));
      assert.equal((await run('--out', 'a/b', 'other.json')).exitCode, 0);
    }
    const written = await filesIn('a/b');
    assert.equal(written['public/config.json'], JSON.stringify(CONFIG));
    assert.doesNotMatch(Object.values(written).join('\n'), /old\.example/);
  });

  for (const [name, text, error] of [
    ['an invalid configuration', '{ "parents": ["*"] }', /^config\.json: parents\[0\]: is/],
    ['a configuration that is not JSON', '{ parents: [] }', /^wrong\.json can’t be read: /],
    ['a missing configuration', undefined, /^wrong\.json can’t be read: ENOENT/],
  ] as const) {
    it(`writes nothing for ${name}, and explains the error`, async () => {
      await rm(join(folder, 'wrong.json'), { force: true });
      if (text !== undefined) await writeFile(join(folder, 'wrong.json'), text);
      const { exitCode, stdout, stderr } = await run('--out', 'nothing', 'wrong.json');
      assert.deepEqual({ exitCode, stdout }, { exitCode: 1, stdout: '' });
      assert.match(stderr, error);
      assertNoStack(stderr);
      await assert.rejects(readdir(join(folder, 'nothing')), /ENOENT/);
    });
  }

  for (const [options, error] of [
    [[], /^The path of config\.json is missing\./],
    [['config.json', 'more.json'], /^Unexpected argument: "more\.json"\./],
    [['--parent', 'config.json'], /^Unknown option: --parent\./],
    [['config.json', '--out'], /^--out needs a folder\./],
    [['config.json', '--check'], /^--check must be an address/],
    [['config.json', '--check', 'http://pin.example.com/'], /^--check must be an address/],
    [
      ['config.json', '--check', 'https://pin.example.com/', '--out', 'x'],
      /^--check writes nothing: drop --out\./,
    ],
  ] as const) {
    it(`prints the error and its help after: ${options.join(' ') || 'no arguments'}`, async () => {
      const { exitCode, stdout, stderr } = await run(...options);
      assert.deepEqual({ exitCode, stdout }, { exitCode: 2, stdout: '' });
      assert.match(stderr, error);
      assert.match(stderr, /^Usage: set-card-pin-frame/m);
    });
  }

  it('prints its help with --help', async () => {
    const { exitCode, stdout } = await run('--help');
    assert.equal(exitCode, 0);
    assert.match(stdout, /^Usage: set-card-pin-frame/);
  });
});

describe('set-card-pin-frame --check', () => {
  let out: string;

  before(async () => {
    out = join(folder, 'checked');
    assert.equal((await run('--out', out, 'config.json')).exitCode, 0);
  });

  /** Serves the files that the command wrote, with changed answers, and runs `--check` on them. */
  async function checkServed(
    change: (path: string, answer: Answer) => Answer,
    config = 'config.json',
  ): Promise<Run & { readonly url: string }> {
    const host = await startStaticHost(join(out, 'public'), change);
    try {
      return { ...(await run('--check', host.url, config)), url: host.url };
    } finally {
      await host.close();
    }
  }

  it('finds no difference if the folder is served with its headers', async () => {
    const { exitCode, stdout, stderr, url } = await checkServed((_path, answer) => answer);
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.equal(stdout, `${url} is served correctly.\n`);
  });

  for (const [name, value] of expectedHeaders()) {
    it(`reports a missing ${name}`, async () => {
      const { exitCode, stderr, url } = await checkServed((path, answer) =>
        path === '/config.json'
          ? { ...answer, headers: answer.headers.filter(([each]) => each !== name) }
          : answer,
      );
      assert.equal(exitCode, 1);
      assert.equal(stderr, `${url}config.json lacks the header ${name}. Expected:\n  ${value}\n`);
    });
  }

  it('reports a wrong header', async () => {
    const { exitCode, stderr, url } = await checkServed((path, answer) =>
      path === '/'
        ? { ...answer, headers: [...answer.headers, ['Referrer-Policy', 'origin']] }
        : answer,
    );
    assert.equal(exitCode, 1);
    assert.equal(
      stderr,
      `${url} has the wrong Referrer-Policy:\n  no-referrer, origin\nExpected:\n  no-referrer\n`,
    );
  });

  it('reports a changed file', async () => {
    const { exitCode, stderr, url } = await checkServed((path, answer) =>
      path === '/assets/page.js' ? { ...answer, body: 'void 1;\n' } : answer,
    );
    assert.equal(exitCode, 1);
    assert.equal(stderr, `${url}assets/page.js is not the file that this command writes.\n`);
  });

  it('reports another configuration', async () => {
    const other = { ...CONFIG, endpoints: ['https://api.example.com/v2'] };
    await writeFile(join(folder, 'newer.json'), JSON.stringify(other));
    const { exitCode, stderr, url } = await checkServed((_path, answer) => answer, 'newer.json');
    assert.equal(exitCode, 1);
    assert.equal(stderr, `${url}config.json is not the file that this command writes.\n`);
  });

  it('reports an address that answers with a redirect or an error', async () => {
    const { exitCode, stderr, url } = await checkServed((path, answer) => {
      if (path === '/') return { ...answer, status: 302, headers: [['Location', '/index.html']] };
      return path === '/config.json' ? { ...answer, status: 404 } : answer;
    });
    assert.equal(exitCode, 1);
    assert.deepEqual(stderr.trimEnd().split('\n').sort(), [
      `${url} answers 302 instead of 200.`,
      `${url}config.json answers 404 instead of 200.`,
    ]);
  });

  it('reports that nothing answers', async () => {
    const host = await startStaticHost(join(out, 'public'));
    await host.close();
    const { exitCode, stderr } = await run('--check', host.url, 'config.json');
    assert.equal(exitCode, 1);
    assert.match(stderr, /does not answer: .*ECONNREFUSED/);
    assertNoStack(stderr);
  });
});
