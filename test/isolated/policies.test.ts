import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { frameHeaders } from '../../src/node/frame/headers.js';
import { headersFile } from '../../src/node/frame/host-files.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { waitForFocus as focusComes } from '../support/cardholder.js';
import { startStaticHost } from '../node/frame/static-host.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';

/** The modes, as docs/isolated-mode.md names them, and the addresses for which its policies stand. */
const MODES = ['Inline', 'Isolated'] as const;
const SERVICE = 'https://api.example.com';
const FRAME = 'https://pin.example.com';

type Mode = (typeof MODES)[number];

const PIN = '4826';

/** Milliseconds for one page, in which a PIN that is not set would be waited for for ever. */
const LIMIT = { timeout: 60_000 };

/** The portal's own script: it fetches tokens from its own server, and remembers the element's events. */
const PORTAL = `
  const [ready, ended] = [['pin-ready'], ['pin-set', 'pin-error']].map((types) =>
    new Promise((resolve) => types.forEach((type) => addEventListener(type, ({ outcome }) => resolve(outcome?.explanation ?? type)))));
  addEventListener('token-expired', (event) =>
    event.respondWith(fetch('/token/' + event.target.cardId).then((response) => response.json())));`;

/** What a portal's page is served with, beside its policy. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {},
  'cross-origin isolated': {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
};

describe('a strict policy', () => {
  const client = useSandbox();
  const ends: (() => unknown)[] = [];
  let browser: Browser;
  let portal: string;
  let stranger: string;
  /** The frame page, as a host serves it by its `_headers`, and by a host that knows of none. */
  let frame: string;
  let bareFrame: string;
  let policies: ReadonlyMap<string, string>;

  before(async () => {
    policies = readPolicies(await readFile(join(PROJECT, 'docs', 'isolated-mode.md'), 'utf8'));
    const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-policies-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const common = { root: PROJECT, logLevel: 'warn' } as const;
    const [cdn, page] = [join(folder, 'cdn'), join(folder, 'frame')];
    await build({ ...common, mode: 'script', build: { outDir: cdn } });
    await build({ ...common, mode: 'frame', build: { outDir: page } });
    const element = await readFile(join(cdn, 'set-card-pin.js'), 'utf8');
    // Two of the same, of which the frame page knows one.
    [portal, stranger] = [await startPortal(element), await startPortal(element)];

    const config = { parents: [portal], endpoints: [client().sandbox.test.url] };
    await writeFile(join(page, 'config.json'), JSON.stringify(config));
    await writeFile(join(page, '_headers'), headersFile(frameHeaders(config)));
    const host = await startStaticHost(page);
    const bareHost = await startStaticHost(page, (_path, answer) => ({
      ...answer,
      headers: answer.headers.filter(([name]) => name === 'Content-Type'),
    }));
    ends.push(
      () => host.close(),
      () => bareHost.close(),
    );
    [frame, bareFrame] = [host.url, bareHost.url];

    browser = await launchBrowser(await findBrowser());
    ends.push(() => browser.close());
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  async function startPortal(element: string): Promise<string> {
    const files: Readonly<Record<string, readonly [type: string, content: string]>> = {
      'set-card-pin.js': ['text/javascript', element],
      'portal.js': ['text/javascript', PORTAL],
      'portal.css': ['text/css', 'set-card-pin { --set-card-pin-accent: #00664f }'],
    };
    const server: Server = createServer((request, response) => {
      const [path = '', argument = ''] = (request.url ?? '').slice(1).split('/');
      const answer = (type: string, content: string): void => {
        response.setHeader('Content-Type', type).end(content);
      };
      const file = files[path];
      if (file) answer(...file);
      else if (path === 'token') {
        void client()
          .bearer(argument)
          .then((bearer) => answer('application/json', JSON.stringify({ value: bearer.slice(7) })));
      } else {
        const { mode, card, variant, frameSrc } = JSON.parse(decodeURIComponent(path));
        const policy = policies
          .get(mode)
          ?.replace(SERVICE, new URL(client().sandbox.test.url).origin)
          .replace(FRAME, new URL(frameSrc).origin);
        assert.ok(policy, `docs/isolated-mode.md has no policy for ${mode}.`);
        response.setHeaders(
          new Map(Object.entries({ ...VARIANTS[variant], 'Content-Security-Policy': policy })),
        );
        answer('text/html', html(card, mode === 'Isolated' ? `frame-src="${frameSrc}"` : ''));
      }
    });
    await listen(server, 0, 'localhost');
    ends.push(() => stop(server));
    return `http://localhost:${new URL(addressOf(server)).port}`;
  }

  function html(card: string, attribute: string): string {
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<link rel="stylesheet" href="/portal.css"><script src="/set-card-pin.js"></script><script src="/portal.js"></script>
<set-card-pin endpoint="${client().sandbox.test.url}" card-id="${card}" ${attribute}></set-card-pin></html>`;
  }

  interface Opened {
    readonly page: Page;
    readonly card: string;
    /** What is said in any frame; a browser says each violation there too. */
    readonly said: readonly string[];
  }

  /** Opens a portal's page. */
  async function open(
    mode: Mode,
    { from = portal, variant = '', frameSrc = frame } = {},
  ): Promise<Opened> {
    const { id: card } = await client().card('accepted');
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(String(error)));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.log(`violation of ${effectiveDirective}: ${blockedURI}`);
      });
    });
    const path = encodeURIComponent(JSON.stringify({ mode, card, variant, frameSrc }));
    await page.goto(`${from}/${path}`);
    return { page, card, said };
  }

  /** Sets a PIN as a cardholder does: typed, shown by its button, and typed once more. */
  async function setPin({ page, card }: Opened): Promise<void> {
    await page.evaluate('ready');
    await page.locator('set-card-pin').evaluate((element) => element.focus());
    const isForms = (frame: Frame) => frame !== page.mainFrame() && frame.url().startsWith('http');
    await focusComes({ frame: page.frames().find(isForms) });
    for (const key of [...PIN, 'Tab', 'Enter', 'Tab', ...PIN, 'Enter']) {
      await page.keyboard.press(key);
    }
    assert.equal(await page.evaluate('ended'), 'pin-set');
    const { json } = await client().control('POST', `/cards/${card}/verify`, { pin: PIN });
    assert.equal(json.matches, true);
  }

  function frameAt(page: Page, address: string): Frame {
    const found = page.frames().find((each) => each.url() === address);
    assert.ok(
      found,
      page
        .frames()
        .map((each) => each.url())
        .join(),
    );
    return found;
  }

  for (const mode of MODES) {
    for (const variant of Object.keys(VARIANTS)) {
      it(
        `lets the element set a PIN without a violation: ${[mode, variant].filter(Boolean).join(', ')}`,
        LIMIT,
        async () => {
          const opened = await open(mode, { variant });
          await setPin(opened);
          assert.deepEqual(opened.said, []);
          assert.equal(await opened.page.evaluate('crossOriginIsolated'), variant !== '');
          await opened.page.close();
        },
      );
    }
  }

  /** Does what no policy of ours permits. */
  function offend(): void {
    document.body.setAttribute('style', 'color: red');
    try {
      document.createElement('p').innerHTML = '<b>text</b>';
    } catch {
      // As it should.
    }
  }

  const OFFENCES = [
    'violation of style-src-attr: inline',
    'violation of require-trusted-types-for: trusted-types-sink',
  ];

  /** Waits until something is said; gives the violations until then, each once, as two policies of a page may forbid the same. */
  async function violations({ page, said }: Opened, last: string): Promise<readonly string[]> {
    if (!said.includes(last)) {
      await page.waitForEvent('console', (message) => message.text() === last);
    }
    return [...new Set(said.filter((text) => text.startsWith('violation')))];
  }

  it('is seen to be violated in the portal’s page', LIMIT, async () => {
    const opened = await open('Inline');
    await opened.page.evaluate(offend);
    assert.deepEqual(await violations(opened, OFFENCES[1]!), OFFENCES);
    await opened.page.close();
  });

  it('is seen to be violated in the frame page', LIMIT, async () => {
    const opened = await open('Isolated');
    await opened.page.evaluate('ready');
    await frameAt(opened.page, frame).evaluate(offend);
    assert.deepEqual(await violations(opened, OFFENCES[1]!), OFFENCES);
    await opened.page.close();
  });

  it('is in the frame page itself, where its host sends no headers', LIMIT, async () => {
    const opened = await open('Isolated', { frameSrc: bareFrame });
    await setPin(opened);
    assert.deepEqual(opened.said, []);
    await frameAt(opened.page, bareFrame).evaluate(offend);
    assert.deepEqual(await violations(opened, OFFENCES[1]!), OFFENCES);
    await opened.page.close();
  });

  it('lets no other page than its parents embed the frame page', LIMIT, async () => {
    const { page, said } = await open('Isolated', { from: stranger });
    const isRefusal = (text: string): boolean => text.includes(`"frame-ancestors ${portal}"`);
    if (!said.some(isRefusal)) {
      await page.waitForEvent('console', (message) => isRefusal(message.text()));
    }
    await page.close();
  });

  it('lets the frame page answer no other, where its host sends no headers', LIMIT, async () => {
    const { page } = await open('Isolated', { from: stranger, frameSrc: bareFrame });
    assert.match(await page.evaluate('ended'), /does not have this parent/);
    await page.close();
  });

  it(
    'lets the frame page connect to no other origin than those of its endpoints',
    LIMIT,
    async () => {
      const opened = await open('Isolated');
      await opened.page.evaluate('ready');
      const reach = (url: string): Promise<string> =>
        frameAt(opened.page, frame).evaluate(
          (address) => fetch(address, { method: 'POST' }).then(({ type }) => type, String),
          url,
        );
      const { test, live } = client().sandbox;
      assert.equal(await reach(test.url), 'cors');
      assert.match(await reach(live.url), /TypeError/);
      const violation = `violation of connect-src: ${live.url}`;
      assert.deepEqual(await violations(opened, violation), [violation]);
      await opened.page.close();
    },
  );
});

/** The policies that the documentation gives, by the mode that stands before each. */
function readPolicies(text: string): ReadonlyMap<string, string> {
  const blocks = text.matchAll(/^(\w+):\n\n```http\nContent-Security-Policy: (.+)\n```$/gm);
  return new Map([...blocks].map(([, mode = '', policy = '']) => [mode, policy]));
}
