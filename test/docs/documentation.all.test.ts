import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parse } from 'yaml';
import { APPS } from '../../tools/apps/app.js';
import { PROJECT } from '../../tools/project.js';
import { readKubernetes } from '../node/frame/kubernetes.js';
import { startStaticHost } from '../node/frame/static-host.js';
import { runCommand } from '../node/run-command.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { buildPart, writeFiles, type BuiltFiles } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { runCommands } from './documentation/commands.js';
import { brokenLinksIn } from './documentation/links.js';
import { bundle, isModule, isTyped, moduleName, needsBundler } from './documentation/modules.js';
import { OTHER_LANGUAGES } from './documentation/other-languages.js';
import { Pages } from './documentation/pages.js';
import { runTests } from './documentation/playwright-test.js';
import { PAGES, readPage, samplesIn, type Sample } from './documentation/samples.js';
import { nodeServer, runRoute, runServerHalf } from './documentation/server-half.js';
import { SERVICE, Site } from './documentation/site.js';
import { tryStartPage } from './documentation/start-page.js';
import { typeErrors } from './documentation/types.js';
import { passOnThroughVite, SERVER_HALF } from './documentation/vite-proxy.js';

const ALL = PAGES.flatMap((page) => samplesIn(page)).filter(
  // `*.slow.test.ts` check these.
  ({ language, options }) => !OTHER_LANGUAGES.includes(language) && options.as !== 'framework',
);

/**
 * Languages whose samples run first, because other samples need their results: the configuration of
 * the frame page, and the commands that make its folder.
 */
const FIRST = ['json', 'sh'];

const SAMPLES = [
  ...FIRST.flatMap((language) => ALL.filter((sample) => sample.language === language)),
  ...ALL.filter(({ language }) => !FIRST.includes(language)),
];

/** Pages whose samples don't run. Only their links are checked. */
const MORE_PAGES_WITH_LINKS = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'demo/portal/README.md',
  'src/node/sandbox/README.md',
];

const FRAME_PAGE = 'https://pin.example.com/';

/** A module `vite`, for configurations. */
const DEFINE_CONFIG = 'export const defineConfig = (config) => config;';

/** Milliseconds for a sample. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 180_000 };

/** Returns the handler that the server half of a page imports: its first sample. */
function handlerOf(page: string): string {
  const sample = ALL.find((each) => each.page === page && each.options.as === 'route');
  assert.ok(sample !== undefined);
  return sample.code;
}

function isDocument({ language, code }: Sample): boolean {
  return language === 'html' && /^<!doctype/i.test(code);
}

