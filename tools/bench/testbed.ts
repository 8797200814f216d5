/** Builds and starts what the benchmark needs: pages, frame page, service and browser. */
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { buildFrame, startFrameOrigin } from '../../demo/frame-origin.js';
import { addressOf, createLoopbackServer, listen, stop } from '../../src/node/loopback-server.js';
import { startSandbox, type Sandbox } from '../../src/node/sandbox/sandbox.js';
import { findBrowserWithWindows } from '../browsers/find-browser.js';
import { launchBrowser } from '../browsers/launch-browser.js';
import { bundle, bytesOf, type Bytes } from './bundles.js';
import { FIELDS, LOADERS, PLAIN, type Contestant } from './contestants.js';
import { startCountingProxy, type CountingProxy } from './counting-proxy.js';

/** Size of every page's window. The same for all, so that layout and paint cost the same. */
const VIEWPORT = { width: 800, height: 900 };

/** HTML of every page. */
const DOCUMENT = readFileSync(new URL('./page.html', import.meta.url));

const FLAGS = [
  // Pages can't reach any other machine.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  '--no-proxy-server',
  // Gives frames of another site their own process. This is the default in a browser with a window.
  '--site-per-process',
];

export interface Testbed {
  readonly browser: Browser;
  /** Counts the traffic with the sandbox. */
  readonly proxy: CountingProxy;
  readonly sandbox: Sandbox;
  /** Returns the size of the files that a page must load for a contestant. */
  bytes(contestant: Contestant): Bytes;
  /** Opens a contestant's page in a new window. Fetches its script, but doesn't run it. */
  open(contestant: Contestant, card?: string): Promise<OpenPage>;
  close(): Promise<void>;
}

/**
 * Builds and starts everything.
 *
 * @throws {NoBrowserError} If no browser starts.
 */
export async function startTestbed(say: (step: string) => void): Promise<Testbed> {
  // Look for the browser before the builds, which would be useless without one.
  const program = await findBrowserWithWindows();
  const scripts = new Map<string, string>();
  for (const { page } of [...FIELDS, ...LOADERS, PLAIN]) {
    if (scripts.has(page)) continue;
    say(`building ${page}`);
    scripts.set(page, await bundle(page));
  }
  say('building the frame page');
  const frameFiles = await buildFrame();
  say('starting the service, the frame page and the browser');
  const sandbox = await startSandbox({ port: 0 });
  const proxy = await startCountingProxy(sandbox.test.url);
  const server = createLoopbackServer((_request, response, { pathname }) => {
    const script = scripts.get(/^\/scripts\/([\w-]+)$/.exec(pathname)?.[1] ?? '');
    response.setHeader('Content-Type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? DOCUMENT);
  });
  await listen(server, 0);
  // A different site from that of the frame page, which is at 127.0.0.1.
  const origin = addressOf(server).replace('127.0.0.1', 'localhost');
  const frame = await startFrameOrigin({ port: 0, parents: [origin], endpoints: [proxy.url] });
  const browser = await launchBrowser(program, FLAGS);
  return {
    browser,
    proxy,
    sandbox,
    bytes({ page, isolated }) {
      const frameParts = ['index.html', 'frame.js'].map((path) => frameFiles.get(path) ?? '');
      return bytesOf(scripts.get(page) ?? '', ...(isolated ? frameParts : []));
    },
    async open({ page: script, isolated }, card = 'card_bench') {
      const context = await browser.newContext({ viewport: VIEWPORT });
      const page = await context.newPage();
      const query = new URLSearchParams({ endpoint: proxy.url, card, script });
      if (isolated) query.set('frame', frame.url);
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      await page.goto(`${origin}/?${query.toString()}`);
      await page.evaluate('fetched.then(() => {})');
      return new OpenPage(context, page, await context.newCDPSession(page), requests);
    },
    async close() {
      await browser.close();
      await Promise.all([stop(server), frame.close(), proxy.close(), sandbox.close()]);
    },
  };
}

/** A contestant's page. */
export class OpenPage {
  readonly page: Page;
  /** URLs of all requests of the page and its frames. */
  readonly requests: readonly string[];
  readonly #context: BrowserContext;
  readonly #session: CDPSession;

  constructor(
    context: BrowserContext,
    page: Page,
    session: CDPSession,
    requests: readonly string[],
  ) {
    this.page = page;
    this.requests = requests;
    this.#context = context;
    this.#session = session;
  }

  /** Slows the processor down for the page, its frames, and frames that are added later. */
  async slowDown(rate: number): Promise<void> {
    if (rate === 1) return;
    const throttle = { method: 'Emulation.setCPUThrottlingRate', params: { rate } };
    await this.#session.send('Emulation.setCPUThrottlingRate', { rate });
    this.#session.on('Target.attachedToTarget', ({ sessionId }) => {
      const messages = [throttle, { method: 'Runtime.runIfWaitingForDebugger' }];
      for (const [id, message] of messages.entries())
        void this.#session.send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, ...message }),
        });
    });
    await this.#session.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      // With `flatten: true`, Playwright gives no access to the sessions of the frames.
      flatten: false,
    });
  }

  /** Runs the script and mounts one element. Returns the milliseconds until it is ready. */
  start(): Promise<number> {
    return this.page.evaluate('startOne()');
  }

  /** Focuses the first field with the keyboard. */
  async focus(): Promise<void> {
    await this.page.keyboard.press('Tab');
    // If the field is in another process, the focus arrives within two animation frames.
    for (const frame of [this.page, this.#frameOfAnotherSite()])
      await frame?.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
  }

  /** Returns the memory of the page and its frames after a garbage collection. */
  async memory(): Promise<Memory> {
    const sessions = [this.#session];
    // All frames belong to one site and share a process, so reading one is enough.
    const frame = this.#frameOfAnotherSite();
    if (frame !== undefined) sessions.push(await this.#context.newCDPSession(frame));
    const each = await Promise.all(sessions.map((session) => memoryOf(session)));
    await sessions[1]?.detach();
    return each.reduce((total, more) => ({
      heap: total.heap + more.heap,
      nodes: total.nodes + more.nodes,
      listeners: total.listeners + more.listeners,
    }));
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

/** Memory that a page uses. */
export interface Memory {
  /** Bytes in the JavaScript heap. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
}

async function memoryOf(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.enable');
  // Collect three times: finalizers run after the first collection and release more objects.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const [{ usedSize }, { nodes, jsEventListeners }] = await Promise.all([
    session.send('Runtime.getHeapUsage'),
    session.send('Memory.getDOMCounters'),
  ]);
  await session.send('HeapProfiler.disable');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}
