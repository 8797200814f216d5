import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { verifyRegistrationResponse, type RegistrationResponseJSON } from '@simplewebauthn/server';
import type { APIRequestContext, Page } from 'playwright-core';
import { freePort } from '../../tools/browsers/free-port.js';
import { ensureBuild, writeContent } from '../../tools/pack.js';
import { PROJECT } from '../../tools/project.js';
import { runCommand, startCommand } from '../support/run-command.js';
import { useSandbox } from '../support/sandbox-client.js';
import { writeFiles, type BuiltFiles } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { useChromium, waitForText } from '../support/chromium.js';
import { ENDS } from '../../src/set-pin/outcome.js';
import { until } from '../support/until.js';
import { brokenLinksIn } from './documentation/links.js';
import { bundle, bundleName, needsBundler } from './documentation/modules.js';
import { elementIn, isDocument, openPages, PORTAL, type Pages } from './documentation/pages.js';
import { PAGES, readPage, samplesIn, type Sample } from './documentation/samples.js';

/**
 * Samples that don't run here: configurations, and samples that other tests run (`frameworks` and
 * `npm run apps`).
 */
const NOT_RUN =
  /^(nginx|dockerfile|graphql|vue|svelte)$| as (app|vitest|express|fastify|framework|vite-config|tsconfig)$/;

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

/** The functions that readers of the backend samples write. Ada has every card except one. */
const YOUR_OWN = `
export const signedInCardholder = async ({ headers }) =>
  headers.get('Cookie') === 'session=ada' ? 'Ada' : undefined;
export const cardIdsOf = async (cardholder) =>
  ({ includes: (id) => cardholder === 'Ada' && id !== process.env.OTHER_CARD });
export const lastLoginOf = async () => Date.now();
const session = { cardholder: 'Ada' };
export const sessionOf = async () => session;
export const passkeys = [];
export const passkeysOf = async () => passkeys;
export const saveCounter = async (id, counter) => {
  passkeys.find((each) => each.id === id).counter = counter;
};
`;

/** Registers a passkey on a portal page. */
const REGISTER = `navigator.credentials
  .create({
    publicKey: {
      challenge: new Uint8Array(32),
      rp: { name: 'A bank' },
      user: { id: new Uint8Array(1), name: 'Ada', displayName: 'Ada' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { userVerification: 'required' },
    },
  })
  .then((credential) => credential.toJSON())`;

const JSON_BODY = { 'Content-Type': 'application/json' };

