import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { createPortal } from '../../demo/portal/portal.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { buildPart, bundle, type Files } from './documentation/builds.js';
import { runCommands } from './documentation/commands.js';
import { brokenLinksIn } from './documentation/links.js';
import { Pages } from './documentation/pages.js';
import { runTests } from './documentation/playwright-test.js';
import { PAGES, readPage, samplesIn, type Sample } from './documentation/samples.js';
import { runServerHalf } from './documentation/server-half.js';
import { PORTAL, SERVICE, Site } from './documentation/site.js';
import { typeFaults } from './documentation/types.js';
import { startStaticHost } from '../node/frame/static-host.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';

const ALL = PAGES.flatMap((page) => samplesIn(page));

/** Those that make what others need come first: the frame page's configuration, and the commands that make its folder. */
const FIRST = ['json', 'sh'];

const SAMPLES = [
  ...FIRST.flatMap((language) => ALL.filter((sample) => sample.language === language)),
  ...ALL.filter(({ language }) => !FIRST.includes(language)),
];

/** Those whose links are followed too. */
const FURTHER_PAGES = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'demo/portal/README.md',
  'src/node/sandbox/README.md',
];

/** Milliseconds for one sample, in which what never comes would be waited for for ever. */
const LIMIT = { timeout: 60_000 };

/** The languages of modules that have types. */
const TYPED = ['ts', 'tsx', 'vue'];

/** What a bundler has to make of a sample before a browser can run it. */
function isBundled({ language, code }: Sample): boolean {
  return language !== 'js' || /^import /m.test(code);
}

/** Whether a sample is a whole page. */
function isDocument({ language, code }: Sample): boolean {
  return language === 'html' && /^<!doctype/i.test(code);
}

/** A sample as a module of a page, by the name of its file. */
function moduleName({ place, language }: Sample): string {
  return `${place.replaceAll(/\W+/g, '-')}.${language}`;
}

function isModule({ language, direction }: Sample): boolean {
  return ['js', ...TYPED].includes(language) && direction.as === undefined;
}

