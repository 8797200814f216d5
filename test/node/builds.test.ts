import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { SourceMap, type SourceMapPayload } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { findBrowser } from '../../tools/find-browser.js';
import { launchBrowser } from '../../tools/launch-browser.js';
import { LOCALES } from '../../tools/locales.js';
import { LOCALE_LIMIT, SCRIPT_LIMIT, sizeOf } from '../../tools/size.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** An empty project in which the package is installed as it would be from the registry; below ours, where Lit is found. */
let consumer: string;
let dist: string;

before(async () => {
  const cache = join(PROJECT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  consumer = await mkdtemp(join(cache, 'consumer-'));
  dist = join(consumer, 'node_modules', 'set-card-pin', 'dist');
  await mkdir(dist, { recursive: true });
  await copyFile(join(PROJECT, 'package.json'), join(dist, '..', 'package.json'));
  // Without one of its own the compiler would take it for a part of ours, and read our `dist` where there is one.
  await writeFile(join(consumer, 'package.json'), '{}');
  const common = { root: PROJECT, logLevel: 'warn' } as const;
  await build({ ...common, build: { outDir: dist } });
  await build({ ...common, mode: 'script', build: { outDir: join(dist, 'cdn') } });
  await tsc('-p', join(PROJECT, 'tsconfig.build.json'), '--outDir', dist);
});

after(() => rm(consumer, { recursive: true, force: true }));

/** Runs the compiler and throws what it complains of. */
async function tsc(...options: string[]): Promise<void> {
  const compiler = join(PROJECT, 'node_modules', 'typescript', 'bin', 'tsc');
  try {
    await promisify(execFile)(process.execPath, [compiler, ...options], { cwd: consumer });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
}

describe('the script-tag build', () => {
  let code: string;

  before(async () => {
    code = await readFile(join(dist, 'cdn', 'set-card-pin.js'), 'utf8');
  });

  it('is within its limit of bytes after brotli', () => {
    const { brotli } = sizeOf(join(dist, 'cdn', 'set-card-pin.js'));
    assert.ok(brotli <= SCRIPT_LIMIT, `${brotli} bytes`);
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
    const source = await readFile(join(cdn, originalSource), 'utf8');
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

  for (const tag of Object.keys(LOCALES)) {
    it(`hold ${tag} within its limit of bytes after brotli`, () => {
      const { brotli } = sizeOf(join(dist, 'cdn', 'locales', `${tag}.js`));
      assert.ok(brotli <= LOCALE_LIMIT, `${brotli} bytes`);
    });
  }
});

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
      const protocol = await page.context().newCDPSession(page);
      const { nodes } = await protocol.send('Accessibility.getFullAXTree');
      const names = nodes.map(({ name }) => String(name?.value));
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
    const protocol = await page.context().newCDPSession(page);
    const { nodes } = await protocol.send('Accessibility.getFullAXTree');
    const names = nodes.map(({ name }) => String(name?.value));
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
  it('import Lit and nothing else', async () => {
    const files = (await readdir(dist)).filter((name) => name.endsWith('.js'));
    assert.ok(files.includes('index.js') && files.includes('element.js'), files.join());
    const imported = new Set<string>();
    for (const file of files) {
      const code = await readFile(join(dist, file), 'utf8');
      for (const [, from] of code.matchAll(/(?:\bfrom|\bimport)\s*["'`]([^"'`]+)["'`]/g)) {
        assert.match(from ?? '', /^lit(\/|$)|^\.\/[\w-]+\.js$/, file);
        imported.add(from ?? '');
      }
      assert.doesNotMatch(code, /Syntax Error|GraphQLError|process\.env/, file);
    }
    assert.ok(imported.has('lit'), [...imported].join());
  });

  it('of a language can be imported in Node, without a word', async () => {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `const { zhHans } = await import('set-card-pin/locales/zh-Hans'); console.log(zhHans.cancel);`,
      ],
      { cwd: consumer, timeout: 10_000 },
    );
    assert.deepEqual({ stdout, stderr }, { stdout: '取消\n', stderr: '' });
  });

  for (const entry of ['set-card-pin', 'set-card-pin/element']) {
    it(`can be imported in Node as ${entry}, where they say nothing and leave nothing running`, async () => {
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        [
          '--input-type=module',
          '--eval',
          `const { SetCardPinElement } = await import('${entry}'); console.log(typeof SetCardPinElement);`,
        ],
        { cwd: consumer, timeout: 10_000 },
      );
      assert.deepEqual({ stdout, stderr }, { stdout: 'function\n', stderr: '' });
    });
  }

  for (const [module, resolution] of [
    ['ESNext', 'bundler'],
    ['Node16', 'node16'],
  ] as const) {
    it(`bring their types under module resolution "${resolution}"`, async () => {
      const file = join(consumer, `${resolution}.mts`);
      await writeFile(
        file,
        `import { SetCardPinElement } from 'set-card-pin';
         import { SetCardPinElement as SameElement } from 'set-card-pin/element';
         import { de } from 'set-card-pin/locales/de';
         SetCardPinElement.addMessages('nl', { ...de, newPin: 'Nieuwe pincode' });
         // @ts-expect-error: a catalogue is complete
         SetCardPinElement.addMessages('nl', { newPin: 'Nieuwe pincode' });
         export const element: SetCardPinElement = document.createElement('set-card-pin');
         export const same: SameElement = element;
         // @ts-expect-error: a real type, not any
         export const wrong: number = element;\n`,
      );
      const options = [
        '--ignoreConfig',
        '--strict',
        '--noEmit',
        '--target',
        'ES2022',
        '--types',
        'node',
      ];
      await tsc(...options, '--module', module, '--moduleResolution', resolution, file);
    });
  }
});