type Route = (request: Request) => Promise<Response>;

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
  /** A user's project, and the package in it as it would be published. */
  let folder: string;
  let installed: string;

  before(async () => {
    // Node finds the project's packages from here.
    const cache = join(PROJECT, 'node_modules', '.cache');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'documentation-'));
    installed = join(folder, 'node_modules/set-card-pin/');
    await ensureBuild();
    await writeContent(installed, 'https://git.example.com/set-card-pin');
    await write('package.json', '{ "type": "module" }');
    await write('your-own.js', YOUR_OWN);
    const modules = await bundle(SAMPLES.filter(needsBundler), join(folder, 'modules'));
    [bundled, typeErrors] = [modules.files, modules.errors];
    pages = await openPages(client(), browser(), bundled);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const RUNNERS: Readonly<Record<string, (sample: Sample) => Promise<void>>> = {
    html: (sample) => pages.run(sample, { markup: packaged(sample) }),
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
    'js as passkey-server': servePasskeys,
    'js as passkey-page': runPasskeyPage,
    'js as playwright': runPlaywright,
    sh: runCommands,
    http: (sample) => {
      const [, name = '', value = ''] = /^([\w-]+): (.+)\n$/.exec(sample.code) ?? [];
      const markup = elementIn(value.includes('frame-src') ? 'isolated' : 'inline');
      return pages.run(sample, { markup, headers: { [name]: value } });
    },
    // The frame page has the configuration in docs/isolated-mode.md.
    json: ({ code }) => Promise.resolve(void JSON.parse(code)),
  };

  function runBundle(sample: Sample, markup = ''): Promise<void> {
    const module = bundled.get(bundleName(sample))!;
    return pages.run(sample, { module, isBundle: true, markup });
  }

  /** Returns a sample's code as it is in the package, with the scripts' hashes. */
  const packaged = ({ page, place }: Sample): string =>
    samplesIn(page, installed).find((each) => each.place === place)!.code;

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
    const file = await write('suite.js', code);
    const { exitCode, stdout } = await runCommand('--test', [file], { env: environment() });
    assert.equal(exitCode, 0, stdout);
  }

  /** Checks that scripts exist, and that the help of the package's commands lists their options. */
  async function runCommands({ code }: Sample): Promise<void> {
    const program = join(installed, 'dist/node/set-card-pin.js');
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
    Object.assign(process.env, environment(), { OTHER_CARD: other.id });
    const name = `${place.replaceAll(/\W/g, '-')}.js`;
    const { handle } = (await load(name, `${code}export { handle };`)) as { handle: Route };
    const ask = async (cardId: string): Promise<number> => {
      const headers = { ...JSON_BODY, Cookie: 'session=ada', Origin: PORTAL };
      const init = { method: 'POST', headers, body: JSON.stringify({ cardId }) };
      return (await handle(new Request(`${PORTAL}/portal/client-token`, init))).status;
    };
    assert.deepEqual([await ask(card.id), await ask(other.id)], [200, 403]);
  }

  /** Serves the routes that require a passkey. */
  async function servePasskeys({ code }: Sample): Promise<void> {
    Object.assign(process.env, environment());
    const server = code.replaceAll('portal.example.com', new URL(PORTAL).host);
    const routes = (await load('passkey-server.js', server)) as Record<string, Route>;
    pages.routes.set('/portal/passkey', routes['passkey']!);
    pages.routes.set('/portal/client-token', routes['clientToken']!);
  }

  /** Sets PINs on a device that has the passkey, which allows one token for each use. */
  async function runPasskeyPage({ code }: Sample): Promise<void> {
    const { page } = pages;
    const device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal' },
        ...{ hasUserVerification: true, isUserVerified: true },
      },
    });
    pages.serve('/register', '<!doctype html>');
    await page.goto(`${PORTAL}/register`);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await page.evaluate<RegistrationResponseJSON>(REGISTER),
      expectedChallenge: () => true,
      expectedOrigin: PORTAL,
      expectedRPID: new URL(PORTAL).host,
    });
    const { passkeys } = (await load('your-own.js', YOUR_OWN)) as { passkeys: object[] };
    passkeys.push(registrationInfo!.credential);
    for (const mode of ['inline', 'isolated'] as const) {
      for (const [isUserVerified, ends] of [
        [false, 'token-unavailable'],
        [true, 'set'],
      ] as const) {
        await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
        await pages.run({ code, options: { ends } }, { markup: elementIn(mode), module: code });
      }
      const headers = { ...JSON_BODY, 'Sec-Fetch-Site': 'same-origin' };
      const init = { method: 'POST', headers, body: '{"cardId":"card_123"}' };
      const ask = pages.routes.get('/portal/client-token')!;
      assert.equal((await ask(new Request(`${PORTAL}/`, init))).status, 403);
    }
    pages.serveTokens();
  }

  /** Runs Playwright tests against the page in docs/script-tag.md, one after the other. */
  async function runPlaywright({ code }: Sample): Promise<void> {
    const page = samplesIn('docs/script-tag.md').find(({ code }) => isDocument(code));
    pages.serve('/pin', packaged(page!).replaceAll('card_123', 'card_test_accepted'));
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
    await load('playwright.js', module);
    assert.equal(steps.length, 3);
    const request = pages.page.context().request;
    for (const step of steps) await step({ page: pages.page, request });
  }

  it('has no type errors', () => assert.equal(typeErrors, ''));

  it('has no broken links in its page, in the project or in the package', () => {
    const packed = readdirSync(installed, { recursive: true, encoding: 'utf8' });
    const pages = packed.filter((path) => path.endsWith('.md'));
    const inPackage = pages.flatMap((page) => brokenLinksIn(page, installed));
    const inProject = [...PAGES, ...MORE_PAGES_WITH_LINKS].flatMap((page) => brokenLinksIn(page));
    assert.deepEqual([...inPackage, ...inProject], []);
  });

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
