import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
import { bundle, bundleName, isModule, needsBundler } from './documentation/modules.js';
import { FRAME_PAGE, Pages, SERVICE } from './documentation/pages.js';
import { runTests } from './documentation/playwright-test.js';
import { PAGES, samplesIn, type Sample } from './documentation/samples.js';
import { tryStartPage } from './documentation/start-page.js';

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

/** Milliseconds for a sample. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 180_000 };

function runnerOf({ language, options }: Sample): string {
  return [language, options.as].filter(Boolean).join(' as ');
}

function fileName(place: string): string {
  return place.replaceAll(/\W/g, '-');
}

function isDocument({ language, code }: Sample): boolean {
  return language === 'html' && /^<!doctype/i.test(code);
}

/** What the samples of a server half leave to their reader: a cardholder with a card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) =>
  headers.get('Cookie') === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
export const lastLoginOf = async () => Date.now();
export const ownsCard = async (request, cardId) =>
  (await cardIdsOf(await signedInCardholder(request))).includes(cardId);
`;

describe('a sample of the documentation', () => {
  const client = useSandbox();
  const browser = useChromium();
  let pages: Pages;
  let bundled: BuiltFiles;
  let typeErrors: string;
  let folder: string;
  let frameHost: Awaited<ReturnType<typeof startStaticHost>>;

  before(async () => {
    // Packages are found from here.
    const cache = join(PROJECT, 'node_modules', '.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'documentation-'));
    const modules = await bundle(SAMPLES.filter(needsBundler), join(folder, 'modules'));
    [bundled, typeErrors] = [modules.files, modules.errors];
    const scripts = await Promise.all((['script', 'script.isolated'] as const).map(buildPart));

    // The parts of the package that commands and servers need.
    const installed = join(folder, 'node_modules/set-card-pin');
    for (const [part, path] of [
      ['node', 'node'],
      ['frame', 'frame'],
      ['script', 'cdn'],
    ] as const)
      await writeFiles(join(installed, 'dist', path), await buildPart(part));
    await copyFile(join(PROJECT, 'package.json'), join(installed, 'package.json'));
    const config = SAMPLES.find(
      ({ page, language }) => page === 'docs/isolated-mode.md' && language === 'json',
    );
    await writeFile(join(folder, 'config.json'), config!.code);
    const frame = ['frame', '--out', 'frame', 'config.json'];
    const { exitCode, stderr } = await runCommand(program(), frame, { cwd: folder });
    assert.equal(exitCode, 0, stderr);
    frameHost = await startStaticHost(join(folder, 'frame/public'));
    const files = new Map([bundled, ...scripts].flatMap((each) => [...each]));
    pages = await Pages.open(client(), browser(), files, frameHost.url);
  });
  after(async () => {
    await frameHost.close();
    await rm(folder, { recursive: true, force: true });
  });

  const program = () => join(folder, 'node_modules/set-card-pin/dist/node/set-card-pin.js');

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: (sample) =>
      pages.run(sample, isDocument(sample) ? { document: sample.code } : { markup: sample.code }),
    css: (sample) => pages.run(sample, { style: sample.code }),
    js: (sample) =>
      needsBundler(sample) ? runBundled(sample) : pages.run(sample, { module: sample.code }),
    ts: (sample) => runBundled(sample),
    tsx: (sample) => runBundled(sample, true),
    vue: (sample) => runBundled(sample, true),
    'html as start': async ({ code }) => {
      await write(
        'index.html',
        code.replace('http://127.0.0.1:4400/graphql', client().sandbox.test.url),
      );
    },
    'js as start': async ({ code }) => {
      await write('server.mjs', code);
      await tryStartPage(folder, client(), browser());
    },
    'js as suite': runSuite,
    'js as route': runRoute,
    'js as playwright': runPlaywright,
    'js as telemetry': async (sample) => {
      await pages.run(sample, { module: sample.code });
      for (const frameSrc of [undefined, FRAME_PAGE])
        assert.match(await pages.leave(sample, frameSrc), /"name":"abandoned"/);
    },
    sh: ({ code }) => checkCommands(code, program()),
    http: async (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const isIsolated = value.includes('frame-src');
      const attribute = isIsolated ? `frame-src="${FRAME_PAGE}"` : '';
      const markup = `<set-card-pin endpoint="${SERVICE}" card-id="card_123" ${attribute}></set-card-pin>`;
      await pages.run(sample, { markup, headers: { [name]: value } });
    },
    // The frame page was made from that of docs/isolated-mode.md.
    json: ({ code }) => Promise.resolve(void JSON.parse(code)),
  };

  /** @param mounts - True if the sample puts the element into the page. */
  async function runBundled(sample: Sample, mounts = false): Promise<void> {
    const module = bundled.get(bundleName(sample));
    await pages.run(sample, { module, hasElement: true, mounts });
  }

  /** Writes a file into the folder, and returns its path. */
  async function write(name: string, code: string): Promise<string> {
    await writeFiles(folder, new Map([[name, code]]));
    return join(folder, name);
  }

  /** Runs a file of tests for Node, in a project that has the package. */
  async function runSuite({ place, code }: Sample): Promise<void> {
    const file = await write(`${fileName(place)}.mjs`, code);
    const { test, control } = client().sandbox;
    const env = {
      SET_CARD_PIN_ENDPOINT: test.url,
      SET_CARD_PIN_API_KEY: test.apiKey,
      SET_CARD_PIN_CONTROL: control.url,
    };
    const { exitCode, stdout } = await runCommand('--test', [file], { env });
    assert.equal(exitCode, 0, stdout);
  }

  /** Asks a server half for tokens of the cardholder's card, and of another one. */
  async function runRoute({ place, code }: Sample): Promise<void> {
    const [card, other] = [await client().card('accepted'), await client().card('accepted')];
    const { url, apiKey } = client().sandbox.test;
    const env = { CARD: card.id, SET_CARD_PIN_ENDPOINT: url, SET_CARD_PIN_API_KEY: apiKey };
    Object.assign(process.env, env);
    await write(`${fileName(place)}/your-own.mjs`, YOUR_OWN);
    const file = await write(
      `${fileName(place)}/handle.mjs`,
      code.replace('./your-own.js', './your-own.mjs'),
    );
    const { handle } = (await import(pathToFileURL(file).href)) as {
      handle: (request: Request) => Promise<Response>;
    };
    const ask = async (cardId: string): Promise<number> => {
      const headers = {
        Origin: 'https://cards.example.com',
        'Content-Type': 'application/json',
        Cookie: 'session=ada',
        'Sec-Fetch-Site': code.includes('allowedOrigins') ? 'same-site' : 'same-origin',
      };
      const body = JSON.stringify({ cardId });
      const address = 'https://server.example.com/portal/client-token';
      return (await handle(new Request(address, { method: 'POST', headers, body }))).status;
    };
    assert.deepEqual([await ask(card.id), await ask(other.id)], [200, 403]);
  }

  /** Runs a reader's tests against the page in docs/script-tag.md. */
  async function runPlaywright({ place, code }: Sample): Promise<void> {
    const page = SAMPLES.find((each) => each.page === 'docs/script-tag.md' && isDocument(each));
    assert.ok(page !== undefined);
    pages.serve('/pin', page.code, 'card_test_accepted');

    const library = new URL('documentation/playwright-test.ts', import.meta.url).href;
    const file = await write(
      `${fileName(place)}.mjs`,
      code
        .replace("'@playwright/test'", `'${library}'`)
        .replaceAll('http://127.0.0.1:4402', client().sandbox.control.url),
    );
    await import(pathToFileURL(file).href);
    await runTests(() => pages.forPlaywright());
  }

  it('has the types that the package declares', () => assert.equal(typeErrors, ''));

  for (const sample of SAMPLES.filter((each) => !isModule(each))) {
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
