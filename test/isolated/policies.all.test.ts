import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Frame, Page } from 'playwright-core';
import { prepareFrame } from '../../src/node/frame/frame-files.js';
import { headersFile } from '../../src/node/frame/hosts.js';
import { PROJECT } from '../../tools/project.js';
import { waitForFocus } from '../support/cardholder.js';
import { startStaticHost } from '../node/frame/static-host.js';
import { useSandbox } from '../node/sandbox/sandbox-client.js';
import { buildPart, useElementScript, writeFiles } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { useSite, type Answer } from '../support/site.js';

/** The addresses in the policies of docs/content-security-policy.md. */
const SERVICE = 'https://api.example.com';
const FRAME = 'https://pin.example.com';

type Mode = 'Inline' | 'Isolated';

const PIN = '4826';

/** Milliseconds for a page. Without a limit, a failing test could wait forever. */
const LIMIT = { timeout: 180_000 };

/** The portal's script: it fetches tokens from its server, and remembers events of the element. */
const PORTAL = `
  const [ready, ended] = [['pin-ready'], ['pin-set', 'pin-error']].map((types) =>
    new Promise((resolve) => types.forEach((type) => addEventListener(type, ({ outcome }) => resolve(outcome?.explanation ?? type)))));
  addEventListener('token-expired', (event) =>
    event.respondWith(fetch('/token/' + event.target.cardId).then((response) => response.json())));`;

