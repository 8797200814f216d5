import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { integrityOf } from '../../../src/node/frame/frame-files.js';
import { headersFile, headersJson, nginxHeaders } from '../../../src/node/frame/hosts.js';
import { main, readArguments } from '../../../src/node/frame/main.js';
import { buildPart, writeFiles } from '../../support/builds.js';
import { runCommand, startCommand } from '../../support/run-command.js';
import { CONFIG, FONT, FONT_CONFIG, PAGE, PREPARED } from './page.js';

let folder: string;
/** The command in its package, which is installed in that folder. */
let command: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frame-'));
  const dist = join(folder, 'package', 'dist');
  await writeFiles(join(dist, 'node'), await buildPart('node'));
  command = join(dist, 'node', 'set-card-pin.js');
  // Otherwise Node would not run the command as a module.
  await writeFile(join(dist, '..', 'package.json'), '{ "type": "module" }');
  await writeFiles(join(dist, 'frame'), new Map(Object.entries(PAGE)));
  await writeFile(join(folder, 'config.json'), JSON.stringify(CONFIG, null, 2));
});

after(() => rm(folder, { recursive: true, force: true }));

const run = (...options: string[]) => runCommand(command, ['frame', ...options], { cwd: folder });

const { files, headers } = PREPARED;
const DOCUMENT = files.get('index.html')!;
const HASH_LINE = `index.html: ${integrityOf(DOCUMENT)}\n`;

describe('set-card-pin frame', () => {
  it('writes the folder to serve and the headers, and prints the document’s hash', async () => {
    const { exitCode, stdout, stderr } = await run('config.json');
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^set-card-pin-frame\/public is ready to be served\./);
    const written = {
      'headers.json': headersJson(headers),
      'headers.nginx.conf': nginxHeaders(headers),
      public: undefined,
      'public/_headers': headersFile(headers),
      'public/index.html': String(DOCUMENT),
      'public/licences.md': PAGE['licences.md'],
    };
    const out = join(folder, 'set-card-pin-frame');
    assert.deepEqual((await readdir(out, { recursive: true })).sort(), Object.keys(written));
    for (const [name, text] of Object.entries(written))
      if (text !== undefined) assert.equal(await readFile(join(out, name), 'utf8'), text);
    assert.ok(stdout.includes(HASH_LINE), stdout);
  });

  it('writes the fonts to the --out folder too, and overwrites files in that folder', async () => {
    // With a byte order mark, which some editors write.
    const config = `\ufeff${JSON.stringify(FONT_CONFIG)}`;
    const given = new Map(Object.entries({ config, 'brand.woff2': FONT }));
    await writeFiles(join(folder, 'fonts'), given);
    await writeFiles(join(folder, 'a/b/public'), new Map([['index.html', 'old']]));
    assert.equal((await run('--out', 'a/b', 'fonts/config')).exitCode, 0);
    assert.deepEqual(await readFile(join(folder, 'a/b/public/brand.woff2')), FONT);
    const written = await readFile(join(folder, 'a/b/public/index.html'), 'utf8');
    assert.ok(written.includes(JSON.stringify(FONT_CONFIG)));
    const { exitCode, stderr } = await run('--out', 'config.json', 'config.json');
    assert.equal(exitCode, 1);
    assert.match(stderr, /^config\.json can’t be written: .*\n$/);
  });

  it('explains why a configuration can’t be used, and writes nothing', async (context) => {
    const printed = context.mock.method(process.stderr, 'write', () => true);
    const [out, config] = [join(folder, 'nothing'), join(folder, 'wrong.json')];
    for (const [content, error] of [
      ['{ "parents": ["*"] }', /wrong\.json: parents\[0\] is not an origin/],
      [Buffer.from('\ufeff{}', 'utf16le'), /wrong\.json can’t be read: .* utf-8$/m],
      [JSON.stringify(FONT_CONFIG), /^A font listed in .*wrong\.json .* ENOENT.*brand\.wof/],
    ] as const) {
      await writeFile(config, content);
      await main(['--out', out, config]);
      assert.equal(process.exitCode, 1);
      process.exitCode = undefined;
      assert.match(String(printed.mock.calls.pop()?.arguments[0]), error);
    }
    await assert.rejects(readdir(out), /ENOENT/);
  });

  it('rejects wrong arguments', () => {
    for (const [options, message] of [
      [[], /^The path of config\.json is missing\./],
      [['config.json', 'other.json'], /^Unexpected argument: "other\.json"\./],
      [['config.json', '--check', 'http://pin.example.com/'], /^--check must be an address/],
      // The message doesn't quote it.
      [['config.json', '--check', 'https://user:secret@127.0.0.1/'], /^--check must be \D+$/],
      [['config.json', '--check', 'https://a.example/', '--out', 'x'], / can’t be used together/],
      [['config.json', '--serve', 'x'], /^--serve must be a whole number from 0 to 65535\./],
    ] as const)
      assert.throws(() => readArguments([...options]), { constructor: UsageError, message });
  });

  it('serves the files and 404 pages with their headers, which --check compares', async () => {
    const args = ['frame', '--serve', '0', 'config.json'];
    const started = startCommand(command, args, { cwd: folder });
    const [url = ''] = /http:\S+\//.exec(await started.printed('Ctrl+C')) ?? [];
    try {
      assert.match(url, /^http:\/\/127\.0\.0\.1:/);
      const stdout = `${url} is served correctly.\n${HASH_LINE}`;
      const checked = await run('--check', url, 'config.json');
      assert.deepEqual(checked, { exitCode: 0, stdout, stderr: '' });
      const other = await run('--check', url, 'fonts/config');
      assert.deepEqual([other.exitCode, other.stdout], [1, '']);
      assert.match(
        other.stderr,
        /^http:\S+\/brand\.woff2: the status is 404 .*\n.* different fonts:/,
      );
      const missing = await fetch(`${url}missing.html`);
      assert.equal(missing.status, 404);
      for (const [name, value] of headers) assert.equal(missing.headers.get(name), value);
    } finally {
      started.process.kill('SIGINT');
    }
    assert.equal((await started.ended).exitCode, 0);
  });
});
