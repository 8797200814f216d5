import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { npm } from '../../tools/npm.js';
import { ensureBuild, writeContent } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';
import { useChromium } from '../support/chromium.js';
import { useSite } from '../support/site.js';

type Contents = ReadonlyMap<string, Buffer>;

let elsewhere: string;
/** The package, as it would be published, and its files by their paths. */
let installed: string;
let files: Contents;

const browser = useChromium();

before(async () => {
  await ensureBuild();
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
    .map((each) => relative(folder, join(each.parentPath, each.name)));
  const read = async (path: string) => [path, await readFile(join(folder, path))] as const;
  return new Map(await Promise.all(paths.map(read)));
}

/** Copies the sources of a build. */
async function copyProject(folder: string): Promise<void> {
  const copy = (path: string) =>
    cp(join(PROJECT, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith('/node_modules'),
    });
  const names = await readdir(PROJECT);
  for (const name of names) if (/^(docs|src|tools)$|\.(json|ts|md)$/.test(name)) await copy(name);
  await mkdir(join(folder, 'node_modules'));
  for (const name of await readdir(join(PROJECT, 'node_modules'))) {
    const path = join('node_modules', name);
    // Source maps contain these packages' paths. Links would lead back to the project.
    if (/^(@?lit|graphql)/.test(name)) await copy(path);
    else await symlink(join(PROJECT, path), join(folder, path));
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
    const one = await contentsOf(join(PROJECT, 'dist'));
    const other = await contentsOf(join(folder, 'dist'));
    assert.ok(one.has('index.d.ts') && one.has('cdn/set-card-pin.js.map'));
    assert.deepEqual([...other.keys()].sort(), [...one.keys()].sort());
    for (const [path, content] of one) assert.ok(other.get(path)!.equals(content), path);
  });

  it('lists the hash of every file to serve', () => {
    const served = pathsOf(/^dist\/(cdn|frame)\//).map((path) => path.slice('dist/'.length));
    const listed = JSON.parse(textOf('dist/integrity.json')) as object;
    assert.deepEqual(Object.keys(listed), served);
    assert.ok(served.includes('cdn/locales/de.js') && served.includes('frame/index.html'));
  });

  it('has modules that import nothing but Lit, except the React entry, which also imports React', () => {
    const imports = pathsOf(/^dist\/(isolated\/)?[^/]+\.js$/).flatMap((path) => {
      assert.doesNotMatch(textOf(path), /Syntax Error|GraphQLError|process\.env/, path);
      const found = textOf(path).matchAll(/(?:\bfrom|\bimport)\s*["'`]([^"'`]+)["'`]/g);
      return [...found].map(([, from]) => `${path}: ${from}`);
    });
    const outside = imports.filter((each) => !/: \.\.?\/[\w-]+\.js$/.test(each));
    for (const each of outside)
      assert.match(each, /: lit(\/|$)|^dist\/react-component\.js: react$/);
    assert.ok(outside.some((each) => each.endsWith(': lit')));
  });
});

describe('the script-tag build', () => {
  for (const [title, pattern] of [
    [
      'doesn’t import anything',
      /^(?!.*\b(import\s*[({'"*]|import\.meta\b|export\s*[{*]|require\())/s,
    ],
    // Prevents the page's functions from reading their caller's arguments.
    ['is in strict mode', /^\/\*!.*\*\/\n!function\(\)\{"use strict";/],
    ['keeps private names native', /\bthis\.#\w/],
    [
      'doesn’t contain `ClientError`, whose message would contain the PIN',
      /^(?!.*(GraphQL Error|captureStackTrace)).*SetPinForPaymentCard/s,
    ],
  ] as const)
    it(title, () => assert.match(textOf(SCRIPT), pattern));

  it('contains only ASCII characters, even in its language files', () => {
    for (const path of pathsOf(/^dist\/cdn\/.*\.js$/))
      assert.doesNotMatch(textOf(path), /[^\0-\x7F]/, path);
  });

  it('includes the licences of its packages', () => {
    for (const name of ['lit-html', '@lit/reactive-element', 'graphql-request'])
      assert.ok(textOf('dist/cdn/third-party-licenses.md').includes(`## ${name} `), name);
  });
});

describe('a page with the script-tag build', () => {
  /** The strictest policy with which the element works next to another Lit in the page. */
  const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types set-card-pin lit-html";

  const site = useSite(async (path) => ({
    headers: { 'Content-Security-Policy': POLICY },
    body: path.endsWith('.js')
      ? path === '/lit.js'
        ? await readFile(join(PROJECT, 'node_modules/lit-html/lit-html.js'))
        : textOf(SCRIPT)
      : `<!doctype html><link rel="icon" href="data:,">
        <script type="module" src="/lit.js"></script>
        <script type="module" src="/set-card-pin.js"></script><set-card-pin></set-card-pin>`,
  }));

  it('doesn’t log anything if it includes its own Lit, and adds only Lit’s version globals', async () => {
    const page = await browser().newPage();
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    await page.addInitScript(() => {
      Object.defineProperty(window, 'globals', { value: Object.keys(window) });
    });
    await page.goto(site(), { waitUntil: 'networkidle' });
    // The policy would report a request to any other address.
    assert.deepEqual(messages, []);
    assert.equal(await page.locator('set-card-pin:defined').count(), 1);
    const added = await page.evaluate<string[]>(
      'Object.keys(window).filter((name) => !globals.includes(name))',
    );
    for (const name of added) assert.match(name, /^(lit|reactive)\w*(Versions|Metadata)$/);
    await page.close();
  });
});
