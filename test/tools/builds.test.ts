import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { SourceMap, type SourceMapPayload } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { mintClientToken } from '../../demo/portal/client-token-minting.js';
import { pagesWithTags } from '../../tools/build/documented-hashes.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { integrityOf } from '../../tools/build/integrity.js';
import { LOCALE_TAGS } from '../../tools/build/locales.js';
import { buildPackage } from '../support/build-package.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';

/** An empty project in which the package is installed as it would be from the registry; below ours, where Lit is found. */
let consumer: string;
let dist: string;

let elsewhere: string;
let built: string;
let builtAgain: string;

before(async () => {
  const cache = join(PROJECT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  consumer = await mkdtemp(join(cache, 'consumer-'));
  dist = join(consumer, 'node_modules', 'set-card-pin', 'dist');
  // What `npm run build` makes of two copies, which have nothing of their paths in common.
  elsewhere = await mkdtemp(join(tmpdir(), 'set-card-pin-builds-'));
  const builds = ['a', 'another/and/deeper'].map((path) => buildPackage(join(elsewhere, path)));
  [built, builtAgain] = (await Promise.all(builds)) as [string, string];
  await cp(built, dist, { recursive: true });
  await copyFile(join(PROJECT, 'package.json'), join(dist, '..', 'package.json'));
  // Without one of its own the compiler would take it for a part of ours, and read our `dist` where there is one.
  await writeFile(join(consumer, 'package.json'), '{}');
});

after(async () => {
  await rm(consumer, { recursive: true, force: true });
  await rm(elsewhere, { recursive: true, force: true });
});

describe('the script-tag build', () => {
  let code: string;

  before(async () => {
    code = await readFile(join(dist, 'cdn', 'set-card-pin.js'), 'utf8');
  });

  it('is one file with everything in it', async () => {
    const files = await readdir(join(dist, 'cdn'));
    assert.deepEqual(
      files.filter((name) => name.endsWith('.js')),
      ['set-card-pin.js'],
    );
    assert.doesNotMatch(code, /\bimport\s*[({'"*]|\bimport\.meta\b|\bexport\s*[{*]|\brequire\(/);
  });

  it('is strict, so that no function of the page sees what its callers were given', () => {
    assert.match(code, /^\uFEFF\/\*!.*\*\/\n"use strict";/);
  });

  it('keeps private names native', () => {
    assert.match(code, /\bthis\.#\w/);
  });

  it("holds neither graphql's parser nor Lit's development build (transport C.29)", () => {
    // The words that each of them would bring along.
    assert.doesNotMatch(code, /Syntax Error|GraphQLError|Lit is in dev mode|process\.env/);
  });

  it('holds no `ClientError`, which would put the PIN into words (transport C.26)', () => {
    assert.match(code, /SetPinForPaymentCard/);
    assert.doesNotMatch(code, /GraphQL Error|captureStackTrace/);
  });

  it('holds the templates without the layout of their source', () => {
    assert.match(code, /<strong id="set">/);
    assert.match(code, /:host\{/);
    assert.doesNotMatch(code, />\n\s*<|;\n\s|\/\*(?!!)/);
  });

  it('leads by its source map to the line of a template, as it was written', async () => {
    const cdn = join(dist, 'cdn');
    const map = new SourceMap(
      JSON.parse(await readFile(join(cdn, 'set-card-pin.js.map'), 'utf8')) as SourceMapPayload,
    );
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('.setNext}'));
    const entry = map.findEntry(line, lines[line]?.indexOf('.setNext}') ?? 0);
    assert.ok('originalSource' in entry);
    const { originalSource, originalLine } = entry;
    const source = await readFile(join(PROJECT, 'dist', 'cdn', originalSource), 'utf8');
    assert.equal(
      source.split('\n')[originalLine]?.trim(),
      '<span class="next">${words.setNext}</span>',
    );
    assert.equal(map.payload.sourcesContent[map.payload.sources.indexOf(originalSource)], source);
  });

  it('passes on the licences of what is in it', async () => {
    const licences = await readFile(join(dist, 'cdn', 'third-party-licenses.md'), 'utf8');
    for (const name of ['lit-html', '@lit/reactive-element', 'graphql-request']) {
      assert.ok(licences.includes(`## ${name} `), name);
    }
  });
});

describe('the builds of further languages', () => {
  it('are those of every catalogue in src/locales', async () => {
    const files = await readdir(join(PROJECT, 'src', 'locales'));
    const scripts = await readdir(join(dist, 'cdn', 'locales'));
    const modules = (await readdir(join(dist, 'locales'))).filter((name) => name.endsWith('.js'));
    const expected = files.map((name) => name.replace(/\.ts$/, '.js'));
    assert.ok(expected.length >= 7, expected.join());
    assert.deepEqual([scripts.sort(), modules.sort()], [expected.sort(), expected.sort()]);
  });
});

/** What assistive technology reads in a page. */
async function namesIn(page: Page): Promise<string[]> {
  const protocol = await page.context().newCDPSession(page);
  const { nodes } = await protocol.send('Accessibility.getFullAXTree');
  return nodes.map(({ name }) => String(name?.value));
}

describe('a page with the script-tag build', () => {
  /** As strict as a page can be and still use the element. */
  const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "require-trusted-types-for 'script'",
  ].join('; ');

  const ELEMENT = '<script src="/set-card-pin.js"></script>';
  const GERMAN = '<script src="/locales/de.js"></script>';

  /** What each of the pages loads. */
  const TAGS: Readonly<Record<string, string>> = {
    '/classic': ELEMENT,
    '/windows': ELEMENT,
    '/module': '<script type="module" src="/set-card-pin.js"></script>',
    '/language-after': ELEMENT + GERMAN,
    '/language-before': GERMAN + ELEMENT,
    '/language-of-windows': ELEMENT + GERMAN,
    '/bundle': '<script src="/bundle.js"></script>',
  };

  let browser: Browser;
  let server: Server;
  let origin: string;

  before(async () => {
    browser = await launchBrowser(await findBrowser());
    server = createServer((request, response) => {
      void answer(request.url ?? '/').then(([type, body]) => {
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
        response.end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    await browser.close();
    server.close();
  });

  async function answer(path: string): Promise<[type: string, body: string]> {
    if (path === '/bundle.js') return ['text/javascript', await bundle()];
    if (path.endsWith('.js'))
      return ['text/javascript', await readFile(join(dist, 'cdn', path), 'utf8')];
    const tag = TAGS[path] ?? '';
    const encoding = path.endsWith('windows') ? 'windows-1252' : 'utf-8';
    const head = `<meta charset="${encoding}"><title>A portal</title><link rel="icon" href="data:,">${tag}`;
    const page = `<!doctype html><html lang="en">${head}<set-card-pin></set-card-pin></html>`;
    return ['text/html', page];
  }

  async function open(path: string): Promise<{
    readonly defined: boolean;
    readonly globals: readonly string[];
    readonly said: readonly string[];
    readonly requested: readonly string[];
  }> {
    const page = await browser.newPage();
    const said: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requested.push(request.url());
    });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const defined = await page.evaluate(() => document.querySelector(':defined:is(set-card-pin)'));
    const globals = await page.evaluate(() => Object.keys(window));
    await page.close();
    return { defined: defined !== null, globals, said, requested };
  }

  for (const kind of ['classic', 'module']) {
    it(`has the element by a ${kind} script, without a word and without another request`, async () => {
      const { defined, said, requested } = await open(`/${kind}`);
      assert.deepEqual(said, []);
      assert.deepEqual(requested, [`${origin}/${kind}`, `${origin}/set-card-pin.js`]);
      assert.equal(defined, true);
    });
  }

  /** What a portal's bundler makes of the package, with the language imported before the element. */
  async function bundle(): Promise<string> {
    const entry = join(consumer, 'portal.js');
    await writeFile(entry, "import 'set-card-pin/locales/de';\nimport 'set-card-pin';\n");
    const [{ output }] = (await build({
      root: consumer,
      configFile: false,
      logLevel: 'warn',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'portal' } },
    })) as [Rollup.RollupOutput];
    return output[0].code;
  }

  for (const path of ['/language-after', '/language-before', '/language-of-windows', '/bundle']) {
    it(`has the words of another language at ${path}`, async () => {
      const page = await browser.newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(origin + path);
      await page.evaluate(() => {
        document.documentElement.lang = 'de-AT';
      });
      const names = await namesIn(page);
      assert.deepEqual(faults, []);
      assert.ok(names.includes('Neue PIN bestätigen'), names.join('; '));
      await page.close();
    });
  }

  it('says its words right on a page of another encoding', async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/windows`);
    await page.evaluate(() => {
      const element = document.querySelector('set-card-pin') as HTMLElement;
      element.setAttribute('endpoint', 'https://service.invalid/graphql');
      element.setAttribute('card-id', 'card_1');
      element.focus();
    });
    await page.keyboard.type('4826');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4827');
    await page.keyboard.press('Enter');
    const names = await namesIn(page);
    assert.ok(names.includes('Those PINs don’t match. Type it again.'), names.join('; '));
    await page.close();
  });

  it('finds no new global variables but those in which Lit keeps its versions', async () => {
    const { globals: without, defined } = await open('/without');
    assert.equal(defined, false);
    const { globals } = await open('/language-after');
    const added = globals.filter((name) => !without.includes(name));
    assert.deepEqual(
      added.filter((name) => !/^(lit|reactive)\w*(Versions|Metadata)$/.test(name)),
      [],
    );
  });
});

describe('the modules', () => {
  it('import Lit and nothing else, but for React in its own entry', async () => {
    const files = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    assert.ok(files.includes('index.js') && files.includes('element.js'), files.join());
    const imported = new Set<string>();
    for (const file of files) {
      const code = await readFile(join(dist, file), 'utf8');
      for (const [, from] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]([^"'`]+)["'`]/g)) {
        const isAllowed = /^lit(\/|$)|^\.\/[\w-]+\.js$/.test(from ?? '');
        assert.ok(isAllowed || (file === 'react.js' && from === 'react'), `${file}: ${from}`);
        imported.add(from ?? '');
      }
      assert.doesNotMatch(code, /Syntax Error|GraphQLError|process\.env/, file);
    }
    assert.ok(imported.has('lit') && imported.has('react'), [...imported].join());
  });
});

describe('a build', () => {
  it('is within the limits of .size-limit.js', async () => {
    const { stdout } = await promisify(execFile)('npx', ['size-limit', '--json'], {
      cwd: join(built, '..'),
      // It fails if a file is over its limit, and says by how much all the same.
    }).catch((error: unknown) => error as { stdout: string });
    const sizes = JSON.parse(stdout) as { name: string; size: number; sizeLimit?: number }[];
    const within = sizes.filter(({ sizeLimit = 0, size }) => size > 0 && size <= sizeLimit);
    assert.deepEqual(
      within.map(({ name }) => name).sort(),
      [
        'dist/cdn/set-card-pin.js',
        ...LOCALE_TAGS.map((tag) => `dist/cdn/locales/${tag}.js`),
        'the frame page',
      ].sort(),
      stdout,
    );
  });

  it('is the same, byte for byte, wherever it is made', async () => {
    const files = await contentsOf(built);
    assert.ok(files.has('index.d.ts') && files.has('cdn/set-card-pin.js.map'));
    const again = await contentsOf(builtAgain);
    assert.deepEqual([...again.keys()].sort(), [...files.keys()].sort());
    for (const [path, content] of files) {
      assert.ok(again.get(path)?.equals(content), `${path} differs`);
    }
  });
});

/** Every file below a folder, by its path. */
async function contentsOf(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, file), await readFile(file));
  }
  return files;
}

