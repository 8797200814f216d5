/**
 * A portal's page with the element in it, as a company has it: the script-tag build, a card of the sandbox, a client token. Other
 * scripts of the page come before the element's script or after the element is ready, and each page is told what went out from it.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { build, type InlineConfig, type Rollup } from 'vite';
import { startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import { listen, stop } from '../../src/node/loopback-server.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { SandboxClient } from '../node/sandbox/sandbox-client.js';
import { bring, type CardholdersPage, type Entry } from './cardholder.js';
import { PROJECT } from '../../tools/project.js';

/** The element's modes. */
export const MODES = ['inline', 'isolated'] as const;

/** A mode of the element's, or in its place a naive component, by which an attack shows that it works at all. */
export type Mode = (typeof MODES)[number] | 'naive';

/** What a page of the portal has. */
export interface PortalPageOptions {
  readonly mode: Mode;
  /** A script that runs before the element's. */
  readonly before?: string | undefined;
  /** A script that runs once the element is ready. */
  readonly after?: string | undefined;
  /** Attributes of the element's, beside its endpoint and its card. */
  readonly attributes?: string;
  /** The page sets its client token, or is asked for it and asks its server, or has none; the first where nothing is said. */
  readonly token?: 'set' | 'asked' | 'none';
  /** What the card does; by itself it takes the PIN. */
  readonly behaviour?: SandboxBehaviour;
  /** A script for a service worker, at `worker.js` beside the page. */
  readonly worker?: string | undefined;
}

/** Something that left a page for another address of its own origin than a file's. */
export interface Request {
  /** Its path without the page's own beginning, {@link Published.outlet}. */
  readonly path: string;
  readonly body: string;
}

/** A page that the portal has for whatever browser. */
export interface Published {
  readonly address: string;
  /** The path with which all addresses begin that are this page's alone. */
  readonly outlet: string;
  /** The client token for its card. */
  readonly token: string;
  /** What came to one of these that is no file's. */
  readonly requests: Request[];
  /** Whether the page's card has this PIN. */
  readonly isPin: (pin: string) => Promise<boolean>;
}

/** A portal, its browsers and its card-issuing service. */
export class Portal {
  readonly #service: SandboxClient;
  readonly #program: string;
  readonly #browsers: Browser[] = [];
  readonly #idle: Browser[] = [];
  readonly #server: Server;
  #frame!: FrameOrigin;
  readonly #files: Map<string, string | Buffer>;
  readonly #pages: Published[] = [];

