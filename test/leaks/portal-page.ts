/**
 * Serves and opens a portal's page as a company would write it: the element from the script-tag
 * build, a card of the sandbox and a client token. A test can add a script that runs before the
 * element's script.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { DEFAULT_PIN_LENGTH } from '../../src/pin/rule-names.js';
import { PROJECT } from '../../tools/project.js';
import { bundleScript } from '../support/builds.js';
import { startChromium } from '../support/chromium.js';
import { Site } from '../support/site.js';
import { copyFromNote, insertPin, type EntryMethod, type PageWithForm } from './cardholder.js';
import { Servers, type Card } from './servers.js';

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
  /** A script for a service worker, served as `worker.js` beside the page. */
  readonly worker?: string | undefined;
}

/** A request of a page to its own site for a path without a file. */
export interface PageRequest {
  /** Path below {@link PublishedPage.basePath}. */
  readonly path: string;
  readonly body: string;
}

/** A page that the portal serves. */
export interface PublishedPage {
  readonly address: string;
  /** First part of all paths that belong to this page. */
  readonly basePath: string;
  /** The client token for its card. */
  readonly token: string;
  /** Requests below the base path for which there is no file. */
  readonly requests: PageRequest[];
  /** Asks the service whether the page's card has this PIN. */
  readonly isPin: (pin: string) => Promise<boolean>;
  /** Asks the service whether the attacker's card has this PIN. */
  readonly isPinOfAttacker: (pin: string) => Promise<boolean>;
}

/** A portal, its servers and its Chromium browsers. */
export class Portal {
  readonly #servers: Servers;
  readonly #frameSites: Site[] = [];
  readonly #browsers: Browser[] = [];
  readonly #idle: Browser[] = [];
  readonly #idleProfiles: BrowserContext[] = [];
  readonly #pages: PublishedPage[] = [];

  /** @param naive - Path of the naive component in the project. */
  static async start(naive = 'test/leaks/naive-component.ts'): Promise<Portal> {
    const [servers, naiveScript, font] = await Promise.all([
      Servers.start(),
      bundleScript(naive, 'unused'),
      readFile(FONT),
    ]);
    servers.portal.answers.set('/naive.js', { body: naiveScript });
    servers.portal.answers.set('/digits.woff2', { body: font });
    return new Portal(servers);
  }

  private constructor(servers: Servers) {
    this.#servers = servers;
    servers.portal.onUnanswered = ({ path, body }) => {
      const page = this.#pages.find(({ basePath }) => path.startsWith(basePath));
      page?.requests.push({ path: path.slice(page.basePath.length), body });
      return path.endsWith('/endpoint') ? ATTACKERS_ANSWER : { status: 404 };
    };
  }

  get origin(): string {
    return this.#servers.portal.origin;
  }

  /**
   * Creates a profile in a separate browser. Pages in the same browser would take the focus from
   * each other.
   */
  async newProfile(): Promise<BrowserContext> {
    const browser = this.#idle.pop() ?? (await this.#launch());
    const profile = await browser.newContext();
    profile.once('close', () => this.#idle.push(browser));
    return profile;
  }

  /**
   * Opens a page for a PIN, uses it and releases its profile. A profile is used again after a trial
   * that has not failed.
   *
   * @param isCopied - Whether to copy the PIN before the page is open, because a note in another
   *   page takes the focus.
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
    const card = await this.#servers.newCard(options.behaviour);
    const attackersCard = await this.#servers.newCard();
    const basePath = this.#servers.newPath();
    const published: PublishedPage = {
      address: this.origin + basePath,
      basePath,
      token: card.token,
      requests: [],
      isPin: (pin) => this.#servers.isPin(card.id, pin),
      isPinOfAttacker: (pin) => this.#servers.isPin(attackersCard.id, pin),
    };
    this.#pages.push(published);
    const files: Readonly<Record<string, string>> = {
      '': this.#html(options, card, options.mode === 'isolated' ? await this.#frameSrc() : ''),
      'before.js': options.before ?? '',
      'worker.js': options.worker ?? '',
      'client-token.json': JSON.stringify({ value: card.token }),
      'attackers-card.json': JSON.stringify(attackersCard),
    };
    for (const [file, body] of Object.entries(files))
      this.#servers.portal.answers.set(basePath + file, { body });
    return published;
  }

  /**
   * Opens a page and waits until the element is ready. It replaces the previous page of the
   * profile, because a new tab takes as long as everything else together.
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
      'The form is in a frame in isolated mode only.',
    );
    return opened;
  }

  async close(): Promise<void> {
    await Promise.all(this.#browsers.map((browser) => browser.close()));
    await Promise.all(this.#frameSites.map((site) => site.close()));
    await this.#servers.close();
  }

  /** Returns a frame page of a new origin, because a tab remembers what an origin has lost. */
  async #frameSrc(): Promise<string> {
    const site = new Site('127.0.0.1');
    await site.open();
    this.#frameSites.push(site);
    return this.#servers.frameFolder({}, site).url;
  }

