/**
 * Runs a portal's page, the frame page and another company's page, each on its own site, in a real
 * browser with a real service. Tests choose the answers of each site.
 */
import assert from 'node:assert/strict';
import { it as register, type TestContext } from 'node:test';
import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { SetCardPinElement } from '../../src/index.js';
import { typePinTwice } from '../support/cardholder.js';
import { startChromium } from '../support/chromium.js';
import { Site } from '../support/site.js';
import { until } from '../support/until.js';
import { Servers, type Card } from './servers.js';

/** Milliseconds for one test, and for one wait of Playwright, even on a busy machine. */
const LIMIT = 120_000;

/** Milliseconds in which the frame page must load, as the documentation says. */
export const FRAME_TIMEOUT = 8_000;

/** Registers a test with a time limit. Without one, a test could wait forever. */
export function it(title: string, act: (test: TestContext) => Promise<void>): void {
  void register(title, { timeout: LIMIT }, act);
}

/** An event of the element, or a request for a client token. */
export interface PortalEvent {
  readonly type: string;
  readonly kind: string | undefined;
  readonly cause: string | undefined;
  readonly explanation: string | undefined;
}

export interface FramedPageOptions {
  readonly frameSrc: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Script that runs before the element's script. */
  readonly script?: string;
  /** Markup before the element. It may open another element around it. */
  readonly markup?: string;
  readonly endpoint?: string;
}

/** Variables of the page: the element, its events so far, and uncaught errors. */
declare const pin: SetCardPinElement;
declare const events: readonly PortalEvent[];
declare const errors: readonly string[];

/** A portal with its sites, its service and a browser. */
export class FramedPortal {
  readonly servers: Servers;
  readonly otherSite: Site;
  readonly browser: Browser;

  static async start(): Promise<FramedPortal> {
    const otherSite = new Site('127.0.0.2');
    const [servers, browser] = await Promise.all([
      Servers.start(),
      startChromium(['--site-per-process']),
      otherSite.open(),
    ]);
    return new FramedPortal(servers, otherSite, browser);
  }

  private constructor(servers: Servers, otherSite: Site, browser: Browser) {
    this.servers = servers;
    this.otherSite = otherSite;
    this.browser = browser;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.servers.close(), this.otherSite.close()]);
  }

  /** Opens a page with the element and a new card. Doesn't wait until the element is ready. */
  async open(options: FramedPageOptions, profile?: BrowserContext): Promise<FramedPage> {
    const card = await this.servers.newCard();
    const path = this.servers.newPath();
    const { headers, endpoint = this.servers.endpoint } = options;
    const body = pageHtml({ endpoint, ...options }, card);
    this.servers.portal.answers.set(path, { body, ...(headers && { headers }) });
    const context = profile ?? (await this.browser.newContext());
    const page = await context.newPage();
    const framedPage = new FramedPage(this.servers, page, card.id);
    await page.goto(this.servers.portal.origin + path, { waitUntil: 'commit' });
    await page.waitForFunction(() => typeof pin === 'object');
    return framedPage;
  }

  /** Creates a profile whose clock is stopped. Use `clock.fastForward` and `clock.resume`. */
  async newFrozenProfile(): Promise<BrowserContext> {
    const profile = await this.browser.newContext();
    await profile.clock.install({ time: 0 });
    await profile.clock.pauseAt(1_000);
    return profile;
  }

  /** Opens a page without the element, such as a hand-written host. */
  async openHtml(body: string, site = this.servers.portal): Promise<Page> {
    const path = this.servers.newPath();
    site.answers.set(path, { body });
    const page = await this.browser.newPage();
    await page.goto(site.origin + path);
    return page;
  }
}

/** A page of the portal with the element, and a cardholder at it. */
export class FramedPage {
  readonly page: Page;
  readonly cardId: string;
  /** Errors of all frames on the console. */
  readonly consoleErrors: string[] = [];
  readonly #servers: Servers;

  constructor(servers: Servers, page: Page, cardId: string) {
    this.#servers = servers;
    this.page = page;
    page.setDefaultTimeout(LIMIT);
    this.cardId = cardId;
    page.on('console', (message) => {
      if (message.type() === 'error') this.consoleErrors.push(message.text());
    });
    page.on('pageerror', (error) => this.consoleErrors.push(String(error)));
  }

