/**
 * A portal's page, the frame page and a stranger, each on a site of its own, in a real browser and with a real service behind; and
 * what each of them answers to a request is in a test's hand.
 */
import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { build, type Rollup } from 'vite';
import { buildFrame } from '../../demo/frame-origin.js';
import { addressOf, listen, stop } from '../../src/node/loopback-server.js';
import { startSandbox } from '../../src/node/sandbox/sandbox.js';
import type { FrameConfig } from '../../src/isolated/page/config.js';
import type { SetCardPinElement } from '../../src/index.js';
import { findBrowser } from '../../tools/browsers/find-browser.js';
import { frameHeaders } from '../../src/node/frame/headers.js';
import { launchBrowser } from '../../tools/browsers/launch-browser.js';
import { SandboxClient } from '../node/sandbox/sandbox-client.js';
import { PROJECT } from '../../tools/project.js';

/** What comes back for one path. */
export interface Answer {
  readonly status?: number;
  /** By its end, `.js` or `.json`; else it is HTML. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** It is held back until then. */
  readonly after?: () => Promise<unknown>;
}

/** One server, whose answers change as a test wants. */
export class Site {
  readonly answers = new Map<string, Answer>();
  /** The paths that were asked for, with their queries, in order. */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #host: string;
  #port = 0;

