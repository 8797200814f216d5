import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../../tools/project.js';
import { startStaticHost } from '../node/frame/static-host.js';
import { runCommand } from '../node/run-command.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { buildPart, writeFiles, type BuiltFiles } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { checkCommands } from './documentation/commands.js';
import { brokenLinksIn } from './documentation/links.js';
import { bundle, isTyped, moduleName, needsBundler } from './documentation/modules.js';
import { Pages } from './documentation/pages.js';
import { runTests } from './documentation/playwright-test.js';
import { PAGES, samplesIn, type Sample } from './documentation/samples.js';
import { runRoute } from './documentation/server-half.js';
import { SERVICE, Site } from './documentation/site.js';
import { tryStartPage } from './documentation/start-page.js';
import { typeErrors } from './documentation/types.js';

/**
 * Samples that don't run here: those that other tests run (`step-up`, `scoped-registry`), or
 * `npm run apps` and `npm run release:check`, and configurations.
 */
const NOT_RUN = [
  ...['tsx as app', 'js as vitest', 'js as jest'],
  ...['js as passkey-server', 'js as passkey-page', 'js as scoped'],
  ...['svelte', 'tsx', 'ts', 'json'].map((language) => `${language} as framework`),
  ...['nginx', 'dockerfile', 'ts as vite-config', 'json as tsconfig'],
];

const SAMPLES = PAGES.flatMap((page) => samplesIn(page)).filter(
  (sample) => !NOT_RUN.includes(runnerOf(sample)),
);

/** Pages whose samples don't run. Only their links are checked. */
const MORE_PAGES_WITH_LINKS = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'demo/portal/README.md',
  'src/node/sandbox/README.md',
];

const FRAME_PAGE = 'https://pin.example.com/';

/** Milliseconds for a sample. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 180_000 };

function runnerOf({ language, options }: Sample): string {
  return [language, options.as].filter(Boolean).join(' as ');
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
  let frameHost: Awaited<ReturnType<typeof startStaticHost>>;

  before(async () => {
    pages = await Pages.open(site, client(), browser());
    bundled = await bundle(SAMPLES.filter(needsBundler));
    const scripts = await Promise.all((['script', 'script.isolated'] as const).map(buildPart));
    for (const [path, body] of [bundled, ...scripts].flatMap((files) => [...files]))
      site.files.set(`/${path}`, { body });

    // The parts of the package that commands and servers need, and the frame page.
    folder = await mkdtemp(join(tmpdir(), 'set-card-pin-documentation-'));
    await writeFiles(join(folder, 'package/dist/node'), await buildPart('node'));
    await writeFiles(join(folder, 'package/dist/frame'), await buildPart('frame'));
    await writeFiles(join(folder, 'package/dist/cdn'), await buildPart('script'));
    await copyFile(join(PROJECT, 'package.json'), join(folder, 'package/package.json'));
    await mkdir(join(folder, 'suite'));
    await mkdir(join(folder, 'node_modules'));
    await symlink(join(folder, 'package'), join(folder, 'node_modules/set-card-pin'));
    const config = SAMPLES.find(
      ({ page, language }) => page === 'docs/isolated-mode.md' && language === 'json',
    );
    await writeFile(join(folder, 'config.json'), config!.code);
    const frame = ['frame', '--out', 'frame', 'config.json'];
    const { exitCode, stderr } = await runCommand(program(), frame, { cwd: folder });
    assert.equal(exitCode, 0, stderr);
    frameHost = await startStaticHost(join(folder, 'frame/public'));
    site.upstreams.set(new URL(FRAME_PAGE).host, frameHost.url);
  });
  after(async () => {
    await frameHost.close();
    await rm(folder, { recursive: true, force: true });
  });

  const program = () => join(folder, 'package/dist/node/set-card-pin.js');

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: (sample) =>
      pages.run(sample, isDocument(sample) ? { document: sample.code } : { markup: sample.code }),
    css: (sample) => pages.run(sample, { style: sample.code }),
    js: (sample) =>
      needsBundler(sample) ? runBundled(sample) : pages.run(sample, { module: sample.code }),
    ts: (sample) => runBundled(sample),
    tsx: (sample) => runBundled(sample, true),
    vue: (sample) => runBundled(sample, true),
    'ts as module': (sample) => {
      assert.equal(errors.get(sample), '');
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
      await writeFiles(folder, new Map([['server.mjs', code]]));
      await tryStartPage(folder, client(), browser());
    },
    'js as suite': runSuite,
    'js as route': ({ code }) => runRoute(code, folder, client()),
    'js as playwright': (sample) => runPlaywright(sample),
    sh: ({ code }) => checkCommands(code, program()),
    http: async (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const isIsolated = value.includes('frame-src');
      const attribute = isIsolated ? `frame-src="${FRAME_PAGE}"` : '';
      const markup = `<set-card-pin endpoint="${SERVICE}" card-id="card_123" ${attribute}></set-card-pin>`;
      await pages.run(sample, { markup, headers: { [name]: value } });
    },
    // The frame page was made from that of docs/isolated-mode.md.
    json: ({ code }) => Promise.resolve(JSON.parse(code)),
  };

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

  /** Runs a reader's tests against the page in docs/script-tag.md. */
  async function runPlaywright({ place, code }: Sample): Promise<void> {
    const page = SAMPLES.find((each) => each.page === 'docs/script-tag.md' && isDocument(each));
    assert.ok(page !== undefined);
    pages.serve('/pin', page.code, 'card_test_accepted');

    const library = new URL('documentation/playwright-test.ts', import.meta.url).href;
    const file = join(folder, `${place.replaceAll(/\W/g, '-')}.mjs`);
    await writeFile(
      file,
      code
        .replace("'@playwright/test'", `'${library}'`)
        .replaceAll('http://127.0.0.1:4402', client().sandbox.control.url),
    );
    await import(pathToFileURL(file).href);
    await runTests(() => pages.forPlaywright());
  }

  for (const sample of SAMPLES) {
    const runner = runnerOf(sample);
    it(`runs: ${sample.place}, ${runner}`, LIMIT, async () => {
      const run = RUNNERS[runner];
      assert.ok(run !== undefined, `There is no runner for ${runner}.`);
      await run(sample);
    });
  }
});

describe('a link of the documentation', () => {
  for (const page of [...PAGES, ...MORE_PAGES_WITH_LINKS]) {
    it(`has a target, in ${page}`, () => assert.deepEqual(brokenLinksIn(page), []));
  }
});
