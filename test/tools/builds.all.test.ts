import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { SourceMap, type SourceMapPayload } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { mintClientToken } from '../../src/node/server/client-token-handler.js';
import { integrityOf } from '../../tools/build/integrity.js';
import { writeContent } from '../../tools/pack.js';
import { buildPackage } from '../support/build-package.js';
import { useChromium } from '../support/chromium.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';
import { targetsIn } from '../docs/documentation/links.js';

/**
 * A project in which the package is installed as from the registry. It is inside our
 * `node_modules`, so that it finds Lit.
 */
let consumer: string;
let dist: string;

/** Where links lead to that have no target in the package. */
const REPOSITORY = 'https://git.example.com/set-card-pin';

let elsewhere: string;
let built: string;
let builtAgain: string;

const browser = useChromium();

before(async () => {
  const cache = join(PROJECT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  consumer = await mkdtemp(join(cache, 'consumer-'));
  dist = join(consumer, 'node_modules', 'set-card-pin', 'dist');
  // Two builds in folders with different paths, to compare.
  elsewhere = await mkdtemp(join(tmpdir(), 'set-card-pin-builds-'));
  const builds = ['a', 'another/and/deeper'].map((path) => buildPackage(join(elsewhere, path)));
  [built, builtAgain] = (await Promise.all(builds)) as [string, string];
  await writeContent(join(built, '..'), join(dist, '..'), REPOSITORY);
  // Without its own package.json the folder would belong to our project, and imports of the package
  // would find our `dist`.
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

  it('is one file for both modes, and one for isolated mode, and imports nothing', async () => {
    const files = await readdir(join(dist, 'cdn'));
    assert.deepEqual(
      files.filter((name) => name.endsWith('.js')),
      ['set-card-pin.isolated.js', 'set-card-pin.js'],
    );
    assert.doesNotMatch(code, /\bimport\s*[({'"*]|\bimport\.meta\b|\bexport\s*[{*]|\brequire\(/);
  });

  it('is in strict mode, so that a function of the page can’t read the arguments of its caller', () => {
    assert.match(code, /^\/\*!.*\*\/\n!function\(\)\{"use strict";/);
  });

  it('keeps private names native', () => {
    assert.match(code, /\bthis\.#\w/);
  });

  it("contains neither graphql's parser nor Lit's development build", () => {
    assert.doesNotMatch(code, /Syntax Error|GraphQLError|Lit is in dev mode|process\.env/);
  });

  it('contains no `ClientError`, whose message would have the PIN', () => {
    assert.match(code, /SetPinForPaymentCard/);
    assert.doesNotMatch(code, /GraphQL Error|captureStackTrace/);
  });

  it('has a source map that leads to the source line of a template', async () => {
    const cdn = join(dist, 'cdn');
    const map = new SourceMap(
      JSON.parse(await readFile(join(cdn, 'set-card-pin.js.map'), 'utf8')) as SourceMapPayload,
    );
    const lines = code.split('\n');
    const line = lines.findIndex((text) => text.includes('.set}</strong>'));
    const entry = map.findEntry(line, lines[line]?.indexOf('.set}</strong>') ?? 0);
    assert.ok('originalSource' in entry);
    const { originalSource, originalLine } = entry;
    const source = await readFile(join(PROJECT, 'dist', 'cdn', originalSource), 'utf8');
    assert.equal(source.split('\n')[originalLine]?.trim(), '<strong>${words.set}</strong>');
    assert.equal(map.payload.sourcesContent[map.payload.sources.indexOf(originalSource)], source);
  });

  it('comes with the licences of the packages in it', async () => {
    const licences = await readFile(join(dist, 'cdn', 'third-party-licenses.md'), 'utf8');
    for (const name of ['lit-html', '@lit/reactive-element', 'graphql-request']) {
      assert.ok(licences.includes(`## ${name} `), name);
    }
  });
});

/** Returns the names of all nodes in a page's accessibility tree. */
async function namesIn(page: Page): Promise<string[]> {
  const protocol = await page.context().newCDPSession(page);
  const { nodes } = await protocol.send('Accessibility.getFullAXTree');
  return nodes.map(({ name }) => String(name?.value));
}

describe('a page with the script-tag build', () => {
  /** The strictest policy with which the element works. */
  const POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    "require-trusted-types-for 'script'",
  ].join('; ');

  const ELEMENT = '<script src="/set-card-pin.js"></script>';
  const GERMAN = '<script src="/locales/de.js"></script>';

  /** Script tags of each page, by its path. */
  const TAGS: Readonly<Record<string, string>> = {
    '/classic': ELEMENT,
    '/windows': ELEMENT,
    '/module': '<script type="module" src="/set-card-pin.js"></script>',
    '/language-after': ELEMENT + GERMAN,
    '/language-before': GERMAN + ELEMENT,
    '/language-of-windows': ELEMENT + GERMAN,
    '/joined': '<script src="/joined.js"></script>',
    '/joined-first-of-windows': '<script src="/joined-first.js"></script>',
    '/bundle': '<script src="/bundle.js"></script>',
    '/bundle/isolated': '<script src="/bundle/isolated.js"></script>',
  };

  let server: Server;
  let origin: string;

  before(async () => {
    server = createServer((request, response) => {
      void answer(request.url ?? '/').then(([type, body]) => {
        response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY });
        response.end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(() => server.close());

  async function answer(path: string): Promise<[type: string, body: string]> {
    if (path.startsWith('/bundle') && path.endsWith('.js'))
      return ['text/javascript', await bundle(`set-card-pin${path.slice(7, -3)}`)];
    if (/^.joined.*\.js$/.test(path))
      return ['text/javascript', (await joined()).slice(path === '/joined.js' ? 0 : 1).join('')];
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
    readonly messages: readonly string[];
    readonly requested: readonly string[];
  }> {
    const page = await browser().newPage();
    const messages: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requested.push(request.url());
    });
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    const defined = await page.evaluate(() => document.querySelector(':defined:is(set-card-pin)'));
    const globals = await page.evaluate(() => Object.keys(window));
    await page.close();
    return { defined: defined !== null, globals, messages, requested };
  }

  for (const kind of ['classic', 'module']) {
    it(`loads the element by a ${kind} script, and logs and requests nothing else`, async () => {
      const { defined, messages, requested } = await open(`/${kind}`);
      assert.deepEqual(messages, []);
      assert.deepEqual(requested, [`${origin}/${kind}`, `${origin}/set-card-pin.js`]);
      assert.equal(defined, true);
    });
  }

  /** Builds a portal's bundle that imports the language before the element. */
  async function bundle(element: string): Promise<string> {
    const entry = join(consumer, 'portal.js');
    await writeFile(entry, `import 'set-card-pin/locales/de';\nimport '${element}';\n`);
    const [{ output }] = (await build({
      root: consumer,
      configFile: false,
      logLevel: 'warn',
      build: { write: false, lib: { entry, formats: ['iife'], name: 'portal' } },
    })) as [Rollup.RollupOutput];
    return output[0].code;
  }

  /**
   * Returns our scripts between old ones, to be joined without anything in between. The old ones
   * don't work in strict mode, have no semicolon at their ends, and begin with what would continue
   * an expression.
   */
  async function joined(): Promise<string[]> {
    const old = (name: string): string =>
      `(function () { ${name} = typeof arguments.callee })() // ${name}`;
    const ours = ['set-card-pin.js', 'locales/de.js'];
    const [element, german] = await Promise.all(
      ours.map((path) => readFile(join(dist, 'cdn', path), 'utf8')),
    );
    return [old('before'), element!, old('between'), german!, old('after')];
  }

  it('runs old scripts that are joined to it', async () => {
    const ran = [];
    for (const path of ['/joined', '/joined-first-of-windows'])
      ran.push((await open(path)).globals.filter((name) => /^(before|between|after)$/.test(name)));
    assert.deepEqual(ran, [
      ['before', 'between', 'after'],
      ['between', 'after'],
    ]);
  });

  for (const path of Object.keys(TAGS).filter((path) => /^.(language|joined|bundle)/.test(path))) {
    it(`has the texts of another language at ${path}`, async () => {
      const page = await browser().newPage();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      await page.goto(origin + path);
      await page.evaluate(() => {
        document.documentElement.lang = 'de-AT';
      });
      const names = await namesIn(page);
      assert.deepEqual(faults, []);
      // Without frame-src, isolated mode has only a message.
      const text = path.endsWith('isolated') ? 'Das Formular wurde' : 'Neue PIN bestätigen';
      assert.ok(names.join('; ').includes(text), names.join('; '));
      await page.close();
    });
  }

  it('announces its texts correctly on a page with another encoding', async () => {
    const page = await browser().newPage();
    await page.goto(`${origin}/windows`);
    await page.evaluate(() => {
      const element = document.querySelector('set-card-pin') as HTMLElement;
      element.setAttribute('endpoint', 'https://service.invalid/graphql');
      element.setAttribute('card-id', 'card_1');
      element.focus();
    });
    await page.keyboard.type('4826');
    await page.keyboard.press('Tab');
    await page.keyboard.type('4827');
    await page.keyboard.press('Enter');
    const names = await namesIn(page);
    assert.ok(names.includes('The PINs don’t match. Enter the same PIN again.'), names.join('; '));
    await page.close();
  });

  it('gets no new global variables except those for Lit’s versions', async () => {
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
  it('import only Lit, and React in its own entry', async () => {
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
  it('is the same, byte for byte, in every folder', async () => {
    const files = await contentsOf(built);
    assert.ok(files.has('index.d.ts') && files.has('cdn/set-card-pin.js.map'));
    const again = await contentsOf(builtAgain);
    assert.deepEqual([...again.keys()].sort(), [...files.keys()].sort());
    for (const [path, content] of files) {
      assert.ok(again.get(path)?.equals(content), `${path} differs`);
    }
  });
});

/** Returns the contents of all files below a folder, by their paths. */
async function contentsOf(folder: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) files.set(relative(folder, file), await readFile(file));
  }
  return files;
}

describe('integrity.json', () => {
  let integrity: Readonly<Record<string, string>>;

  before(async () => {
    integrity = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8'));
  });

  it('lists every file to serve, including source maps and licences, but no configuration', async () => {
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
});

describe('the documentation in the package', () => {
  const CARD = 'card_test_accepted';
  const client = useSandbox();
  let portal: Server;
  /** All pages, by their paths. */
  let pages: ReadonlyMap<string, string>;
  /** Samples with a hash: the README's has the element, that of docs/languages.md a language. */
  let samples: readonly string[];

  before(async () => {
    const files = await contentsOf(join(dist, '..'));
    pages = new Map(
      [...files].flatMap(([path, content]) =>
        path.endsWith('.md') ? [[path, content.toString()]] : [],
      ),
    );
    samples = ['README.md', join('docs', 'languages.md')]
      .flatMap((path) => [...pages.get(path)!.matchAll(/```html\b[^\n]*\n(.*?)```/gs)])
      .map(([, sample = '']) => sample)
      .filter((sample) => sample.includes('integrity='));
    portal = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><html lang="es"><title>A portal</title>${samples.join('')}`);
    });
    await listen(portal, 0);
  });
  after(() => stop(portal));

  it('has the hash of the script in each tag', async () => {
    const integrity = JSON.parse(await readFile(join(dist, 'integrity.json'), 'utf8'));
    const tags = [...pages.values()].join('').match(/<script[^>]*\sintegrity=[^>]*>/g) ?? [];
    assert.ok(tags.length > samples.length);
    for (const tag of tags) {
      const [, script, hash = ''] = /\ssrc="[^"]*\.com\/(.*)"\s+integrity="(.*)"/.exec(tag) ?? [];
      assert.equal(hash, integrity[`cdn/${script}`], tag);
    }
  });

  it('has no link to a file that is not in the package', () => {
    const root = join(dist, '..');
    const broken = [...pages].flatMap(([path, page]) =>
      targetsIn(page)
        .filter((target) => !existsSync(join(root, dirname(path), target.replace(/#.*/, ''))))
        .map((target) => `${path}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  /**
   * Opens a page that has only these samples. Their hosts are imitated: one serves the scripts,
   * and the sandbox is the service.
   */
  async function open(): Promise<{ page: Page; messages: string[] }> {
    const page = await browser().newPage();
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    await page.route('https://static.example.com/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      await route.fulfill({
        headers: { 'Access-Control-Allow-Origin': '*' },
        contentType: 'text/javascript',
        body: await readFile(join(dist, 'cdn', path), 'utf8'),
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
      const { url: endpoint, apiKey } = client().sandbox.test;
      await route.fulfill({ json: await mintClientToken(CARD, { endpoint, apiKey }) });
    });
    await page.goto(addressOf(portal));
    return { page, messages };
  }

  it(
    'loads the element and a language from another host, and a PIN can be set',
    { timeout: 60_000 },
    async () => {
      const { page, messages } = await open();
      const set = page.evaluate(
        () => new Promise<void>((done) => addEventListener('pin-set', () => done())),
      );
      await page.evaluate(() => document.querySelector<HTMLElement>('set-card-pin')!.focus());
      for (const key of [...'4826', 'Tab', ...'4826', 'Enter']) await page.keyboard.press(key);
      await set;
      assert.deepEqual(messages, []);
      const names = await namesIn(page);
      assert.match(names.join('\n'), /^Su nuevo PIN se ha guardado\. Para la tarjeta .*\.$/m);
      await page.close();
    },
  );
});