  constructor(host: string) {
    this.#host = host;
    this.#server = createServer(({ url = '/' }, response) => {
      this.requests.push(url);
      const { pathname } = new URL(url, 'http://localhost');
      const answer = this.answers.get(pathname) ?? { status: 404, body: 'Not found' };
      response.writeHead(answer.status ?? 200, {
        'Content-Type': answer.type ?? typeOf(pathname),
        ...answer.headers,
      });
      void Promise.resolve(answer.after?.()).then(() => response.end(answer.body));
    });
  }

  get origin(): string {
    return `http://${this.#host}:${this.#port}`;
  }

  /** Begins to answer; again on the same port, after `close`. */
  async open(): Promise<void> {
    await listen(this.#server, this.#port, this.#host);
    this.#port = Number(new URL(addressOf(this.#server)).port);
  }

  async close(): Promise<void> {
    if (this.#server.listening) await stop(this.#server);
  }
}

/** A frame page's folder, as its company has put it up. */
export interface Folder {
  /** What `frame-src` has to be. */
  readonly url: string;
  /** Puts another answer in the place of one of its files; without one, the right file again. */
  put(file: '' | 'frame.js' | 'config.json', answer?: Answer): void;
  /** What was asked for in it, without its own path. */
  requests(): readonly string[];
}

/** What the portal's page says of itself. */
export interface Told {
  readonly type: string;
  readonly kind: string | undefined;
  readonly cause: string | undefined;
  readonly explanation: string | undefined;
}

/** What the portal's page has. */
export interface PortalOptions {
  readonly frameSrc: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Runs before the element's script. */
  readonly script?: string;
  /** Beside the element, which follows. */
  readonly markup?: string;
  readonly endpoint?: string;
}

/** The page's own variables: the element, and what it told. */
declare const pin: SetCardPinElement;
declare const told: readonly Told[];
declare const faults: readonly string[];

/** All of it. */
export class Neighbourhood {
  readonly portals = new Site('localhost');
  readonly frames = new Site('127.0.0.1');
  readonly strangers = new Site('127.0.0.2');
  readonly service: SandboxClient;
  readonly browser: Browser;
  readonly #files: ReadonlyMap<string, string | Uint8Array>;
  #count = 0;

  /** Starts all of it, to be closed by the caller. */
  static async start(): Promise<Neighbourhood> {
    const [sandbox, browser, files, script] = await Promise.all([
      startSandbox({ port: 0 }),
      findBrowser().then((path) => launchBrowser(path, ['--site-per-process'])),
      buildFrame(),
      buildScript(),
    ]);
    const all = new Neighbourhood(new SandboxClient(sandbox), browser, files);
    await Promise.all([all.portals.open(), all.frames.open(), all.strangers.open()]);
    all.portals.answers.set('/set-card-pin.js', { body: script });
    return all;
  }

  private constructor(
    service: SandboxClient,
    browser: Browser,
    files: ReadonlyMap<string, string | Uint8Array>,
  ) {
    this.service = service;
    this.browser = browser;
    this.#files = files;
  }

  async close(): Promise<void> {
    await this.browser.close();
    const sites = [this.portals, this.frames, this.strangers];
    await Promise.all([...sites.map((site) => site.close()), this.service.sandbox.close()]);
  }

  get endpoint(): string {
    return this.service.sandbox.test.url;
  }

  /** Puts up a frame page, with a configuration that knows the portal and the service unless another is given. */
  folder(config: Partial<FrameConfig> = {}, site = this.frames): Folder {
    const path = `/${this.#count++}/`;
    const whole = { parents: [this.portals.origin], endpoints: [this.endpoint], ...config };
    const headers = Object.fromEntries(frameHeaders(whole));
    const put: Folder['put'] = (file, answer) => {
      const body =
        file === 'config.json'
          ? JSON.stringify(whole)
          : this.#files.get(`/${file === '' ? 'index.html' : file}`)!;
      site.answers.set(path + file, {
        body,
        ...answer,
        headers: { ...headers, ...answer?.headers },
      });
    };
    for (const file of ['', 'frame.js', 'config.json'] as const) put(file);
    return {
      url: site.origin + path,
      put,
      requests: () =>
        site.requests.filter((url) => url.startsWith(path)).map((url) => url.slice(path.length)),
    };
  }

  /** Opens a page with the element, and a card that no other page has; waits for nothing that the element does. */
  async open(options: PortalOptions, profile?: BrowserContext): Promise<Portal> {
    const { id } = await this.service.card('accepted');
    const token = (await this.service.bearer(id)).slice('Bearer '.length);
    const path = `/${this.#count++}`;
    const { headers, endpoint = this.endpoint } = options;
    const body = portalHtml({ endpoint, ...options }, id, token);
    this.portals.answers.set(path, { body, ...(headers && { headers }) });
    const context = profile ?? (await this.browser.newContext());
    const page = await context.newPage();
    const portal = new Portal(this.service, page, id);
    await page.goto(this.portals.origin + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => typeof pin === 'object');
    return portal;
  }

  /** A profile in whose pages no time passes by itself: `clock.fastForward` has it pass, and `clock.resume`. */
  async frozen(): Promise<BrowserContext> {
    const profile = await this.browser.newContext();
    await profile.clock.install({ time: 0 });
    await profile.clock.pauseAt(1_000);
    return profile;
  }

  /** Opens a page without the element, for a host that a test writes by hand. */
  async openBlank(site: Site, body = '<!doctype html><title>A page</title>'): Promise<Page> {
    const path = `/${this.#count++}`;
    site.answers.set(path, { body });
    const page = await this.browser.newPage();
    await page.goto(site.origin + path);
    return page;
  }
}

/** A portal's page, and the cardholder at it. */
export class Portal {
  readonly page: Page;
  readonly cardId: string;
  /** What the browser's console said of mistakes, in any frame. */
  readonly complaints: string[] = [];
  readonly #service: SandboxClient;

  constructor(service: SandboxClient, page: Page, cardId: string) {
    this.#service = service;
    this.page = page;
    this.cardId = cardId;
    page.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  /** The frame page, or whatever stands in its place. */
  get frame(): Frame {
    const frame = this.page.frames()[1];
    if (frame === undefined) throw new Error('There is no frame in the page.');
    return frame;
  }

  /** What the element told so far. */
  told(): Promise<readonly Told[]> {
    return this.page.evaluate(() => told);
  }

  /** Waits until the element has told something so many times. */
  async heard(type: string, times = 1): Promise<Told> {
    const handle = await this.page.waitForFunction(
      ([type, times]) => told.filter((each) => each.type === type)[times - 1],
      [type, times] as const,
    );
    return (await handle.jsonValue()) as Told;
  }

  /** What went wrong in the page's scripts without anyone to catch it. */
  faults(): Promise<readonly string[]> {
    return this.page.evaluate(() => faults);
  }

  /** The names or texts of what people and their tools find, by its role: in the page, or in the frame of another process. */
  async shown(role: 'textbox' | 'button' | 'alert', frame?: Frame): Promise<readonly string[]> {
    const nodes = await this.#tree(frame);
    const textOf = (id: string): string => {
      const node = nodes.find(({ nodeId }) => nodeId === id);
      const own = node?.role?.value === 'StaticText' ? String(node.name?.value) : '';
      return own + (node?.childIds ?? []).map(textOf).join('');
    };
    return nodes
      .filter((node) => node.role?.value === role)
      .map(({ nodeId, name }) => String(name?.value || textOf(nodeId)))
      .filter((text) => text !== '');
  }

  async #tree(frame?: Frame) {
    const session = await this.page.context().newCDPSession(frame ?? this.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    return nodes;
  }

  /** Gives the form the focus, and waits until a field in the frame has it: keys of a person never come so soon. */
  async focus(): Promise<void> {
    await this.page.evaluate(() => pin.focus());
    for (;;) {
      const fields = (await this.#tree(this.frame)).filter(({ role }) => role?.value === 'textbox');
      const isFocused = ({ properties = [] }: (typeof fields)[number]) =>
        properties.some(({ name, value }) => name === 'focused' && value.value === true);
      if (fields.some(isFocused)) return;
    }
  }

  /** Types a PIN into both fields, by keyboard. */
  async enter(digits: string): Promise<void> {
    await this.focus();
    await this.page.keyboard.type(digits);
    // Past the button that shows the PIN.
    for (const key of ['Tab', 'Tab']) await this.page.keyboard.press(key);
    await this.page.keyboard.type(digits);
  }

  /** Sets a PIN, and tells by the service whether that worked. */
  async sets(pin: string): Promise<boolean> {
    const { length } = await this.told();
    await this.enter(pin);
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(
      (length) => told.slice(length).some(({ type }) => /^pin-(set|error)$/.test(type)),
      length,
    );
    return this.isSet(pin);
  }

  async isSet(pin: string): Promise<boolean> {
    const { json } = await this.#service.control('POST', `/cards/${this.cardId}/verify`, { pin });
    return json.matches;
  }

  /** How many requests with a PIN for the card have come to the service. */
  async sent(): Promise<number> {
    const requests = (await this.#service.requests()).map(({ request }) => JSON.stringify(request));
    return requests.filter((text) => text.includes(this.cardId) && text.includes('newPin')).length;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

function portalHtml(
  { frameSrc, endpoint, script = '', markup = '' }: PortalOptions,
  cardId: string,
  token: string,
): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">
<script>
  const told = [], faults = [];
  for (const type of ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'])
    addEventListener(type, ({ type, outcome, cause }) =>
      told.push({ type, kind: outcome?.kind, cause, explanation: outcome?.explanation }));
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
</script>
<script>${script}</script>
<script src="/set-card-pin.js"></script>
${markup}
<set-card-pin frame-src="${frameSrc}" endpoint="${endpoint}" card-id="${cardId}"></set-card-pin>
<script>
  var pin = document.querySelector('set-card-pin');
  pin.clientToken = '${token}';
</script></html>`;
}

function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript; charset=utf-8';
  return path.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8';
}

/** The script-tag build, in memory. */
async function buildScript(): Promise<string> {
  const [{ output }] = (await build({
    root: PROJECT,
    mode: 'script',
    logLevel: 'warn',
    build: { write: false },
  })) as [Rollup.RollupOutput];
  return output[0].code;
}