  /** The frame page, or another page in its place. */
  get frame(): Frame {
    const frame = this.page.frames()[1];
    if (frame === undefined) throw new Error('There is no frame in the page.');
    return frame;
  }

  /** Waits until there is a frame. While another process takes it over, there is none. */
  waitForFrame(): Promise<void> {
    return until('there is a frame', () => this.page.frames().length > 1);
  }

  /** Waits until the form in the frame has a button with this name. */
  waitForButton(name: string): Promise<void> {
    return until(`the button “${name}” is there`, async () =>
      (await this.texts('button', this.frame).catch((): string[] => [])).includes(name),
    );
  }

  /** Sets the text of the submit button, and waits until the form in the frame has it. */
  async say(submit: string, hint?: string): Promise<void> {
    await this.page.evaluate((messages) => void (pin.messages = messages), {
      submit,
      ...(hint !== undefined && { hint }),
    });
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
    const nodes = await this.#accessibilityTree(frame);
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

  async #accessibilityTree(frame?: Frame) {
    const session = await this.page.context().newCDPSession(frame ?? this.page);
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    await session.detach();
    return nodes;
  }

  /** Focuses the form, and waits until a field has the focus: keys before that would be lost. */
  async focus(): Promise<void> {
    await until('a field has the focus', async () => {
      // Again: if two changes of the focus cross, Chromium can leave it in the page.
      await this.page.evaluate(() => pin.focus());
      const nodes = await this.#accessibilityTree(this.frame);
      return nodes.some(
        ({ role, properties = [] }) =>
          role?.value === 'textbox' &&
          properties.some(({ name, value }) => name === 'focused' && value.value === true),
      );
    });
  }

  /** Focuses the form, and types a PIN and its confirmation. */
  async enterPin(pin: string): Promise<void> {
    await this.focus();
    await typePinTwice(this.page, pin);
  }

  /** Enters and submits a PIN. Returns whether the card has it afterwards. */
  async canSetPin(pin: string): Promise<boolean> {
    const { length } = await this.events();
    await this.enterPin(pin);
    await this.page.keyboard.press('Enter');
    await this.page.waitForFunction(
      (length) => events.slice(length).some(({ type }) => /^pin-(set|error)$/.test(type)),
      length,
    );
    return this.isPin(pin);
  }

  /**
   * Sets a PIN, and asserts that there was no error in the page.
   *
   * @param explained - Whether the element has explained mistakes of the page in the console.
   */
  async assertWorks(explained = false): Promise<void> {
    assert.ok(await this.canSetPin('4826'));
    assert.deepEqual(await this.errors(), []);
    const errors = this.consoleErrors.filter((text) => !text.startsWith('set-card-pin: '));
    assert.deepEqual(errors, []);
    assert.equal(this.consoleErrors.length > 0, explained);
  }

  /** Asks the service whether the page's card has this PIN. */
  isPin(pin: string): Promise<boolean> {
    return this.#servers.isPin(this.cardId, pin);
  }

  /** Returns how many attempts to set the card's PIN have reached the service. */
  async countAttempts(): Promise<number> {
    const requests = await this.#servers.service.requests();
    const texts = requests.map(({ request }) => JSON.stringify(request));
    return texts.filter((text) => text.includes(this.cardId) && text.includes('newPin')).length;
  }

  close(): Promise<void> {
    return this.page.context().close();
  }
}

function pageHtml(
  { frameSrc, endpoint, script = '', markup = '' }: FramedPageOptions,
  { id, token }: Card,
): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">
<script>
  const events = [], errors = [];
  for (const type of ['pin-ready', 'pin-change', 'pin-set', 'pin-error', 'token-expired'])
    addEventListener(type, ({ type, outcome, cause }) =>
      events.push({ type, kind: outcome?.kind, cause, explanation: outcome?.explanation }));
  addEventListener('error', ({ message }) => errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => errors.push(String(reason)));
</script>
<script>${script}</script>
<script src="/set-card-pin.js"></script>
${markup}
<set-card-pin frame-src="${frameSrc}" endpoint="${endpoint}" card-id="${id}"></set-card-pin>
<script>
  var pin = document.querySelector('set-card-pin');
  var token = pin.clientToken = '${token}';
</script></html>`;
}