  /**
   * Starts all of it, to be closed by the caller.
   *
   * @param naive - The naive component's file.
   */
  static async start(naive = inFolder('naive-component.ts')): Promise<Portal> {
    const [service, program, element, naiveComponent] = await Promise.all([
      startSandbox({ port: 0 }),
      findBrowser(),
      scriptOf({ root: PROJECT, mode: 'script' }),
      scriptOf(libraryBuild(naive, 'unused')),
    ]);
    const portal = new Portal(
      new SandboxClient(service),
      program,
      new Map<string, string | Buffer>([
        ['/set-card-pin.js', element],
        ['/naive.js', naiveComponent],
        ['/digits.woff2', await readFile(DIGITS)],
      ]),
    );
    await listen(portal.#server, 0, 'localhost');
    portal.#frame = await startFrameOrigin({
      port: 0,
      parents: [portal.origin],
      endpoints: [service.test.url],
    });
    return portal;
  }

  private constructor(
    service: SandboxClient,
    program: string,
    files: Map<string, string | Buffer>,
  ) {
    this.#service = service;
    this.#program = program;
    this.#files = files;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /**
   * A profile of its own, in which pages are opened one after another, in a browser that has no other: pages take each other's focus,
   * and the frames in them notice.
   */
  async profile(): Promise<BrowserContext> {
    const browser = this.#idle.pop() ?? (await this.#launch());
    const profile = await browser.newContext();
    profile.once('close', () => this.#idle.push(browser));
    return profile;
  }

  /** Has a page with a card that no other page has. */
  async publish(options: PortalPageOptions): Promise<Published> {
    const { id: cardId } = await this.#service.card(options.behaviour ?? 'accepted');
    const token = (await this.#service.bearer(cardId)).slice('Bearer '.length);
    const outlet = `/pages/${this.#pages.length}/`;
    const published: Published = {
      address: this.origin + outlet,
      outlet,
      token,
      requests: [],
      isPin: (pin) => this.#isPin(cardId, pin),
    };
    this.#pages.push(published);
    this.#files.set(`${outlet}before.js`, options.before ?? '');
    this.#files.set(`${outlet}worker.js`, options.worker ?? '');
    this.#files.set(`${outlet}client-token.json`, JSON.stringify({ value: token }));
    this.#files.set(outlet, this.#html(published, options, cardId));
    return published;
  }

  /**
   * Opens such a page, and waits until its fields can be used. It comes in place of the profile's page before it: a browser takes as
   * long to make a tab as all else takes.
   */
  async open(profile: BrowserContext, options: PortalPageOptions): Promise<PortalPage> {
    const published = await this.publish(options);
    const [page = await profile.newPage()] = profile.pages();
    const opened = new PortalPage(page, await profile.newCDPSession(page), published);
    await page.goto(published.address);
    await opened.evaluate('ready');
    assert.equal(
      opened.frame !== undefined,
      options.mode === 'isolated',
      'The form is in a frame.',
    );
    if (options.after !== undefined) await opened.evaluate(options.after);
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()));
    await Promise.all([stop(this.#server), this.#frame.close(), this.#service.sandbox.close()]);
  }

  /** It waits for the element's events before any other script is there. */
  #html(
    { outlet, token: value }: Published,
    { mode, attributes = '', token = 'set' }: PortalPageOptions,
    cardId: string,
  ): string {
    const script = mode === 'naive' ? '/naive.js' : '/set-card-pin.js';
    const frame = mode === 'isolated' ? `frame-src="${this.#frame.url}"` : '';
    const supply = {
      set: `pin.clientToken = '${value}';`,
      asked: `pin.getClientToken = async () => (await fetch('client-token.json')).json();`,
      none: '',
    };
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">
<script>
  const happened = (...types) =>
    new Promise((done) => types.forEach((type) => addEventListener(type, ({ outcome }) => done(JSON.stringify(outcome)), { once: true })));
  const [ready, set] = [happened('pin-ready'), happened('pin-set')];
  const ended = happened('pin-set', 'pin-error');
</script>
<script src="${outlet}before.js"></script>
<script src="${script}"></script>
<form id="portal" onsubmit="return false">
  <set-card-pin endpoint="${this.#service.sandbox.test.url}" card-id="${cardId}" ${frame} ${attributes}></set-card-pin>
  <input name="nickname"><button>Save</button>
</form>
<script>const pin = document.querySelector('set-card-pin'); ${supply[token]}</script></html>`;
  }

  async #launch(): Promise<Browser> {
    const browser = await launchBrowser(this.#program, ['--site-per-process']);
    this.#browsers.push(browser);
    return browser;
  }

  async #isPin(cardId: string, pin: string): Promise<boolean> {
    const { json } = await this.#service.control('POST', `/cards/${cardId}/verify`, { pin });
    return json.matches;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const file = this.#files.get(path);
    if (file !== undefined) {
      const type = TYPES[extname(path)] ?? 'text/html';
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      // Without it an answer comes in chunks, which not every recorder reads.
      response.setHeader('Content-Length', Buffer.byteLength(file));
      response.end(file);
      return;
    }
    // A page that is closed breaks off what it is sending.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const page = this.#pages.find(({ outlet }) => path.startsWith(outlet));
    page?.requests.push({ path: path.slice(page.outlet.length), body });
    response.writeHead(404).end();
  }
}

/** One page, in Chromium. */
export class PortalPage implements CardholdersPage {
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly published: Published;

  constructor(page: Page, protocol: CDPSession, published: Published) {
    this.page = page;
    this.protocol = protocol;
    this.published = published;
  }

  /** Where the form is in isolated mode. */
  get frame(): Frame | undefined {
    return this.page
      .frames()
      .find((frame) => frame.url().startsWith('http') && frame !== this.page.mainFrame());
  }

  /** Runs a script in the page and gives its value, once it is settled; by nothing that the page could have patched. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.protocol.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    assert.equal(exceptionDetails, undefined, exceptionDetails?.exception?.description);
    return result.value as T;
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  bring(way: Exclude<Entry, 'keys'>, text: string): Promise<void> {
    return bring(this, way, text);
  }

  /** Loads the page anew, with what an earlier visit has left. */
  async visitAgain(): Promise<void> {
    await this.page.reload();
    await this.evaluate('ready');
  }
}

/** A font that attacks can use. */
const DIGITS = join(
  PROJECT,
  'node_modules/@fontsource/noto-sans-mono/files/noto-sans-mono-latin-400-normal.woff2',
);

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
};

function inFolder(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url));
}

/** @param name - The global variable that gets what the entry exports. */
export function libraryBuild(entry: string, name: string): InlineConfig {
  return {
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { lib: { entry, formats: ['iife'], name } },
  };
}

/** Builds a script for a script tag, in memory. */
export async function scriptOf(config: InlineConfig): Promise<string> {
  const [{ output }] = (await build({
    ...config,
    logLevel: 'warn',
    build: { ...config.build, write: false },
  })) as [Rollup.RollupOutput];
  return output[0].code;
}