  /** Returns the page. Its own script comes first, so that it misses no event of the element. */
  #html(
    { mode, pinLength = DEFAULT_PIN_LENGTH, attributes = '', token = 'set' }: PortalPageOptions,
    { id, token: value }: Card,
    frameSrc: string,
  ): string {
    const script = mode === 'naive' ? '/naive.js' : '/set-card-pin.js';
    const frame = frameSrc && `frame-src="${frameSrc}"`;
    const tokenScript = {
      set: `pin.clientToken = '${value}';`,
      fetched: `pin.getClientToken = async () => (await fetch('client-token.json')).json();`,
      none: '',
    };
    return `<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title><link rel="icon" href="data:,">
<script>
  const happened = (...types) =>
    new Promise((done) => types.forEach((type) => addEventListener(type, ({ outcome }) => done(JSON.stringify(outcome)), { once: true })));
  const [ready, set] = [happened('pin-ready'), happened('pin-set')];
  const ended = happened('pin-set', 'pin-error');
</script>
<script src="before.js"></script>
<script src="${script}"></script>
<form id="portal" onsubmit="return false">
  <set-card-pin endpoint="${this.#servers.endpoint}" card-id="${id}" pin-length="${pinLength}" ${frame} ${attributes}></set-card-pin>
  <input name="nickname"><button>Save</button>
</form>
<script>
  const withToken = (pin) => { ${tokenScript[token]} return pin; };
  const pin = withToken(document.querySelector('set-card-pin'));
</script></html>`;
  }

  async #launch(): Promise<Browser> {
    const browser = await startChromium(['--site-per-process']);
    this.#browsers.push(browser);
    return browser;
  }
}

/** Answer of an attacker's endpoint: the PIN is set. */
const ATTACKERS_ANSWER = {
  body: JSON.stringify({ data: { setPinForPaymentCard: { __typename: 'PaymentCard' } } }),
  headers: { 'Content-Type': 'application/json' },
};

/** A page of the portal in Chromium. */
export class PortalPage implements PageWithForm {
  readonly page: Page;
  readonly protocol: CDPSession;
  readonly published: PublishedPage;

  constructor(page: Page, protocol: CDPSession, published: PublishedPage) {
    this.page = page;
    this.protocol = protocol;
    this.published = published;
  }

  /** The frame page; undefined unless the mode is isolated. */
  get frame(): Frame | undefined {
    return this.page
      .frames()
      .find((frame) => frame.url().startsWith('http') && frame !== this.page.mainFrame());
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
    return insertPin(this, method, pin);
  }

  /** Loads the page again. The profile keeps everything from the last visit. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.evaluate('ready');
  }
}

/** A font that attacks can use. */
const FONT = join(
  PROJECT,
  'node_modules/@fontsource/noto-sans-mono/files/noto-sans-mono-latin-400-normal.woff2',
);
