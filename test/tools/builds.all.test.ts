import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { build, type Rollup } from 'vite';
import { startFrameOrigin } from '../../demo/frame-origin.js';
import { writeContent } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';
import { targetsIn } from '../docs/documentation/links.js';
import { FRAME_PAGE, Pages, PORTAL, SERVICE } from '../docs/documentation/pages.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { buildPackage } from '../support/build-package.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { useSite } from '../support/site.js';

/** The files of a folder, by their paths. */
type Contents = ReadonlyMap<string, Buffer>;

let elsewhere: string;
/** Two builds, in folders with different paths. */
let builds: readonly Contents[];
/**
 * A project in which the package is installed as from the registry. It is inside our
 * `node_modules`, so that it finds Lit.
 */
let consumer: string;
/** The package in it, without a repository to link to. */
let installed: string;
let files: Contents;

const browser = useChromium();

before(async () => {
  const cache = join(PROJECT, 'node_modules', '.cache');
  await mkdir(cache, { recursive: true });
  consumer = await mkdtemp(join(cache, 'consumer-'));
  // Otherwise the folder would belong to our project, and imports would find our `dist`.
  await writeFile(join(consumer, 'package.json'), '{}');
  elsewhere = await mkdtemp(join(tmpdir(), 'set-card-pin-builds-'));
  const folders = ['a', 'another/and/deeper'].map((path) => join(elsewhere, path));
  builds = await Promise.all(folders.map(async (path) => contentsOf(await buildPackage(path))));
  installed = join(consumer, 'node_modules', 'set-card-pin');
  await writeContent(folders[0]!, installed, 'https://git.example.com/set-card-pin');
  files = await contentsOf(installed);
});

after(async () => {
  await rm(consumer, { recursive: true, force: true });
  await rm(elsewhere, { recursive: true, force: true });
});

async function contentsOf(folder: string): Promise<Contents> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return new Map(
    await Promise.all(
      paths.map(async (path) => [relative(folder, path), await readFile(path)] as const),
    ),
  );
}

const textOf = (path: string): string => files.get(path)!.toString();

/** Returns the paths in the package that match. */
const pathsOf = (pattern: RegExp): string[] =>
  [...files.keys()].filter((path) => pattern.test(path)).sort();

const SCRIPT = 'dist/cdn/set-card-pin.js';