describe('the command of the package', () => {
  it('sets up the frame page that was built', async () => {
    const { bin } = JSON.parse(await readFile(join(dist, '..', 'package.json'), 'utf8'));
    const command = join(dist, '..', bin['set-card-pin-frame']);
    const parents = ['https://portal.example.com'];
    const config = JSON.stringify({ parents, endpoints: ['https://api.example.com/graphql'] });
    await writeFile(join(consumer, 'config.json'), config);
    await promisify(execFile)(process.execPath, [command, 'config.json'], { cwd: consumer });

    const written = await contentsOf(join(consumer, 'set-card-pin-frame', 'public'));
    const page = await contentsOf(join(dist, 'frame'));
    assert.ok(page.has('index.html') && page.has('frame.js'), [...page.keys()].join());
    for (const [path, content] of page) assert.ok(written.get(path)?.equals(content), path);
    assert.equal(written.get('config.json')?.toString(), config);
  });
});

describe('integrity.json', () => {
  let integrity: Readonly<Record<string, string>>;

  before(async () => {
    integrity = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8'));
  });

  it('has every file that is served, source maps and licences too, but no configuration', async () => {
    const files = [...(await contentsOf(dist)).keys()];
    const served = files.filter((path) => /^(cdn|frame)\//.test(path));
    assert.deepEqual(Object.keys(integrity), served.sort());
    for (const path of ['cdn/locales/de.js', 'cdn/set-card-pin.js.map', 'frame/index.html']) {
      assert.ok(served.includes(path), path);
    }

    const folder = join(elsewhere, 'set-up');
    await mkdir(join(folder, 'frame'), { recursive: true });
    for (const name of ['config.json', 'page.js']) await writeFile(join(folder, 'frame', name), '');
    assert.deepEqual(Object.keys(await integrityOf(folder)), ['frame/page.js']);
  });

  it('has the very script that the frame page takes', async () => {
    const page = await readFile(join(dist, 'frame', 'index.html'), 'utf8');
    assert.ok(page.includes(`src="frame.js" integrity="${integrity['frame/frame.js']}"`), page);
  });
});

describe('the script tags of the documentation', () => {
  const CARD = 'card_test_accepted';
  const client = useSandbox();
  let browser: Browser;
  let portal: Server;
  /** The first sample of the README, and the tag of a language. */
  let samples: readonly string[];

  before(async () => {
    // The build writes the hashes into its own copy.
    const readme = await readFile(join(PROJECT, 'README.md'), 'utf8');
    samples = [...readme.matchAll(/```html\n(.*?)```/gs)]
      .map(([, sample = '']) => sample)
      .filter((sample) => sample.includes('integrity='));
    browser = await launchBrowser(await findBrowser());
    portal = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><html lang="de"><title>A portal</title>${samples.join('')}`);
    });
    await listen(portal, 0);
  });
  after(async () => {
    await browser.close();
    await stop(portal);
  });

  it('have the hash of what is built, in every page', async () => {
    for (const page of await pagesWithTags(PROJECT)) {
      const [ours, written] = await Promise.all(
        [PROJECT, join(built, '..')].map((folder) => readFile(join(folder, page), 'utf8')),
      );
      assert.equal(ours, written, `${page}: npm run build brings the hashes up to date`);
    }
  });

  /**
   * Opens a page with nothing but the README's samples, whose hosts are there: one for the scripts, the sandbox as the service.
   *
   * @param serve - What the host of the scripts makes of a file.
   */
  async function open(serve: (content: string) => string): Promise<{ page: Page; said: string[] }> {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await page.route('https://static.example.com/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      await route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*' },
        contentType: 'text/javascript',
        body: serve(await readFile(join(dist, 'cdn', path), 'utf8')),
      });
    });
    await page.route('https://api.example.com/graphql', async (route) => {
      const postData = route.request().postData()?.replace('card_123', CARD) ?? '';
      await route.fulfill({
        response: await route.fetch({ url: client().sandbox.test.url, postData }),
      });
    });
    await page.route('**/portal/client-token', async (route) => {
      assert.deepEqual(route.request().postDataJSON(), { cardId: 'card_123' });
      const { url: serviceEndpoint, apiKey } = client().sandbox.test;
      const options = { serviceEndpoint, apiKey, timeLimit: 10_000 };
      await route.fulfill({ json: await mintClientToken(CARD, options) });
    });
    await page.goto(addressOf(portal));
    return { page, said };
  }

  it('bring the element and a language from another host, and a PIN is set', async () => {
    const { page, said } = await open((content) => content);
    const isSet = page.waitForEvent('console', (message) => message.text().includes('is set'));
    await page.evaluate(() => (document.querySelector('set-card-pin') as HTMLElement).focus());
    for (const key of [...'4826', 'Tab', 'Tab', ...'4826', 'Enter']) await page.keyboard.press(key);
    assert.match((await isSet).text(), /^The PIN of the card ending \d{4} is set\.$/);
    assert.equal(said.length, 1, said.join('\n'));
    const names = await namesIn(page);
    assert.match(names.join('\n'), /^Ihre neue PIN für die Karte .* ist festgelegt\.$/m);
    await page.close();
  });

  it('bring nothing that is not what was built', async () => {
    const { page, said } = await open((content) => `${content} `);
    assert.equal(await page.locator('set-card-pin:defined').count(), 0);
    assert.equal(said.filter((text) => text.includes('integrity')).length, samples.length);
    await page.close();
  });
});