/** Headers of a portal's page other than its policy. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {},
  'cross-origin isolated': {
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Embedder-Policy': 'require-corp',
  },
};

describe('a strict policy', () => {
  const client = useSandbox();
  const browser = useChromium();
  const script = useElementScript();
  /** Two sites with the same pages. The frame page allows only the first as a parent. */
  const portal = useSite(answerTo, 'localhost');
  const stranger = useSite(answerTo, 'localhost');
  const cleanups: (() => unknown)[] = [];
  /** Addresses of the frame page: with the headers of its `_headers` file, and without headers. */
  let frame: string;
  let bareFrame: string;
  let policies: ReadonlyMap<string, string>;

  before(async () => {
    policies = readPolicies(
      await readFile(join(PROJECT, 'docs', 'content-security-policy.md'), 'utf8'),
    );
    const folder = await mkdtemp(join(tmpdir(), 'set-card-pin-policies-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
    const config = { parents: [portal()], endpoints: [client().sandbox.test.url] };
    const built = [...(await buildPart('frame'))].map(
      ([path, text]) => [path, Buffer.from(text)] as const,
    );
    const { files, headers } = prepareFrame(new Map(built), config);
    const hostFile = Buffer.from(headersFile(headers));
    await writeFiles(folder, new Map([...files, ['_headers', hostFile]]));
    const host = await startStaticHost(folder);
    cleanups.push(() => host.close());
    const bareHost = await startStaticHost(folder, (_path, answer) => ({
      ...answer,
      headers: answer.headers.filter(([name]) => name === 'Content-Type'),
    }));
    cleanups.push(() => bareHost.close());
    [frame, bareFrame] = [host.url, bareHost.url];
  });
  after(async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  });

  /**
   * Returns a script, a style sheet, a token at `/token/CARD`, or the page that a path describes.
   */
  async function answerTo(url: string): Promise<Answer> {
    const [path = '', card = ''] = url.slice(1).split('/');
    if (path === 'set-card-pin.js') return { body: script() };
    if (path === 'portal.js') return { body: PORTAL };
    if (path === 'portal.css') return { body: 'set-card-pin { --set-card-pin-accent: #00664f }' };
    if (path === 'token') {
      const bearer = await client().bearer(card);
      const token = { value: bearer.slice('Bearer '.length) };
      const headers = { 'Content-Type': 'application/json' };
      return { headers, body: JSON.stringify(token) };
    }
    return portalPage(JSON.parse(decodeURIComponent(path)));
  }

  interface PageOptions {
    readonly mode: Mode;
    readonly card: string;
    readonly variant: string;
    readonly frameSrc: string;
  }

  function portalPage({ mode, card, variant, frameSrc }: PageOptions): Answer {
    const policy = policies
      .get(mode)
      ?.replace(SERVICE, new URL(client().sandbox.test.url).origin)
      .replace(FRAME, new URL(frameSrc).origin);
    assert.ok(policy, `docs/content-security-policy.md has no policy for ${mode}.`);
    const attribute = mode === 'Isolated' ? `frame-src="${frameSrc}"` : '';
    return {
      headers: { ...VARIANTS[variant], 'Content-Security-Policy': policy },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<link rel="stylesheet" href="/portal.css"><script src="/set-card-pin.js"></script><script src="/portal.js"></script>
<set-card-pin endpoint="${client().sandbox.test.url}" card-id="${card}" ${attribute}></set-card-pin></html>`,
    };
  }

  interface OpenPage {
    readonly page: Page;
    readonly card: string;
    /** Console messages and errors of all frames, with a message for each violation. */
    readonly messages: readonly string[];
  }

  async function open(
    mode: Mode,
    { from = portal(), variant = '', frameSrc = frame } = {},
  ): Promise<OpenPage> {
    const { id: card } = await client().card('accepted');
    const page = await browser().newPage();
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(String(error)));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        console.log(`violation of ${effectiveDirective}: ${blockedURI}`);
      });
    });
    const options: PageOptions = { mode, card, variant, frameSrc };
    await page.goto(`${from}/${encodeURIComponent(JSON.stringify(options))}`);
    return { page, card, messages };
  }

  /** Sets a PIN by keys: typed, revealed by the button, and confirmed. */
  async function setPin({ page, card }: OpenPage): Promise<void> {
    await page.evaluate('ready');
    await page.locator('set-card-pin').evaluate((element) => element.focus());
    const hasForm = (each: Frame) => each !== page.mainFrame() && each.url().startsWith('http');
    await waitForFocus({ frame: page.frames().find(hasForm) });
    for (const key of [...PIN, 'Tab', 'Tab', 'Enter', 'Shift+Tab', ...PIN, 'Enter']) {
      await page.keyboard.press(key);
    }
    assert.equal(await page.evaluate('ended'), 'pin-set');
    assert.equal(await client().matches(card, PIN), true);
  }

  function frameAt(page: Page, address: string): Frame {
    const addresses = page.frames().map((each) => each.url());
    const found = page.frames()[addresses.indexOf(address)];
    assert.ok(found, addresses.join());
    return found;
  }

  /** Does two things that our policies forbid. */
  function violate(): void {
    document.body.setAttribute('style', 'color: red');
    try {
      document.createElement('p').innerHTML = '<b>text</b>';
    } catch {
      // Trusted Types make the assignment throw.
    }
  }

  const VIOLATIONS = [
    'violation of style-src-attr: inline',
    'violation of require-trusted-types-for: trusted-types-sink',
  ];

  /**
   * Waits for a message, and returns the violations until then. Each is returned once, because two
   * policies of a page may forbid the same.
   */
  async function violations({ page, messages }: OpenPage, last: string): Promise<string[]> {
    if (!messages.includes(last)) {
      await page.waitForEvent('console', (message) => message.text() === last);
    }
    return [...new Set(messages.filter((text) => text.startsWith('violation')))];
  }

  for (const [title, mode, variant, address] of [
    ['inline', 'Inline', '', () => frame],
    ['inline, cross-origin isolated', 'Inline', 'cross-origin isolated', () => frame],
    ['isolated', 'Isolated', '', () => frame],
    ['isolated, cross-origin isolated', 'Isolated', 'cross-origin isolated', () => frame],
    // The policy is also in the document of the frame page.
    ['isolated, from a host that sends no headers', 'Isolated', '', () => bareFrame],
  ] as const)
    it(
      `lets the element set a PIN without a violation, and reports one: ${title}`,
      LIMIT,
      async () => {
        const opened = await open(mode, { variant, frameSrc: address() });
        await setPin(opened);
        assert.deepEqual(opened.messages, []);
        assert.equal(await opened.page.evaluate('crossOriginIsolated'), variant !== '');
        const framed = mode === 'Isolated' ? frameAt(opened.page, address()) : opened.page;
        await framed.evaluate(violate);
        assert.deepEqual(await violations(opened, VIOLATIONS[1]!), VIOLATIONS);
        await opened.page.close();
      },
    );

  it('lets only its parents embed the frame page', LIMIT, async () => {
    const { page, messages } = await open('Isolated', { from: stranger() });
    const isRefusal = (text: string): boolean => text.includes(`"frame-ancestors ${portal()}"`);
    if (!messages.some(isRefusal)) {
      await page.waitForEvent('console', (message) => isRefusal(message.text()));
    }
    await page.close();
  });

  it('lets the frame page answer only its parents, even without headers', LIMIT, async () => {
    const { page } = await open('Isolated', { from: stranger(), frameSrc: bareFrame });
    assert.match(await page.evaluate('ended'), /does not have this parent/);
    await page.close();
  });

  for (const [title, address] of [
    ['', () => frame],
    [', even without headers', () => bareFrame],
  ] as const)
    it(`lets the frame page connect only to its endpoints’ origins${title}`, LIMIT, async () => {
      const opened = await open('Isolated', { frameSrc: address() });
      await opened.page.evaluate('ready');
      const post = (url: string): Promise<string> =>
        frameAt(opened.page, address()).evaluate(
          (target) => fetch(target, { method: 'POST' }).then(({ type }) => type, String),
          url,
        );
      const { test, live } = client().sandbox;
      assert.equal(await post(test.url), 'cors');
      assert.match(await post(live.url), /TypeError/);
      const violation = `violation of connect-src: ${live.url}`;
      assert.deepEqual(await violations(opened, violation), [violation]);
      await opened.page.close();
    });
});

/** Returns the policies in a page of the documentation, by the mode named above each one. */
function readPolicies(text: string): ReadonlyMap<string, string> {
  const blocks = text.matchAll(/^(\w+):\n\n```http\nContent-Security-Policy: (.+)\n```$/gm);
  return new Map([...blocks].map(([, mode = '', policy = '']) => [mode, policy]));
}
