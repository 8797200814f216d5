/** Where everything is measured: the pages of all contestants, the frame page and the service, on this machine alone. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { buildFrame, startFrameOrigin, type FrameOrigin } from '../../demo/frame-origin.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { findBrowser } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { bundle, bytesOf, type Bytes } from './bundles.js';
import { FIELDS, LOADERS, PLAIN, type Contestant } from './contestants.js';
import { startMeter, type Meter } from './meter.js';

/** The same for all, so that layout and paint have the same to do. */
export const VIEWPORT = { width: 800, height: 900 };

/** The page of every contestant. */
const DOCUMENT = readFileSync(new URL('./page.html', import.meta.url));

/** No name is looked up but this machine's: nothing that a page asks for leaves it. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

/** Frames of another site have a process of their own, as in people's browsers. A proxy would look names up itself. */
const FLAGS = [OFFLINE, '--no-proxy-server', '--site-per-process'];

export class Stage {
  readonly browser: Browser;
  readonly meter: Meter;
  readonly sandbox: Sandbox;
  readonly #bundles: ReadonlyMap<string, string>;
  readonly #frameBytes: Bytes;
  readonly #frame: FrameOrigin;
  readonly #server: Server;

  /** Builds and starts all of it. */
  static async open(say: (step: string) => void): Promise<Stage> {
    // First: without a browser all else would be for nothing.
    const program = await findBrowser();
    const pages = new Set([...FIELDS, ...LOADERS, PLAIN].map(({ page }) => page));
    const bundles = new Map<string, string>();
    for (const page of pages) {
      say(`building ${page}`);
      bundles.set(page, await bundle(page));
    }
    say('building the frame page');
    const frame = await buildFrame();
    const parts = ['/index.html', '/frame.js'].map((path) => frame.get(path) ?? '');
    say('starting the service, the frame page and the browser');
    const sandbox = await startSandbox({ port: 0 });
    const meter = await startMeter(sandbox.test.url);
    const server = createServer(({ url = '/' }, response) => {
      const script = bundles.get(/^\/scripts\/([\w-]+)$/.exec(url)?.[1] ?? '');
      if (script !== undefined)
        return void response.setHeader('Content-Type', 'text/javascript').end(script);
      response.setHeader('Content-Type', 'text/html').end(DOCUMENT);
    });
    await listen(server, 0);
    const frameOrigin = await startFrameOrigin({
      port: 0,
      parents: [pageOrigin(server)],
      endpoints: [meter.url],
    });
    const browser = await launchBrowser(program, FLAGS);
    return new Stage(browser, meter, sandbox, bundles, bytesOf(...parts), frameOrigin, server);
  }

  private constructor(
    browser: Browser,
    meter: Meter,
    sandbox: Sandbox,
    bundles: ReadonlyMap<string, string>,
    frameBytes: Bytes,
    frame: FrameOrigin,
    server: Server,
  ) {
    this.browser = browser;
    this.meter = meter;
    this.sandbox = sandbox;
    this.#bundles = bundles;
    this.#frameBytes = frameBytes;
    this.#frame = frame;
    this.#server = server;
  }

  /** What a page has to load for a contestant. */
  bytes({ page, isolated }: Contestant): Bytes {
    const script = bytesOf(this.#bundles.get(page) ?? '');
    if (!isolated) return script;
    return {
      raw: script.raw + this.#frameBytes.raw,
      brotli: script.brotli + this.#frameBytes.brotli,
    };
  }

  /** Shows a contestant's page in a window of its own, its script not run yet. */
  async show({ page: script, isolated }: Contestant, card = 'card_bench'): Promise<Shown> {
    const context = await this.browser.newContext({ viewport: VIEWPORT });
    const page = await context.newPage();
    const query = new URLSearchParams({ endpoint: this.meter.url, card, script });
    if (isolated) query.set('frame', this.#frame.url);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(`${pageOrigin(this.#server)}/?${query.toString()}`);
    await page.evaluate('fetched.then(() => {})');
    return new Shown(context, page, await context.newCDPSession(page), requests);
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([
      stop(this.#server),
      this.#frame.close(),
      this.meter.close(),
      this.sandbox.close(),
    ]);
  }
}

/** A contestant's page. */
export class Shown {
  readonly page: Page;
  readonly session: CDPSession;
  /** The addresses that the page and its frames have asked for. */
  readonly requests: readonly string[];
  readonly #context: BrowserContext;

  constructor(
    context: BrowserContext,
    page: Page,
    session: CDPSession,
    requests: readonly string[],
  ) {
    this.#context = context;
    this.page = page;
    this.session = session;
    this.requests = requests;
  }

  /** Makes the processors of the page and of its frames slower, those too that are still to come. */
  async slowDown(rate: number): Promise<void> {
    if (rate === 1) return;
    const slower = { method: 'Emulation.setCPUThrottlingRate', params: { rate } };
    await this.session.send('Emulation.setCPUThrottlingRate', { rate });
    // Ids are the answers' own; nobody reads those.
    this.session.on('Target.attachedToTarget', ({ sessionId }) => {
      const messages = [slower, { method: 'Runtime.runIfWaitingForDebugger' }];
      for (const [id, message] of messages.entries())
        void this.session.send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, ...message }),
        });
    });
    await this.session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      // Through this session, as Playwright tells of no other.
      flatten: false,
    });
  }

  /** Runs the script and mounts one. How long that took until it was ready, in milliseconds. */
  start(): Promise<number> {
    return this.page.evaluate('startOne()');
  }

  /** Puts the focus into the first field, as people do. */
  async focus(): Promise<void> {
    await this.page.keyboard.press('Tab');
    // It goes from the page to the frame by way of the browser, and arrives there before the next picture.
    for (const frame of [this.page, this.#frameOfAnotherSite()])
      await frame?.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
  }

  /** What the page and its frames hold, once all that nobody needs any more is gone. */
  async holdings(): Promise<Holdings> {
    const sessions = [this.session];
    // Frames of one site share a process, and its heap with it: one of them tells of all.
    const frame = this.#frameOfAnotherSite();
    if (frame !== undefined) sessions.push(await this.#context.newCDPSession(frame));
    const each = await Promise.all(sessions.map((session) => holdingsOf(session)));
    await sessions[1]?.detach();
    return {
      heap: sum(each.map(({ heap }) => heap)),
      nodes: sum(each.map(({ nodes }) => nodes)),
      listeners: sum(each.map(({ listeners }) => listeners)),
    };
  }

  #frameOfAnotherSite(): Frame | undefined {
    const { hostname } = new URL(this.page.url());
    return this.page
      .frames()
      .find(
        (frame) => frame.url().startsWith('http') && new URL(frame.url()).hostname !== hostname,
      );
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** What stays in memory. */
export interface Holdings {
  /** Bytes of JavaScript objects. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function holdingsOf(session: CDPSession): Promise<Holdings> {
  await session.send('HeapProfiler.enable');
  // What a first collection finalizes, a second one takes away.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { nodes, jsEventListeners }] = await Promise.all([
    session.send('Runtime.getHeapUsage'),
    session.send('Memory.getDOMCounters'),
  ]);
  await session.send('HeapProfiler.disable');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** A site of its own: the frame page's is 127.0.0.1. */
function pageOrigin(server: Server): string {
  return addressOf(server).replace('127.0.0.1', 'localhost');
}
