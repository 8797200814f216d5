/**
 * Serves and opens a portal's page as a company would write it: the element from the script-tag
 * build, a sandbox card and a client token. A test can add a script that runs before the element's
 * script, and choose each site's responses.
 */
import assert from 'node:assert/strict';
import { after, before, it as register, type TestContext } from 'node:test';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { bundleScript } from '../support/builds.js';
import { hasFocus, typePinTwice } from '../support/cardholder.js';
import { startChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { SCRIPTS, Servers, type ElementOptions } from './servers.js';

/** Milliseconds for one test, and for one wait of Playwright, even on a busy machine. */
const LIMIT = 180_000;

/** Registers a test with a time limit. Without one, a test could wait forever. */
export function it(title: string, act: (test: TestContext) => Promise<void>): void {
  void register(title, { timeout: LIMIT }, act);
}

export const MODES = ['inline', 'isolated'] as const;

/** A mode of the element, or a naive component, from which an attack must capture the PIN. */
export type Mode = (typeof MODES)[number] | 'naive';

export interface PortalPageOptions extends ElementOptions {
  readonly mode: Mode;
  /** A script that runs before the element's script. */
  readonly before?: string | undefined;
  /** Digits of a PIN. */
  readonly pinLength?: number;
  /** The page's headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page that the portal serves. */
interface PublishedPage {
  readonly address: string;
  /** The client token for its card. */
  readonly token: string;
  /** Asks the API whether the page's card has this PIN. */
  readonly isPin: (pin: string) => Promise<boolean>;
}

/** A page in any browser, in which a cardholder sets a PIN. */
export interface AttackedPage {
  readonly published: PublishedPage;
  /** The frame page. Undefined inline, and where the driver can't look into it. */
  readonly frame?: Frame | undefined;
  /** Presses a key with its modifiers: `Tab`, `Shift+Tab`. */
  press(key: string): Promise<void>;
  /** Pastes a PIN from a note, in which it has a space, into the focused field. */
  paste(pin: string): Promise<void>;
  /** Runs a script in the page and returns its settled value. */
  evaluate<T>(script: string): Promise<T>;
}

/** A browser with pages of a portal. */
export interface AttackedBrowser {
  /** Opens a page for a PIN, uses it and releases it. */
  use<T>(
    pin: string,
    options: PortalPageOptions,
    act: (page: AttackedPage) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** Starts a resource for a suite's tests. Returns a function that returns it once the tests run. */
export function useStarted<T extends { close(): Promise<void> }>(start: () => Promise<T>): () => T {
  let started: T;
  before(async () => {
    started = await start();
  });
  after(() => started.close());
  return () => started;
}

/** Starts a portal for the tests of a suite. */
export const usePortal = (): (() => Portal) =>
  useStarted(async () => new Portal(await Servers.start()));

/** A portal, its servers and its Chromium browsers. */
export class Portal implements AttackedBrowser {
  readonly servers: Servers;
  readonly #browsers = new Set<Browser>();
  readonly #idle: Browser[] = [];

  constructor(servers: Servers) {
    this.servers = servers;
  }

  /**
   * Creates a profile in a separate browser, and closes it after a test. Pages in the same browser
   * would take the focus from each other.
   */
  async newProfile(test?: TestContext): Promise<BrowserContext> {
    const browser = this.#idle.pop() ?? (await startChromium(['--site-per-process']));
    this.#browsers.add(browser);
    const profile = await browser.newContext();
    profile.once('close', () => this.#idle.push(browser));
    test?.after(() => profile.close());
    return profile;
  }

  async use<T>(
    pin: string,
    options: PortalPageOptions,
    act: (page: PortalPage) => Promise<T>,
  ): Promise<T> {
    const profile = await this.newProfile();
    const page = await this.open(profile, { pinLength: pin.length, ...options });
    return act(page).finally(() => profile.close());
  }

  /** Serves a page with a card that no other page has. */
  async publish(options: PortalPageOptions): Promise<PublishedPage> {
    const { portal } = this.servers;
    const { mode, pinLength = 4, headers, attributes = '' } = options;
    if (mode === 'naive')
      portal.answers.set('/naive.js', {
        body: await bundleScript('test/leaks/naive-component.ts', 'unused'),
      });
    const { id, token, markup } = await this.servers.newElement(mode, {
      ...options,
      attributes: `pin-length="${pinLength}" ${attributes}`,
    });
    // Has no inline scripts, because strict policies forbid them.
    const path = this.servers.newPage(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>
<script src="before.js"></script>
<script src="${mode === 'naive' ? '/naive.js' : SCRIPTS[mode]}"></script>
<form id="portal">${markup}<input name="nickname"><button>Save</button></form>
<script src="last.js"></script></html>`,
      headers,
    );
    for (const [file, body] of Object.entries({
      'before.js': FIRST_SCRIPT + (options.before ?? ''),
      'last.js': LAST_SCRIPT,
      'client-token.json': JSON.stringify({ value: token }),
    }))
      portal.answers.set(path + file, { body });
    return {
      address: portal.origin + path,
      token,
      isPin: (pin) => this.servers.service.matches(id, pin),
    };
  }

  /** Opens a page and waits until the element is ready. */
  async open(profile: BrowserContext, options: PortalPageOptions): Promise<PortalPage> {
    const published = await this.publish(options);
    const page = await profile.newPage();
    const opened = new PortalPage(page, await profile.newCDPSession(page), published);
    await page.goto(published.address);
    await opened.evaluate('ready');
    assert.equal(opened.frame !== undefined, options.mode === 'isolated');
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#browsers].map((browser) => browser.close()));
    await this.servers.close();
  }
}

/** The page's first script, so that it doesn't miss any of the element's events. */
const FIRST_SCRIPT = `
  const happened = (...types) =>
    new Promise((done) => types.forEach((type) => addEventListener(type, ({ outcome }) => done(JSON.stringify(outcome)), { once: true })));
  const [ready, set] = [happened('pin-ready'), happened('pin-set')];
  const ended = happened('pin-set', 'pin-error');
  addEventListener('submit', (event) => event.preventDefault());
`;

/** The page's last script. */
const LAST_SCRIPT = `
  var pin = document.querySelector('set-card-pin');
  pin.getClientToken = async () => (await fetch('client-token.json')).json();
`;

/** A portal page in Chromium. */
export class PortalPage implements AttackedPage {
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly published: PublishedPage;
  constructor(page: Page, protocol: CDPSession, published: PublishedPage) {
    this.page = page;
    this.protocol = protocol;
    this.published = published;
    page.setDefaultTimeout(LIMIT);
  }

  /** The last frame page; undefined unless the mode is isolated. */
  get frame(): Frame | undefined {
    const isFramePage = (frame: Frame) => frame.parentFrame() && frame.url().startsWith('http');
    return this.page.frames().filter(isFramePage).at(-1);
  }

  /** Focuses the form, and types a PIN and its confirmation. */
  async enterPin(pin: string): Promise<void> {
    // Keys pressed before a field has focus would be lost.
    await until('a field has focus', async () => {
      // Repeated, because Chromium can leave the focus in the page if two focus changes overlap.
      await this.evaluate('pin.focus()');
      return this.frame?.evaluate(hasFocus) ?? true;
    });
    await typePinTwice(this.page, pin);
  }

  /** Submits the entered digits. Returns the outcome's kind. */
  submit(): Promise<string> {
    return this.evaluate('pin.submit().then(({ kind }) => kind)');
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

  async paste(pin: string): Promise<void> {
    const notes = await this.page.context().newPage();
    await notes.setContent(`<textarea>${pin.slice(0, 2)} ${pin.slice(2)}</textarea>`);
    await notes.locator('textarea').focus();
    for (const key of ['Control+a', 'Control+c']) await notes.keyboard.press(key);
    await notes.close();
    await this.press('Control+v');
  }
}