describe('a build', () => {
  it('is the same, byte for byte, in every folder', () => {
    const [one, other] = builds as [Contents, Contents];
    assert.ok(one.has('index.d.ts') && one.has('cdn/set-card-pin.js.map'));
    assert.deepEqual([...other.keys()].sort(), [...one.keys()].sort());
    for (const [path, content] of one) assert.ok(other.get(path)!.equals(content), path);
  });

  it('lists the hash of every file to serve', () => {
    const integrity = JSON.parse(textOf('dist/integrity.json')) as object;
    const served = pathsOf(/^dist\/(cdn|frame)\//).map((path) => path.slice('dist/'.length));
    assert.deepEqual(Object.keys(integrity), served);
    for (const path of ['cdn/locales/de.js', 'cdn/set-card-pin.js.map', 'frame/index.html'])
      assert.ok(served.includes(path), path);
  });

  it('has modules that import only Lit, and React in its own entry', () => {
    const imported = new Set<string>();
    for (const path of pathsOf(/^dist\/[^/]+\.js$/)) {
      for (const [, from = ''] of textOf(path).matchAll(
        /(?:\bfrom|\bimport)\s*["'`]([^"'`]+)["'`]/g,
      )) {
        const isReact = path === 'dist/react.js' && from === 'react';
        assert.ok(isReact || /^lit(\/|$)|^\.\/[\w-]+\.js$/.test(from), `${path}: ${from}`);
        imported.add(from);
      }
      assert.doesNotMatch(textOf(path), /Syntax Error|GraphQLError|process\.env/, path);
    }
    assert.ok(imported.has('lit') && imported.has('react'), [...imported].join());
  });
});

describe('the script-tag build', () => {
  it('is one file for both modes, and one for isolated mode', () => {
    const paths = ['dist/cdn/set-card-pin.isolated.js', SCRIPT];
    assert.deepEqual(pathsOf(/^dist\/cdn\/[^/]*\.js$/), paths);
  });

  for (const [title, pattern] of [
    ['imports nothing', /^(?!.*\b(import\s*[({'"*]|import\.meta\b|export\s*[{*]|require\())/s],
    // So that a function of the page can't read the arguments of its caller.
    ['is in strict mode', /^\/\*!.*\*\/\n!function\(\)\{"use strict";/],
    ['keeps private names native', /\bthis\.#\w/],
    [
      'contains neither graphql’s parser nor Lit’s development build',
      /^(?!.*(Syntax Error|GraphQLError|Lit is in dev mode|process\.env))/s,
    ],
    [
      'contains no `ClientError`, whose message would have the PIN',
      /^(?!.*(GraphQL Error|captureStackTrace)).*SetPinForPaymentCard/s,
    ],
  ] as const)
    it(title, () => assert.match(textOf(SCRIPT), pattern));

  it('is the same in every encoding, with its languages', () => {
    for (const path of pathsOf(/^dist\/cdn\/.*\.js$/))
      assert.doesNotMatch(textOf(path), /[^\0-\x7F]/, path);
  });

  it('has a source map that leads to the source line of a template', () => {
    const map = new SourceMap(JSON.parse(textOf(`${SCRIPT}.map`)) as SourceMapPayload);
    const lines = textOf(SCRIPT).split('\n');
    const line = lines.findIndex((text) => text.includes('.set}</strong>'));
    const entry = map.findEntry(line, lines[line]!.indexOf('.set}</strong>'));
    assert.ok('originalSource' in entry);
    const { sources, sourcesContent } = map.payload;
    const source = sourcesContent[sources.indexOf(entry.originalSource)]!;
    assert.equal(source.split('\n')[entry.originalLine]?.trim(), '<strong>${words.set}</strong>');
  });

  it('comes with the licences of the packages in it', () => {
    for (const name of ['lit-html', '@lit/reactive-element', 'graphql-request'])
      assert.ok(textOf('dist/cdn/third-party-licenses.md').includes(`## ${name} `), name);
  });
});

describe('a page with the script-tag build', () => {
  /** The strictest policy with which the element works. */
  const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; require-trusted-types-for 'script'";

  const ELEMENT = '<script src="/set-card-pin.js"></script>';
  const GERMAN = '<script src="/locales/de.js"></script>';

  /** The script tags of each page. */
  const TAGS: Readonly<Record<string, string>> = {
    '/without': '',
    '/classic': ELEMENT,
    '/module': '<script type="module" src="/set-card-pin.js"></script>',
    '/language-after': ELEMENT + GERMAN,
    '/language-before': GERMAN + ELEMENT,
    '/joined': '<script src="/joined.js"></script>',
    '/joined-first': '<script src="/joined-first.js"></script>',
    '/bundle': '<script src="/bundle.js"></script>',
    '/bundle/isolated': '<script src="/bundle/isolated.js"></script>',
  };

  const site = useSite(async (path) => {
    const headers = { 'Content-Security-Policy': POLICY };
    if (path.startsWith('/bundle') && path.endsWith('.js'))
      return { headers, body: await bundle(`set-card-pin${path.slice('/bundle'.length, -3)}`) };
    if (path.startsWith('/joined') && path.endsWith('.js'))
      return {
        headers,
        body: joined()
          .slice(path === '/joined.js' ? 0 : 1)
          .join(''),
      };
    if (path.endsWith('.js')) return { headers, body: textOf(`dist/cdn${path}`) };
    return {
      headers,
      body: `<!doctype html><html lang="de-AT"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">${TAGS[path]}<set-card-pin></set-card-pin></html>`,
    };
  });

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
  function joined(): string[] {
    const old = (name: string): string =>
      `(function () { ${name} = typeof arguments.callee })() // ${name}`;
    const [element, german] = [textOf(SCRIPT), textOf('dist/cdn/locales/de.js')];
    return [old('before'), element, old('between'), german, old('after')];
  }

  async function open(path: string) {
    const page = await browser().newPage();
    const [messages, requested]: [string[], string[]] = [[], []];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) requested.push(request.url().replace(site(), ''));
    });
    await page.goto(site() + path, { waitUntil: 'networkidle' });
    const globals = await page.evaluate(() => Object.keys(window));
    return { page, globals, messages, requested };
  }

  it('logs and requests nothing else, and gets only the globals of Lit’s versions', async () => {
    const { globals: before } = await open('/without');
    for (const path of ['/classic', '/module']) {
      const { page, globals, messages, requested } = await open(path);
      assert.deepEqual([messages, requested], [[], [path, '/set-card-pin.js']]);
      assert.equal(await page.locator('set-card-pin:defined').count(), 1);
      const added = globals.filter((name) => !before.includes(name));
      const isOfLit = (name: string) => /^(lit|reactive)\w*(Versions|Metadata)$/.test(name);
      assert.deepEqual(
        added.filter((name) => !isOfLit(name)),
        [],
      );
      await page.close();
    }
  });

  for (const path of Object.keys(TAGS).filter((each) => /language|joined|bundle/.test(each)))
    it(`has the texts of another language, beside other scripts, at ${path}`, async () => {
      const { page, globals, messages } = await open(path);
      // Without frame-src, isolated mode has only a message.
      const isIsolated = path.endsWith('isolated');
      await waitForText(page, isIsolated ? 'Das Formular wurde' : 'Neue PIN bestätigen');
      assert.deepEqual(
        messages.filter((text) => !text.startsWith('set-card-pin: ')),
        [],
      );
      if (path.startsWith('/joined'))
        assert.deepEqual(
          globals.filter((name) => /^(before|between|after)$/.test(name)),
          ['before', 'between', 'after'].slice(path === '/joined' ? 0 : 1),
        );
      await page.close();
    });
});

describe('the documentation in the package', () => {
  it('has the hash of the script in each tag', () => {
    const integrity = JSON.parse(textOf('dist/integrity.json')) as Record<string, string>;
    const pages = pathsOf(/\.md$/).map(textOf).join('');
    const tags = pages.match(/<script[^>]*\sintegrity=[^>]*>/g) ?? [];
    assert.ok(tags.length > 2);
    for (const tag of tags) {
      const [, script, hash = ''] = /\ssrc="[^"]*\.com\/(.*)"\s+integrity="(.*)"/.exec(tag) ?? [];
      assert.equal(hash, integrity[`cdn/${script}`], tag);
    }
  });

  it('names the repository where it says how to get a clone', () => {
    assert.match(textOf('README.md'), /git clone https:\/\/git\.example\.com\/set-card-pin /);
    for (const path of pathsOf(/\.md$/)) assert.doesNotMatch(textOf(path), /REPOSITORY/, path);
  });

  it('has no link to a file that is not in the package', () => {
    const broken = pathsOf(/\.md$/).flatMap((path) =>
      targetsIn(textOf(path))
        .filter((target) => !existsSync(join(installed, dirname(path), target.replace(/#.*/, ''))))
        .map((target) => `${path}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });
});

describe('a page with the samples of the package', () => {
  const client = useSandbox();

  for (const mode of ['inline', 'isolated'])
    it(`loads the element and a language from another host, and sets a PIN: ${mode}`, async (context) => {
      const filesIn = (folder: string) =>
        pathsOf(new RegExp(`^${folder}`)).map(
          (path) => [path.slice(folder.length), files.get(path)!] as const,
        );
      const frame = await startFrameOrigin(
        { port: 0, parents: [PORTAL], endpoints: [SERVICE] },
        new Map(filesIn('dist/frame/')),
      );
      context.after(() => frame.close());
      const scripts = filesIn('dist/cdn/').map(([path, code]) => [path, String(code)] as const);
      const pages = await Pages.open(client(), browser(), new Map(scripts), frame.url);
      // The README's sample has the element, that of docs/languages.md a language.
      const code = ['README.md', 'docs/languages.md']
        .flatMap((path) => [...textOf(path).matchAll(/```html\b[^\n]*\n(.*?)```/gs)])
        .map(([, sample = '']) => sample)
        .filter((sample) => sample.includes('integrity='))
        .join('');
      const attribute = mode === 'inline' ? '' : ` frame-src="${FRAME_PAGE}"`;
      const markup = `<main lang="es">${code.replace('<set-card-pin', `$&${attribute}`)}</main>`;
      // The frame has an accessibility tree of its own.
      const options = mode === 'inline' ? { sees: 'Su nuevo PIN se ha guardado' } : {};
      await pages.run({ code, options }, { markup });
    });
});
