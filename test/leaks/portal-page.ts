/**
 * Serves and opens a portal's page as a company would write it: the element from the script-tag
 * build, a card of the sandbox and a client token. A test can add a script that runs before the
 * element's script, and choose the answers of each site.
 */
import assert from 'node:assert/strict';
import { it as register, type TestContext } from 'node:test';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Frame,
  Page,
} from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { DEFAULT_PIN_LENGTH } from '../../src/pin/rule-names.js';
import { bundleScript } from '../support/builds.js';
import { typePinTwice } from '../support/cardholder.js';
import { accessibilityNodes, startChromium } from '../support/chromium.js';
import { Site } from '../support/site.js';
import { until } from '../support/until.js';
import { copyFromNote, INSERT, type EntryMethod, type PageWithForm } from './cardholder.js';
import { Servers } from './servers.js';

/** Milliseconds for one test, and for one wait of Playwright, even on a busy machine. */
const LIMIT = 180_000;

/** Registers a test with a time limit. Without one, a test could wait forever. */
export function it(title: string, act: (test: TestContext) => Promise<void>): void {
  void register(title, { timeout: LIMIT }, act);
}

export const MODES = ['inline', 'isolated'] as const;

/**
 * A mode of the element, or a naive component in its place, from which an attack must get the PIN.
 */
export type Mode = (typeof MODES)[number] | 'naive';

export interface PortalPageOptions {
  readonly mode: Mode;
  /** A script that runs before the element's script. */
  readonly before?: string | undefined;
  /** Digits of a PIN. The default is the element's. */
  readonly pinLength?: number;
  /** More attributes of the element. */
  readonly attributes?: string;
  /** Source of the client token. `set` by default, which means that the page sets the property. */
  readonly token?: 'set' | 'fetched' | 'none';
  /** Behaviour of the card. By default it accepts every PIN. */
  readonly behaviour?: SandboxBehaviour;
  /** Address of the frame page. By default isolated mode has one on an origin of its own. */
  readonly frameSrc?: string | undefined;
  /** Headers of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Address of the service, if it isn't the sandbox. */
  readonly endpoint?: string;
}

/** Makes a page keep the element's port. Any script before the element's script can do that. */
export const KEEP_PORT = `
  const Channel = MessageChannel;
  var port;
  MessageChannel = function () { const channel = new Channel(); port = channel.port1; return channel; };
`;

/** An event of the element, or a request for a client token. */
export interface PortalEvent {
  readonly type: string;
  readonly kind: string | undefined;
  readonly cause: string | undefined;
  readonly explanation: string | undefined;
}

/** Variables of the page: the element, its events so far, and uncaught errors. */
declare const pin: SetCardPinElement;
declare const events: readonly PortalEvent[];
declare const errors: readonly string[];

/** A request of a page to its own site for a path without a file. */
interface PageRequest {
  /** Path below {@link PublishedPage.basePath}. */
  readonly path: string;
  readonly body: string;
}

/** A page that the portal serves. */
export interface PublishedPage {
  readonly address: string;
  /** First part of all paths that belong to this page. */
  readonly basePath: string;
  readonly cardId: string;
  /** The client token for its card. */
  readonly token: string;
  /** Requests below the base path for which there is no file. */
  readonly requests: PageRequest[];
  /** Asks the service whether the page's card has this PIN. */
  readonly isPin: (pin: string) => Promise<boolean>;
  /** Delays the service's answers for the page's card. */
  readonly delay: (milliseconds: number) => Promise<unknown>;
}

/** A portal, its servers and its Chromium browsers. */
export class Portal {
  readonly servers: Servers;
  /** The site of another company. */
  readonly otherSite: Site;
  readonly #frameSites: Site[] = [];
  readonly #browsers = new Set<Browser>();
  readonly #idle: Browser[] = [];
  readonly #idleProfiles: BrowserContext[] = [];
  readonly #pages: PublishedPage[] = [];

  static async start(): Promise<Portal> {
    const otherSite = new Site('127.0.0.2');
    const [servers] = await Promise.all([Servers.start(), otherSite.open()]);
    // Some browsers ask for it.
    servers.portal.answers.set('/favicon.ico', {});
    return new Portal(servers, otherSite);
  }

  private constructor(servers: Servers, otherSite: Site) {
    this.servers = servers;
    this.otherSite = otherSite;
    servers.portal.onUnanswered = ({ path, body }) => {
      const page = this.#pages.find(({ basePath }) => path.startsWith(basePath));
      page?.requests.push({ path: path.slice(page.basePath.length), body });
      return undefined;
    };
  }

  get origin(): string {
    return this.servers.portal.origin;
  }

