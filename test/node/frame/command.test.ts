import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { UsageError } from '../../../src/node/command.js';
import { integrityOf } from '../../../src/node/frame/frame-files.js';
import { headersFile, headersJson, nginxHeaders } from '../../../src/node/frame/hosts.js';
import { main, readArguments } from '../../../src/node/frame/main.js';
import { writeFiles } from '../../support/builds.js';
import { runCommand, startCommand } from '../../support/run-command.js';
import { CLI } from '../cli.js';
import { CONFIG, FONT, PAGE, PREPARED } from './page.js';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'set-card-pin-frame-'));
  await writeFiles(join(CLI, '../../frame'), new Map(Object.entries(PAGE)));
  // With a byte order mark, which some editors write.
  const config = `\ufeff${JSON.stringify(CONFIG, null, 2)}`;
  const given = { 'config.json': config, 'fontless.json': FONTLESS, 'brand.woff2': FONT };
  await writeFiles(join(folder, 'page'), new Map(Object.entries(given)));
});

after(() => rm(folder, { recursive: true, force: true }));

const run = (...options: string[]) => runCommand(CLI, ['frame', ...options], { cwd: folder });

const FONTLESS = JSON.stringify({ ...CONFIG, fonts: undefined });
const { files, headers } = PREPARED;
const DOCUMENT = files.get('index.html')!;
const HASH_LINE = `index.html: ${integrityOf(DOCUMENT)}\n`;

describe('set-card-pin frame', () => {
  it('writes the folder to serve and the headers, even over older files, and prints the document’s hash', async () => {
    const out = join(folder, 'set-card-pin-frame');
    await writeFiles(out, new Map([['public/index.html', 'old']]));
    const { exitCode, stdout, stderr } = await run('page/config.json');
    assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: '' });
    assert.match(stdout, /^set-card-pin-frame\/public is ready to be served\./);
    const written = {
      'headers.json': headersJson(headers),
      'headers.nginx.conf': nginxHeaders(headers),
      public: undefined,
      'public/_headers': headersFile(headers),
      'public/brand.woff2': FONT,
      'public/index.html': DOCUMENT,
      'public/licences.md': PAGE['licences.md'],
    };
    assert.deepEqual((await readdir(out, { recursive: true })).sort(), Object.keys(written));
    for (const [name, content] of Object.entries(written))
      if (content) assert.deepEqual(await readFile(join(out, name)), Buffer.from(content));
    assert.ok(stdout.includes(HASH_LINE), stdout);
    const blocked = await run('--out', 'page/config.json', 'page/config.json');
    assert.equal(blocked.exitCode, 1);
    assert.match(blocked.stderr, /^page\/config\.json can’t be written: .*\n$/);
  });

  it('explains why a configuration can’t be used, and writes nothing', async (context) => {
    const printed = context.mock.method(process.stderr, 'write', () => true);
    const [out, config] = [join(folder, 'nothing'), join(folder, 'wrong.json')];
    for (const [content, error] of [
      ['{ "parents": ["*"] }', /wrong\.json: parents\[0\] is not an origin/],
      [Buffer.from('\ufeff{}', 'utf16le'), /wrong\.json can’t be read: .* utf-8$/m],
      [JSON.stringify(CONFIG), /^A font listed in .*wrong\.json .* ENOENT.*brand\.wof/],
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
    const args = ['frame', '--serve', '0', 'page/config.json'];
    const started = startCommand(CLI, args, { cwd: folder });
    const [url = ''] = /http:\S+\//.exec(await started.printed('Ctrl+C')) ?? [];
    try {
      assert.match(url, /^http:\/\/127\.0\.0\.1:/);
      const stdout = `${url} is served correctly.\n${HASH_LINE}`;
      const checked = await run('--check', url, 'page/config.json');
      assert.deepEqual(checked, { exitCode: 0, stdout, stderr: '' });
      const other = await run('--check', url, 'page/fontless.json');
      assert.deepEqual([other.exitCode, other.stdout], [1, '']);
      assert.match(other.stderr, /^index\.html has different fonts:/);
      const missing = await fetch(`${url}missing.html`);
      assert.equal(missing.status, 404);
      for (const [name, value] of headers) assert.equal(missing.headers.get(name), value);
    } finally {
      started.process.kill('SIGINT');
    }
    assert.equal((await started.ended).exitCode, 0);
  });
});