describe('a sample of the documentation', () => {
  // Check the types before the sandbox starts: this blocks for seconds, so open connections would
  // time out.
  const errors = typeErrors(SAMPLES.filter(isTyped));
  const client = useSandbox();
  let site: Site;
  before(async () => {
    site = await Site.start();
  });
  after(() => site.close());
  const browser = useChromium(() => site.flags);
  let pages: Pages;
  let bundled: BuiltFiles;
  let folder: string;
  let frameHost: ReturnType<typeof startStaticHost> | undefined;

  before(async () => {
    pages = await Pages.open(site, client(), browser());
    bundled = await bundle(SAMPLES.filter(needsBundler));
    const scripts = await Promise.all(
      (['script', 'script.inline', 'script.isolated'] as const).map(buildPart),
    );
    for (const [path, body] of [bundled, ...scripts].flatMap((files) => [...files]))
      site.files.set(`/${path}`, { body });

    // The parts of the package that commands and servers need.
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-documentation-'));
    await writeFiles(join(folder, 'package/dist/node'), await buildPart('node'));
    await writeFiles(join(folder, 'package/dist/frame'), await buildPart('frame'));
    await writeFiles(join(folder, 'package/dist/cdn'), await buildPart('script'));
    await copyFile(join(PROJECT, 'package.json'), join(folder, 'package/package.json'));
    await mkdir(join(folder, 'suite'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(folder, 'package'), join(folder, 'node_modules/set-card-pin'));
  });
  after(async () => {
    await (await frameHost)?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Serves the frame page that the samples have made. */
  async function serveFrame(): Promise<string> {
    const { url } = await (frameHost ??= startStaticHost(join(folder, 'frame/public')));
    site.upstreams.set(new URL(FRAME_PAGE).host, url);
    return url;
  }

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: async (sample) => {
      const { code } = sample;
      if (code.includes('frame-src')) await serveFrame();
      await pages.run(sample, isDocument(sample) ? { document: code } : { markup: code });
    },
    css: (sample) => pages.run(sample, { style: sample.code }),
    js: (sample) =>
      needsBundler(sample) ? runBundled(sample) : pages.run(sample, { module: sample.code }),
    ts: (sample) => runBundled(sample),
    tsx: (sample) => runBundled(sample, true),
    vue: (sample) => runBundled(sample, true),
    'tsx as app': isCheckedByApp,
    'ts as module': (sample) => {
      assert.equal(errors.get(sample), '');
      assert.equal(sample.code, ALL.find(isModule)?.code, 'The same on every page.');
      return Promise.resolve();
    },
    'html as start': ({ code }) =>
      writeFiles(
        folder,
        new Map([
          ['index.html', code.replace('http://127.0.0.1:4400/graphql', client().sandbox.test.url)],
        ]),
      ),
    'js as start': async ({ code }) => {
      const [adapter = ''] = /^async function clientToken[^]*?^}$/m.exec(code) ?? [];
      assert.ok(adapter !== '' && readPage('docs/server.md').includes(adapter));
      await writeFiles(folder, new Map([['server.mjs', code]]));
      await tryStartPage(folder, client(), browser());
    },
    'js as suite': runSuite,
    'js as route': ({ code }) => runRoute(code, folder, client()),
    'js as server': ({ code, page }) =>
      runServerHalf(nodeServer(code, handlerOf(page)), folder, client()),
    csharp: ({ page }) => {
      assert.match(readPage(page), /## C#.*\n\n\*\*Not run:\*\*/);
      return Promise.resolve();
    },
    // `npm run release:check` runs them with the packed package.
    ...Object.fromEntries(
      ['vitest', 'jest'].map((name) => [
        `js as ${name}`,
        async () => {
          const check = await readFile(join(PROJECT, 'tools/check/release/unit-tests.ts'), 'utf8');
          assert.ok(check.includes(`sample: 'js as=${name}'`));
        },
      ]),
    ),
    'js as cypress': ({ page }) => {
      assert.match(readPage(page), /### Cypress\n\n\*\*No test runs it:\*\*/);
      return Promise.resolve();
    },
    'js as playwright': (sample) => runPlaywright(sample),
    'js as playwright-isolated': async (sample) => {
      await serveFrame();
      await runPlaywright(sample, FRAME_PAGE);
    },
    'ts as vite-config': runViteConfig,
    'ts as vite-proxy': ({ code }) =>
      passOnThroughVite(async (address) => {
        const { default: config } = await importWithPackages(
          'vite-proxy/vite.config.ts',
          code.replace(SERVER_HALF, address),
          { vite: DEFINE_CONFIG },
        );
        return config;
      }, folder),
    sh: ({ code }) =>
      runCommands(code, {
        client: client(),
        folder,
        program: join(folder, 'package/dist/node/set-card-pin.js'),
        serveFrame,
      }),
    http: async (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const isIsolated = value.includes('frame-src');
      if (isIsolated) await serveFrame();
      const attribute = isIsolated ? `frame-src="${FRAME_PAGE}"` : '';
      const markup = `<set-card-pin endpoint="${SERVICE}" card-id="card_123" ${attribute}></set-card-pin>`;
      await pages.run(sample, { markup, headers: { [name]: value } });
    },
    nginx: (sample) => findFiles(sample, /^ *(?:root|include) \/srv\/(.+);$/gm),
    apache: (sample) => findFiles(sample, /^ *(?:DocumentRoot|Include) \/srv\/(.+)$/gm),
    yaml: async ({ code }) => {
      const ingress = parse(code);
      const { service, port } = readKubernetes(
        await readFile(join(folder, 'frame/kubernetes.json'), 'utf8'),
      );
      const [path] = ingress.spec.rules[0].http.paths;
      assert.deepEqual(path.backend.service, { name: service, port: { number: port } });
    },
    caddyfile: (sample) => findFiles(sample, /^ *(?:root \*|import) \/srv\/(.+)$/gm),
    // The app in demo/apps has the same lines, and `npm run apps` checks it with them.
    'json as tsconfig': async ({ code }) => {
      const { compilerOptions, vueCompilerOptions } = JSON.parse(code);
      const app = JSON.parse(await readFile(join(PROJECT, 'demo/apps/vue/tsconfig.json'), 'utf8'));
      assert.deepEqual(vueCompilerOptions, app.vueCompilerOptions);
      for (const name of app.compilerOptions.types) assert.ok(compilerOptions.types.includes(name));
    },
    /**
     * Writes the configuration of the frame page, which the commands in docs/isolated-mode.md read.
     */
    json: ({ code }) => writeFiles(folder, new Map([['config.json', code]])),
  };

  /** Checks that the files that a web server's configuration names exist. */
  async function findFiles({ code }: Sample, pattern: RegExp): Promise<void> {
    const paths = [...code.matchAll(pattern)].map(([, path = '']) => path);
    assert.ok(paths.length > 1, 'The configuration must name a folder and its headers.');
    for (const path of paths) await stat(join(folder, path));
  }

  /** `npm run apps` checks the types of these samples, because this project lacks the framework. */
  function isCheckedByApp({ page, language }: Sample): Promise<void> {
    const app = APPS.find(({ sample }) => sample?.page === page);
    assert.ok(app?.sample?.language === language, `No app checks the samples of ${page}.`);
    return Promise.resolve();
  }

  /** @param mounts - True if the sample puts the element into the page. */
  async function runBundled(sample: Sample, mounts = false): Promise<void> {
    assert.equal(errors.get(sample) ?? '', '');
    const module = bundled.get(`${moduleName(sample)}.js`);
    await pages.run(sample, { module, hasElement: true, mounts });
  }

  /** Runs a file of tests for Node, in a project that has the package. */
  async function runSuite({ place, code }: Sample): Promise<void> {
    const file = join(folder, 'suite', `${place.replaceAll(/\W/g, '-')}.mjs`);
    await writeFile(file, code);
    const { test, control } = client().sandbox;
    const env = {
      SET_CARD_PIN_ENDPOINT: test.url,
      SET_CARD_PIN_API_KEY: test.apiKey,
      SET_CARD_PIN_CONTROL: control.url,
    };
    const { exitCode, stdout } = await runCommand('--test', [file], { env });
    assert.equal(exitCode, 0, stdout);
  }

  /** Reads a configuration of Vite, with a plugin that returns its options. */
  async function runViteConfig({ code }: Sample): Promise<void> {
    const vue = new URL('../../src/vue.ts', import.meta.url).href;
    const { default: config } = await importWithPackages('vite/vite.config.ts', code, {
      '@vitejs/plugin-vue': 'export default (options) => options;',
      'set-card-pin': `export * from '${vue}';`,
      vite: DEFINE_CONFIG,
    });
    const { isCustomElement } = config.plugins[0].template.compilerOptions;
    assert.deepEqual(['set-card-pin', 'pin-page'].map(isCustomElement), [true, false]);
  }

  /** Runs a reader's tests against the page in docs/script-tag.md. */
  async function runPlaywright({ place, code }: Sample, frameSrc?: string): Promise<void> {
    const page = SAMPLES.find((each) => each.page === 'docs/script-tag.md' && isDocument(each));
    assert.ok(page !== undefined);
    pages.serve('/pin', page.code, { card: 'card_test_accepted', frameSrc });

    const library = new URL('documentation/playwright-test.ts', import.meta.url).href;
    await importWithPackages(
      `playwright/${place.replaceAll(/\W/g, '-')}.js`,
      code.replaceAll('http://127.0.0.1:4402', client().sandbox.control.url),
      { '@playwright/test': `export * from '${library}';` },
    );
    await runTests(() => pages.forPlaywright());
  }

  /** Writes a module and the packages that it imports, each a module too, and imports it. */
  async function importWithPackages(
    path: string,
    code: string,
    packages: Readonly<Record<string, string>>,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
  ): Promise<any> {
    const description =
      '{ "type": "module", "exports": { ".": "./index.js", "./vue": "./index.js" } }';
    const file = join(folder, path);
    await writeFiles(
      join(file, '..'),
      new Map([
        ['package.json', '{ "type": "module" }'],
        ...Object.entries(packages).flatMap(([name, index]): [string, string][] => [
          [`node_modules/${name}/package.json`, description],
          [`node_modules/${name}/index.js`, index],
        ]),
      ]),
    );
    await writeFiles(folder, new Map([[path, code]]));
    return import(pathToFileURL(file).href);
  }

  for (const sample of SAMPLES) {
    const runner = [sample.language, sample.options.as].filter(Boolean).join(' as ');

    it(`runs: ${sample.place}, ${runner}`, LIMIT, async () => {
      const run = RUNNERS[runner];
      assert.ok(run !== undefined, `There is no runner for ${runner}.`);
      await run(sample);
    });
  }
});

describe('the options of a sample', () => {
  const FENCE = '```';

  it('are read from the line that opens it', () => {
    const text = `${FENCE}js card=weak-pin sees="Choose another one."\n1;\n${FENCE}\n`;
    const [sample] = samplesIn('README.md', text);
    assert.deepEqual(sample, {
      place: 'README.md:1',
      page: 'README.md',
      language: 'js',
      options: { card: 'weak-pin', sees: 'Choose another one.' },
      code: '1;\n',
    });
  });

  it('can’t make the tests leave a sample out', () => {
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

describe('a link of the documentation', () => {
  for (const page of [...PAGES, ...MORE_PAGES_WITH_LINKS]) {
    it(`has a target, in ${page}`, () => assert.deepEqual(brokenLinksIn(page), []));
  }

  it('is reported if it is broken', () => {
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