  /**
   * Creates a profile in a separate browser. Pages in the same browser would take the focus from
   * each other.
   */
  async newProfile(options?: BrowserContextOptions): Promise<BrowserContext> {
    const browser = this.#idle.pop() ?? (await startChromium(['--site-per-process']));
    this.#browsers.add(browser);
    const profile = await browser.newContext(options);
    profile.once('close', () => this.#idle.push(browser));
    return profile;
  }

  /**
   * Opens a page for a PIN, uses it and, unless that fails, keeps its profile for another one.
   *
   * @param isCopied - Whether to copy the PIN before: a note in another page takes the focus.
   */
  async use<T>(
    pin: string,
    options: PortalPageOptions,
    act: (page: PortalPage) => Promise<T>,
    isCopied = false,
  ): Promise<T> {
    const profile = this.#idleProfiles.pop() ?? (await this.newProfile());
    if (isCopied) await copyFromNote(profile, pin);
    const result = await act(await this.open(profile, { pinLength: pin.length, ...options }));
    this.#idleProfiles.push(profile);
    return result;
  }

  /** Serves a page with a card that no other page has. */
  async publish(options: PortalPageOptions): Promise<PublishedPage> {
    const { portal } = this.servers;
    const card = await this.servers.newCard(options.behaviour);
    const basePath = this.servers.newPath();
    const published: PublishedPage = {
      address: this.origin + basePath,
      basePath,
      cardId: card.id,
      token: card.token,
      requests: [],
      isPin: (pin) => this.servers.isPin(card.id, pin),
      delay: (milliseconds) =>
        this.servers.service.control('POST', `/cards/${card.id}/delay`, { milliseconds }),
    };
    this.#pages.push(published);
    const { mode, endpoint = this.servers.endpoint, headers, attributes = '' } = options;
    const { pinLength = DEFAULT_PIN_LENGTH, token = 'set' } = options;
    const { frameSrc = mode === 'isolated' ? await this.#newFrameSrc() : undefined } = options;
    if (mode === 'naive')
      portal.answers.set('/naive.js', {
        body: await bundleScript('test/leaks/naive-component.ts', 'unused'),
      });
    // Without inline scripts, which strict policies forbid.
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<script src="first.js"></script>
<script src="before.js"></script>
<script src="${mode === 'naive' ? '/naive.js' : '/set-card-pin.js'}"></script>
<form id="portal">
  <set-card-pin endpoint="${endpoint}" card-id="${card.id}" pin-length="${pinLength}" ${frameSrc === undefined ? '' : `frame-src="${frameSrc}"`} ${attributes}></set-card-pin>
  <input name="nickname"><button>Save</button>
</form>
<script src="last.js"></script></html>`;
    portal.answers.set(basePath, { body: html, headers });
    for (const [file, body] of Object.entries({
      'first.js': FIRST_SCRIPT,
      'before.js': options.before ?? '',
      'last.js': `
        const withToken = (pin) => { ${LAST_SCRIPT[token](card.token)} return pin; };
        var pin = withToken(document.querySelector('set-card-pin'));`,
      'client-token.json': JSON.stringify({ value: card.token }),
    }))
      portal.answers.set(basePath + file, { body });
    return published;
  }

  /** Opens a page and waits until the element is ready. */
  async open(profile: BrowserContext, options: PortalPageOptions): Promise<PortalPage> {
    const opened = await this.#goto(profile, options, 'load');
    await opened.evaluate('ready');
    assert.equal(opened.frame !== undefined, options.mode === 'isolated');
    return opened;
  }

  /**
   * Opens a page in isolated mode for a test, without waiting until the element is ready.
   *
   * @param given - A profile for this page only.
   */
  async load(
    test: TestContext,
    options: Omit<PortalPageOptions, 'mode'> = {},
    given?: BrowserContext,
  ): Promise<PortalPage> {
    const profile = given ?? (await this.newProfile());
    test.after(() => profile.close());
    const opened = await this.#goto(profile, { mode: 'isolated', ...options }, 'commit');
    await opened.page.waitForFunction(() => typeof pin === 'object');
    return opened;
  }

  /** Replaces the previous page of the profile: a new tab takes longer than all else together. */
  async #goto(
    profile: BrowserContext,
    options: PortalPageOptions,
    waitUntil: 'commit' | 'load',
  ): Promise<PortalPage> {
    const published = await this.publish(options);
    const [page = await profile.newPage()] = profile.pages();
    const opened = new PortalPage(page, await profile.newCDPSession(page), published);
    await page.goto(published.address, { waitUntil });
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#browsers].map((browser) => browser.close()));
    await Promise.all([...this.#frameSites, this.otherSite].map((site) => site.close()));
    await this.servers.close();
  }

  /** Returns a frame page of a new origin, because a tab remembers what an origin has lost. */
  async #newFrameSrc(): Promise<string> {
    const site = new Site('127.0.0.1');
    await site.open();
    this.#frameSites.push(site);
    return this.servers.frameFolder({}, site).url;
  }
}

/** The first script of a page, so that it misses no event of the element. */
const FIRST_SCRIPT = `
  const happened = (...types) =>
    new Promise((done) => types.forEach((type) => addEventListener(type, ({ outcome }) => done(JSON.stringify(outcome)), { once: true })));
  const [ready, set] = [happened('pin-ready'), happened('pin-set')];
  const ended = happened('pin-set', 'pin-error');
  const events = [], errors = [];
  for (const type of ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'])
    addEventListener(type, ({ type, outcome, cause }) =>
      events.push({ type, kind: outcome?.kind, cause, explanation: outcome?.explanation }));
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
  addEventListener('submit', (event) => event.preventDefault());
`;

/** The last script of a page, for each source of the client token. */
const LAST_SCRIPT = {
  set: (token: string) => `pin.clientToken = '${token}';`,
  fetched: () => `pin.getClientToken = async () => (await fetch('client-token.json')).json();`,
  none: () => '',
} as const;

/** A page of the portal in Chromium. */
export class PortalPage implements PageWithForm {
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly published: PublishedPage;
  constructor(page: Page, protocol: CDPSession, published: PublishedPage) {
    this.page = page;
    this.protocol = protocol;
    this.published = published;
    page.setDefaultTimeout(LIMIT);
  }

  /** The frame page; undefined unless the mode is isolated. */
  get frame(): Frame | undefined {
    return this.page
      .frames()
      .find((frame) => frame.url().startsWith('http') && frame !== this.page.mainFrame());
  }

  /** While another process takes the frame over, there is none. */
  waitForFrame(): Promise<void> {
    return until('there is a frame', () => this.page.frames().length > 1);
  }

  /** Waits until the form in the frame has a button with this name. */
  waitForButton(name: string): Promise<void> {
    return until(`the button “${name}” is there`, async () => {
      const buttons = await this.texts('button', this.frame).catch((): string[] => []);
      return buttons.includes(name);
    });
  }

  /** Sets the text of the submit button, and waits until the form in the frame has it. */
  async say(submit: string, hint = ''): Promise<void> {
    const messages = hint === '' ? { submit } : { submit, hint };
    await this.page.evaluate((messages) => void (pin.messages = messages), messages);
    await this.waitForButton(submit);
  }

  /** Returns the element's events so far. */
  events(): Promise<readonly PortalEvent[]> {
    return this.page.evaluate(() => events);
  }

  /** Waits for the first event of a type, or for the `count`th. */
  async waitForEvent(type: string, count = 1): Promise<PortalEvent> {
    const handle = await this.page.waitForFunction(
      ([type, count]) => events.filter((event) => event.type === type)[count - 1],
      [type, count] as const,
    );
    return (await handle.jsonValue()) as PortalEvent;
  }

  /** Returns the uncaught errors of the page's scripts. */
  errors(): Promise<readonly string[]> {
    return this.page.evaluate(() => errors);
  }

  /**
   * Returns the names or texts of all nodes of a role in the accessibility tree.
   *
   * @param frame - Frame in another process to read. The default is the page.
   */
  async texts(role: 'textbox' | 'button' | 'alert', frame?: Frame): Promise<readonly string[]> {
    const nodes = await accessibilityNodes(this.page, frame);
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

  /** Focuses the form, and waits until a field has the focus: keys before that would be lost. */
  async focus(): Promise<void> {
    await until('a field has the focus', async () => {
      // Again: if two changes of the focus cross, Chromium can leave it in the page.
      await this.page.evaluate(() => pin.focus());
      const hasFocus = () => document.hasFocus() && document.body.matches(':focus-within');
      return this.frame?.evaluate(hasFocus) ?? true;
    });
  }

  /** Focuses the form, and types a PIN and its confirmation. */
  async enterPin(pin: string): Promise<void> {
    await this.focus();
    await typePinTwice(this.page, pin);
  }

  /** Submits what is entered, by keyboard. Returns the kind of the outcome. */
  async submit(): Promise<string> {
    const { length } = await this.events();
    await this.press('Enter');
    const handle = await this.page.waitForFunction(
      (length) => events.slice(length).find(({ type }) => /^pin-(set|error)$/.test(type)),
      length,
    );
    return (await handle.jsonValue())!.kind ?? 'set';
  }

  /** Enters and submits a PIN. Returns whether the card has it afterwards. */
  async canSetPin(pin: string): Promise<boolean> {
    await this.enterPin(pin);
    await this.submit();
    return this.published.isPin(pin);
  }

  /** Sets a PIN, and asserts that there was no error in the page. */
  async assertWorks(): Promise<void> {
    assert.ok(await this.canSetPin('4826'));
    assert.deepEqual(await this.errors(), []);
  }

  /** Returns the settled value of a script in the page. Uses nothing that the page can patch. */
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

  async hold(key: string, meanwhile: () => Promise<unknown>): Promise<void> {
    await this.page.keyboard.down(key);
    await meanwhile();
    await this.page.keyboard.up(key);
  }

  insert(method: Exclude<EntryMethod, 'keys'>, pin: string): Promise<void> {
    return INSERT[method](this, pin);
  }
}
