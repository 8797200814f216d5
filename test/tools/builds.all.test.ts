import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startFrameOrigin } from '../../demo/frame-origin.js';
import { npm } from '../../tools/npm.js';
import { writeContent } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';
import { targetsIn } from '../docs/documentation/links.js';
import { FRAME_PAGE, Pages, PORTAL, SERVICE } from '../docs/documentation/pages.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';

type Contents = ReadonlyMap<string, Buffer>;

let elsewhere: string;
/** The package, as it would be published, and its files by their paths. */
let installed: string;
let files: Contents;

const browser = useChromium();

before(async () => {
  await npm(PROJECT, ['run', 'build']);
  elsewhere = await mkdtemp(join(tmpdir(), 'set-card-pin-builds-'));
  installed = join(elsewhere, 'installed');
  await writeContent(installed, 'https://git.example.com/set-card-pin');
  files = await contentsOf(installed);
});

after(() => rm(elsewhere, { recursive: true, force: true }));

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

/** Copies what a build is made from. */
async function copyProject(folder: string): Promise<void> {
  for (const name of await readdir(PROJECT))
    if (/^(docs|src|demo|tools)$|\.(json|ts|md)$/.test(name))
      await cp(join(PROJECT, name), join(folder, name), {
        recursive: true,
        filter: (path) => !path.endsWith('node_modules'),
      });
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  for (const name of await readdir(join(PROJECT, 'node_modules'))) {
    const original = join(PROJECT, 'node_modules', name);
    // Source maps contain the paths of these. Links would lead back to the project.
    if (/^(@?lit|graphql)/.test(name))
      await cp(original, join(packages, name), { recursive: true });
    else await symlink(original, join(packages, name));
  }
}

const textOf = (path: string): string => files.get(path)!.toString();

/** Returns the paths in the package that match. */
const pathsOf = (pattern: RegExp): string[] =>
  [...files.keys()].filter((path) => pattern.test(path)).sort();

const SCRIPT = 'dist/cdn/set-card-pin.js';

describe('a build', () => {
  it('is the same, byte for byte, in every folder', async () => {
    const folder = join(elsewhere, 'another/and/deeper');
    await copyProject(folder);
    await npm(folder, ['run', 'build']);
    const [one, other] = [
      await contentsOf(join(PROJECT, 'dist')),
      await contentsOf(join(folder, 'dist')),
    ];
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

  it('comes with the licences of the packages in it', () => {
    for (const name of ['lit-html', '@lit/reactive-element', 'graphql-request'])
      assert.ok(textOf('dist/cdn/third-party-licenses.md').includes(`## ${name} `), name);
  });
});

describe('a page with the script-tag build', () => {
  /** The strictest policy with which the element works. */
  const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; require-trusted-types-for 'script'";

  /** The script tags of each page. */
  const TAGS: Readonly<Record<string, string>> = {
    '/without': '',
    '/classic': '<script src="/set-card-pin.js"></script>',
    '/module': '<script type="module" src="/set-card-pin.js"></script>',
  };

  const site = useSite((path) => {
    const headers = { 'Content-Security-Policy': POLICY };
    if (path.endsWith('.js')) return { headers, body: textOf(SCRIPT) };
    return {
      headers,
      body: `<!doctype html><html lang="de-AT"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">${TAGS[path]}<set-card-pin></set-card-pin></html>`,
    };
  });

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
    const elements = await page.locator('set-card-pin:defined').count();
    await page.close();
    return { globals, elements, messages, requested };
  }

  it('logs and requests nothing else, and gets only the globals of Lit’s versions', async () => {
    const { globals: before } = await open('/without');
    for (const path of ['/classic', '/module']) {
      const { globals, ...rest } = await open(path);
      const requested = [path, '/set-card-pin.js'];
      assert.deepEqual(rest, { elements: 1, messages: [], requested });
      const added = globals.filter((name) => !before.includes(name));
      const isOfLit = (name: string) => /^(lit|reactive)\w*(Versions|Metadata)$/.test(name);
      assert.deepEqual(
        added.filter((name) => !isOfLit(name)),
        [],
      );
    }
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
