import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Page } from 'playwright-core';
import type { FrameConfig } from '../../src/isolated/config.js';
import { freePort } from '../../tools/browsers/free-port.js';
import { PROJECT } from '../../tools/project.js';
import { runCommand, startCommand } from '../support/run-command.js';
import { useSandbox } from '../support/sandbox-client.js';
import { buildPart, writeFiles, type BuiltFiles } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { ENDS } from '../../src/set-pin/outcome.js';
import { until } from '../support/until.js';
import { brokenLinksIn } from './documentation/links.js';
import { bundle, bundleName, needsBundler } from './documentation/modules.js';
import { elementIn, Pages } from './documentation/pages.js';
import { PAGES, readPage, samplesIn, type Sample } from './documentation/samples.js';

/**
 * Samples that don't run here: configurations, and samples that other tests run (`step-up`,
 * `frameworks` and `npm run apps`).
 */
const NOT_RUN =
  /^(nginx|dockerfile|graphql|vue|svelte)$| as (app|vitest|express|fastify|passkey-\w+|framework|vite-config|tsconfig)$/;

const SAMPLES = PAGES.flatMap((page) => samplesIn(page)).filter(
  (sample) => !NOT_RUN.test(runnerOf(sample)),
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

const isDocument = ({ code }: Sample): boolean => /^<!doctype/i.test(code);

/** The functions that readers of the backend samples write: a cardholder with a card. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) =>
  headers.get('Cookie') === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) => cardholder === 'Ada' ? [process.env.CARD] : [];
export const lastLoginOf = async () => Date.now();
`;

/** Folder of the package in a user's project. */
const PACKAGE = 'node_modules/set-card-pin';

const { scripts } = JSON.parse(readPage('package.json')) as { readonly scripts: object };

/** Commands that need a network or the clone's address, or that run with their sample. */
const OTHER_COMMANDS =
  /^(?:|npm ci|npm init -y|npm install\b.*|git clone .*|cd .*|pip install .*|uvicorn .*|node server\.mjs)$/;

describe('a documentation sample', () => {
  const client = useSandbox();
  const browser = useChromium();
  let pages: Pages;
  let bundled: BuiltFiles;
  let typeErrors: string;
  let folder: string;

  before(async () => {
    // Node finds the project's packages from here.
    const cache = join(PROJECT, 'node_modules', '.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'documentation-'));
    const modules = await bundle(SAMPLES.filter(needsBundler), join(folder, 'modules'));
    [bundled, typeErrors] = [modules.files, modules.errors];
    // The parts of the package that commands and servers need.
    for (const part of ['node', 'frame', 'script'] as const) {
      const path = part === 'script' ? 'cdn' : part;
      await writeFiles(join(folder, PACKAGE, 'dist', path), await buildPart(part));
    }
    await copyFile(join(PROJECT, 'package.json'), join(folder, PACKAGE, 'package.json'));
    const config = samplesIn('docs/isolated-mode.md').find(({ language }) => language === 'json');
    const scripts = [await buildPart('script'), await buildPart('script.isolated')];
    const files = new Map([bundled, ...scripts].flatMap((each) => [...each]));
    pages = await Pages.open(client(), browser(), files, {
      config: JSON.parse(config!.code) as FrameConfig,
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: (sample) =>
      pages.run(sample, { [isDocument(sample) ? 'document' : 'markup']: sample.code }),
    css: (sample) => pages.run(sample, { markup: `<style>${sample.code}</style>` }),
    js: (sample) =>
      needsBundler(sample) ? runBundle(sample) : pages.run(sample, { module: sample.code }),
    ts: runBundle,
    // The sample puts the element into the page.
    tsx: (sample) => runBundle(sample, '<div id="root"></div>'),
    'html as start': async ({ code }) => {
      const endpoint = client().sandbox.test.url;
      await write('index.html', code.replace('http://127.0.0.1:4400/graphql', endpoint));
    },
    'js as start': runStart,
    'js as suite': runSuite,
    'js as route': runRoute,
    'js as playwright': runPlaywright,
    sh: runCommands,
    http: (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const markup = elementIn(value.includes('frame-src') ? 'isolated' : 'inline');
      return pages.run(sample, { markup, headers: { [name]: value } });
    },
    // The frame page was prepared with the configuration in docs/isolated-mode.md.
    json: ({ code }) => Promise.resolve(void JSON.parse(code)),
  };

  function runBundle(sample: Sample, markup = ''): Promise<void> {
    const module = bundled.get(bundleName(sample))!;
    return pages.run(sample, { module, isBundle: true, markup });
  }

  /** Writes a file into the folder, and returns its path. */
  async function write(name: string, code: string): Promise<string> {
    await writeFiles(folder, new Map([[name, code]]));
    return join(folder, name);
  }

  async function load(name: string, code: string): Promise<unknown> {
    return import(pathToFileURL(await write(name, code)).href);
  }

  const environment = () => {
    const { test, control } = client().sandbox;
    return {
      SET_CARD_PIN_ENDPOINT: test.url,
      SET_CARD_PIN_API_KEY: test.apiKey,
      SET_CARD_PIN_CONTROL: control.url,
    };
  };

  /** Runs a Node test file in a project that has the package. */
  async function runSuite({ code }: Sample): Promise<void> {
    const file = await write('suite.mjs', code);
    const { exitCode, stdout } = await runCommand('--test', [file], { env: environment() });
    assert.equal(exitCode, 0, stdout);
  }

  /** Checks that scripts exist, and that the help of the package's commands lists their options. */
  async function runCommands({ code }: Sample): Promise<void> {
    const program = join(folder, PACKAGE, 'dist/node/set-card-pin.js');
    const commands = code.replaceAll(/(^| +)#.*$/gm, '').split(/\n| && /);
    for (const command of commands) {
      if (OTHER_COMMANDS.test(command)) continue;
      const [, script = ''] = /^npm (?:run )?([\w:]+)(?: -- .+)?$/.exec(command) ?? [];
      if (script in scripts) continue;
      const [, name, options] = /^npx set-card-pin (\w+)(.*?)(?: -- .+)?$/.exec(command) ?? [];
      assert.ok(name, `Unknown command: ${command}`);
      const { exitCode, stdout, stderr } = await runCommand(program, [name, '--help']);
      assert.equal(exitCode, 0, stderr);
      for (const [option] of options!.matchAll(/--[\w-]+/g))
        assert.ok(stdout.includes(`${option} `), `${command}: unknown option ${option}`);
    }
  }

  /** Runs the server in docs/start.md, and tries in its page what docs/start.md suggests. */
  async function runStart({ code }: Sample): Promise<void> {
    const program = await write('server.mjs', code);
    const env = { ...environment(), PORT: String(await freePort()) };
    const server = startCommand(program, [], { cwd: folder, env });
    const page = await browser().newPage();
    try {
      const [address = ''] = /http:\S+/.exec(await server.printed('http:')) ?? [];
      for (const [query, text] of [
        ['', 'Your new PIN'],
        ['/?card=card_123', 'Something went wrong on our side'],
      ] as const) {
        await page.goto(address + query);
        await page.locator('set-card-pin').focus();
        await typePinTwice(page, '4826');
        await page.keyboard.press('Enter');
        await waitForText(page, text);
      }
      assert.equal(await client().matches('card_test_accepted', '4826'), true);
    } finally {
      await page.close();
      server.process.kill();
    }
    assert.equal((await server.ended).stderr, '');
  }

  /** Requests tokens from a backend route for the cardholder's card, and for another one. */
  async function runRoute({ place, code }: Sample): Promise<void> {
    const [card, other] = [await client().card('accepted'), await client().card('accepted')];
    Object.assign(process.env, environment(), { CARD: card.id });
    await write('your-own.mjs', YOUR_OWN);
    const name = `${place.replaceAll(/\W/g, '-')}.mjs`;
    const half = code.replace('./your-own.js', './your-own.mjs');
    const module = await load(name, `${half}export { handle };`);
    const { handle } = module as { handle: (request: Request) => Promise<Response> };
    const ask = async (cardId: string): Promise<number> => {
      const headers = { 'Content-Type': 'application/json', Cookie: 'session=ada' };
      const request = new Request('https://server.example.com/portal/client-token', {
        method: 'POST',
        headers: { ...headers, Origin: 'https://server.example.com' },
        body: JSON.stringify({ cardId }),
      });
      return (await handle(request)).status;
    };
    assert.deepEqual([await ask(card.id), await ask(other.id)], [200, 403]);
  }

  /** Runs Playwright tests against the page in docs/script-tag.md, one after the other. */
  async function runPlaywright({ code }: Sample): Promise<void> {
    const page = samplesIn('docs/script-tag.md').find(isDocument);
    pages.servePage('/pin', page!.code, 'card_test_accepted');
    type Step = (fixtures: { page: Page; request: APIRequestContext }) => Promise<void>;
    const steps: Step[] = [];
    const test = (_name: string, step: Step) => void steps.push(step);
    const beforeEach = (step: Step) => void steps.push(step);
    const toEqual = (actual: unknown) => (expected: unknown) => assert.deepEqual(actual, expected);
    const poll = (read: () => Promise<readonly unknown[]>) => ({
      toContain: (text: string) => until(text, async () => (await read()).includes(text)),
    });
    const expect = Object.assign((it: unknown) => ({ toEqual: toEqual(it) }), { poll });
    Object.assign(globalThis, { library: { test: Object.assign(test, { beforeEach }), expect } });
    const module = code
      .replace(/^import (.+) from .*$/m, 'const $1 = globalThis.library;')
      .replaceAll('http://127.0.0.1:4402', client().sandbox.control.url);
    await load('playwright.mjs', module);
    assert.equal(steps.length, 3);
    const request = pages.page.context().request;
    for (const step of steps) await step({ page: pages.page, request });
  }

  it('has no type errors', () => assert.equal(typeErrors, ''));

  for (const sample of SAMPLES) {
    const runner = runnerOf(sample);
    it(`runs: ${sample.place}, ${runner}`, LIMIT, async () => {
      const run = RUNNERS[runner];
      assert.ok(run !== undefined, `There is no runner for ${runner}.`);
      await run(sample);
    });
  }
});

describe('the documentation', () => {
  it('has no broken links', () =>
    assert.deepEqual([...PAGES, ...MORE_PAGES_WITH_LINKS].flatMap(brokenLinksIn), []));

  it('states the scripts’ size limits', () => {
    for (const [name, ...pages] of [
      ['set-card-pin', 'README.md', 'docs/script-tag.md'],
      ['set-card-pin.isolated', 'docs/script-tag.md'],
    ] as const) {
      const [, limit = ''] =
        RegExp(`/${name}\\.js', limit: '(\\d+) B'`).exec(readPage('.size-limit.js')) ?? [];
      for (const page of pages)
        assert.ok(readPage(page).includes(`less than ${parseInt(limit) / 1000} kB`), page);
    }
  });

  it('lists in docs/errors.md the outcomes after which the element keeps the PIN', () => {
    const paragraphs = readPage('docs/errors.md').split('\n\n');
    for (const start of ['The PIN stays', '`event.retryable`']) {
      const paragraph = paragraphs.find((each) => each.startsWith(start))!;
      for (const [kind, { keeps = false }] of Object.entries(ENDS)) {
        const isNamed = paragraph.includes(`\`${kind}\``);
        // An invalid entry stays too, and has to be changed first.
        assert.equal(isNamed, keeps && (start === 'The PIN stays' || kind !== 'invalid'), kind);
      }
    }
  });
});