describe('the samples of the documentation', () => {
  const client = useSandbox();
  const ends: (() => unknown)[] = [];
  let browser: Browser;
  let site: Site;
  let pages: Pages;
  let bundled: Promise<void>;
  /** What the compiler says of a sample. */
  let faults: ReadonlyMap<string, string>;
  let folder: string;
  let frame: Promise<string> | undefined;

  before(async () => {
    // First, as nothing else goes on meanwhile: a connection that is open would be cut.
    const typed = SAMPLES.filter((each) => isModule(each) && TYPED.includes(each.language));
    faults = typeFaults(new Map(typed.map((sample) => [moduleName(sample), sample.code])));

    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-documentation-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    site = await Site.start();
    ends.push(() => site.close());
    browser = await launchBrowser(await findBrowser(), site.flags);
    ends.push(() => browser.close());

    const cards: string[] = [];
    site.upstreams.set('api.example.com', new URL(client().sandbox.test.url).origin);
    site.portal = await startPortal(cards);
    const context = await browser.newContext();
    await context.addCookies([await signIn(site.portal)]);
    pages = new Pages(site, context, client(), cards);

    for (const [path, body] of await buildPart('script'))
      site.files.set(`/${path}`, { type: 'text/javascript', body });
    for (const sample of SAMPLES.filter((each) => isModule(each) && !isBundled(each)))
      site.files.set(`/${moduleName(sample)}.js`, { type: 'text/javascript', body: sample.code });
    const modules = new Map(
      SAMPLES.filter((each) => isModule(each) && isBundled(each)).map((each) => [
        moduleName(each),
        withElement(each.code),
      ]),
    );
    bundled = bundle(modules).then((files) => {
      for (const [path, body] of files)
        site.files.set(`/${path}`, { type: 'text/javascript', body });
    });
    // Told by the samples that need it.
    bundled.catch(() => undefined);

    // The frame page, as docs/isolated-mode.md has it made and served.
    await write('package/dist/command', await buildPart('command'));
    await write('package/dist/frame', await buildPart('frame'));
    await write('', new Map([['package/package.json', '{ "type": "module" }']]));
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function write(path: string, files: Files): Promise<void> {
    for (const [name, content] of files) {
      const file = join(folder, path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
  }

  async function startPortal(cardIds: readonly string[]): Promise<string> {
    const { url: serviceEndpoint, apiKey } = client().sandbox.test;
    const portal = createPortal({
      origin: PORTAL,
      serviceEndpoint,
      apiKey,
      cardholders: [{ name: 'Ada', cardIds }],
    });
    const server = createServer((request, response) => {
      portal(request, response, () => response.writeHead(404).end());
    });
    await listen(server, 0);
    ends.push(() => stop(server));
    return addressOf(server);
  }

  /** Serves the frame page that the samples have made, as Netlify and Cloudflare Pages do. */
  function serveFrame(): Promise<string> {
    return (frame ??= startStaticHost(join(folder, 'frame/public')).then((host) => {
      ends.push(() => host.close());
      site.upstreams.set('pin.example.com', host.url);
      return host.url;
    }));
  }

  /** The cookie of a cardholder who is signed in. */
  async function signIn(portal: string) {
    const response = await fetch(`${portal}/portal/session`, {
      method: 'POST',
      headers: { Origin: PORTAL, 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardholder: 'Ada' }),
    });
    const [, name = '', value = ''] = /^(\w+)=([^;]+)/.exec(response.headers.get('set-cookie')!)!;
    return { name, value, url: PORTAL, httpOnly: true, secure: true };
  }

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: async (sample) => {
      if (sample.code.includes('frame-src')) await serveFrame();
      const { code } = sample;
      await pages.run(sample, isDocument(sample) ? { document: code } : { markup: code });
    },
    css: (sample) => pages.run(sample, { style: sample.code }),
    js: async (sample) => {
      if (isBundled(sample)) await bundled;
      const module = `/${moduleName(sample)}.js`;
      await pages.run(sample, { module, hasElement: isBundled(sample) });
    },
    'js as server': (sample) => runServerHalf(sample.code, folder, client()),
    'js as playwright': (sample) => runPlaywright(sample),
    'js as playwright-isolated': (sample) => runPlaywright(sample, 'https://pin.example.com/'),
    ts: (sample) => runTyped(sample),
    tsx: (sample) => runTyped(sample, true),
    vue: (sample) => runTyped(sample, true),
    'ts as vite-config': runViteConfig,
    sh: (sample) =>
      runCommands(sample.code, {
        client: client(),
        folder,
        frameCommand: join(folder, 'package/dist/command/set-card-pin-frame.js'),
        frame: serveFrame,
      }),
    http: async (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const isolated = value.includes('frame-src');
      if (isolated) await serveFrame();
      const markup = `<set-card-pin endpoint="${SERVICE}" card-id="card_123" ${isolated ? 'frame-src="https://pin.example.com/"' : ''}></set-card-pin>`;
      await pages.run(sample, { markup, headers: { [name]: value } });
    },
    /** What a host's own words include has to be there. */
    nginx: (sample) => lookUp(sample, /^ *(?:root|include) \/srv\/(.+);$/gm),
    caddyfile: (sample) => lookUp(sample, /^ *(?:root \*|import) \/srv\/(.+)$/gm),
    /** The configuration of the frame page, which the commands on its page take. */
    json: (sample) => writeFile(join(folder, 'config.json'), sample.code),
  };

  async function lookUp({ code }: Sample, pattern: RegExp): Promise<void> {
    const paths = [...code.matchAll(pattern)].map(([, path = '']) => path);
    assert.ok(paths.length > 1, 'It names a folder, and its headers.');
    for (const path of paths) await stat(join(folder, path));
  }

  /** @param mounts - Whether it puts the element into the page itself. */
  async function runTyped(sample: Sample, mounts = false): Promise<void> {
    const name = moduleName(sample);
    assert.equal(faults.get(name), '');
    await bundled;
    await pages.run(sample, { module: `/${name}.js`, hasElement: true, mounts });
  }

  /** Reads a configuration of Vite's beside a plugin that only remembers what it is told. */
  async function runViteConfig({ code }: Sample): Promise<void> {
    const entry = new URL('../../src/vue.ts', import.meta.url).href;
    const module = '{ "type": "module", "exports": { ".": "./index.js", "./vue": "./index.js" } }';
    const packages = {
      '@vitejs/plugin-vue': 'export default (options) => options;',
      'set-card-pin': `export * from '${entry}';`,
      vite: 'export const defineConfig = (config) => config;',
    };
    await write(
      'vite',
      new Map([
        ['package.json', module],
        ['vite.config.ts', code],
        ...Object.entries(packages).flatMap(([name, index]): [string, string][] => [
          [`node_modules/${name}/package.json`, module],
          [`node_modules/${name}/index.js`, index],
        ]),
      ]),
    );
    const { default: config } = await import(
      pathToFileURL(join(folder, 'vite/vite.config.ts')).href
    );
    const { isCustomElement } = config.plugins[0].template.compilerOptions;
    assert.deepEqual(['set-card-pin', 'pin-page'].map(isCustomElement), [true, false]);
  }

  /** Runs a reader's own tests, against the page that docs/script-tag.md has. */
  async function runPlaywright({ page, place, code }: Sample, frameSrc?: string): Promise<void> {
    const whole = SAMPLES.find(
      (sample) => sample.page === 'docs/script-tag.md' && isDocument(sample),
    );
    assert.ok(whole !== undefined);
    pages.serve('/pin', whole.code, { card: 'card_test_accepted', frameSrc });
    if (frameSrc !== undefined) await serveFrame();

    const stand = new URL('documentation/playwright-test.ts', import.meta.url).href;
    const file = `${place.replaceAll(/\W/g, '-')}.js`;
    await write(
      page,
      new Map([
        ['package.json', '{ "type": "module" }'],
        ['node_modules/@playwright/test/package.json', '{ "type": "module", "main": "test.js" }'],
        ['node_modules/@playwright/test/test.js', `export * from '${stand}';`],
        [file, code.replaceAll('http://127.0.0.1:4402', client().sandbox.control.url)],
      ]),
    );
    await import(pathToFileURL(join(folder, page, file)).href);
    await runTests(() => pages.open());
  }

  /** The name of what runs a sample. */
  function runnerOf({ language, direction }: Sample): string {
    return [language, direction.as].filter(Boolean).join(' as ');
  }

  for (const sample of SAMPLES) {
    it(`${sample.place}, ${runnerOf(sample)}`, LIMIT, async () => {
      const { by } = sample.direction;
      if (by !== undefined) {
        const name = sample.page.replace('docs/', '');
        assert.ok(readPage(by).includes(name), `${by} does not read ${sample.page}.`);
        return;
      }
      const run = RUNNERS[runnerOf(sample)];
      assert.ok(run !== undefined, `No runner takes ${runnerOf(sample)}.`);
      await run(sample);
    });
  }
});

/** A sample that brings no element along stands in a module beside one that does. */
function withElement(code: string): string {
  return /^import (?!type )[^;]*'set-card-pin(\/react)?'/m.test(code) || code.startsWith('<')
    ? code
    : `import 'set-card-pin';\n${code}`;
}

describe('what the documentation says of how its samples are run', () => {
  const FENCE = '```';

  it('is read from the line that opens a sample, and shown to no reader', () => {
    const text = `${FENCE}js card=weak-pin sees="Choose another one."\n1;\n${FENCE}\n`;
    const [sample] = samplesIn('README.md', text);
    assert.deepEqual(sample, {
      place: 'README.md:1',
      page: 'README.md',
      language: 'js',
      direction: { card: 'weak-pin', sees: 'Choose another one.' },
      code: '1;\n',
    });
  });

  it('can’t have a sample passed over', () => {
    for (const text of [
      `${FENCE}js\n1;\n`,
      '~~~js\n1;\n~~~\n',
      `${FENCE}js skip\n1;\n${FENCE}\n`,
      `${FENCE}js skip=true\n1;\n${FENCE}\n`,
    ]) {
      assert.throws(() => samplesIn('README.md', text), /README\.md/, text);
    }
  });
});

describe('the links of the documentation', () => {
  for (const page of [...PAGES, ...FURTHER_PAGES]) {
    it(`lead somewhere, in ${page}`, () => assert.deepEqual(brokenLinksIn(page), []));
  }

  it('are seen when they don’t', () => {
    const text =
      '# A `code` heading\n[a](#a-code-heading) [b](#nowhere) [c](nothing.md) [d](docs/theming.md#slots) [e](../outside.md)\n' +
      '<img src="docs/images/none.png"> `[not](a-link)` https://example.com';
    assert.deepEqual(brokenLinksIn('README.md', text), [
      '#nowhere',
      'nothing.md',
      '../outside.md',
      'docs/images/none.png',
    ]);
  });
});
