/** Runs samples in a page of the portal, where a cardholder sets a PIN by keyboard. */
import assert from 'node:assert/strict';
import type { APIRequestContext, Browser, BrowserContext, Page } from 'playwright-core';
import { createPortal } from '../../../demo/portal/portal.js';
import type {} from '../../../src/index.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { typePinTwice, waitForFocus } from '../../support/cardholder.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import { waitForText } from '../../support/chromium.js';
import type { Sample } from './samples.js';
import { PORTAL, SERVICE, type Site } from './site.js';

/** A PIN of the maximum length. Shorter PINs are its first digits. */
const DIGITS = '480269137582';

/** Placeholder for the card's id in the code of a sample. */
const CARD = 'card_123';

/** The page's own script for samples without one. It fetches tokens as in the README. */
const PORTAL_SCRIPT = `
  async function fetchClientToken() {
    const response = await fetch('/portal/client-token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ cardId: document.querySelector('set-card-pin').cardId }),
    });
    if (!response.ok) throw new Error('No client token: ' + response.status);
    return response.json();
  }
  Object.defineProperty(window, 'element', {
    configurable: true,
    get: () => document.querySelector('set-card-pin'),
  });`;

const ANSWER_SCRIPT = `
  addEventListener('token-expired', (event) => event.respondWith(fetchClientToken()));`;

/** Remembers events of the element. */
const LISTENERS = `
  const when = (...types) =>
    new Promise((resolve) => types.forEach((type) => addEventListener(type, resolve, { once: true })));
  Object.assign(window, { ready: when('pin-ready'), ended: when('pin-set', 'pin-error') });`;

/** Parts of the page that runs a sample. */
export interface PageParts {
  /** A whole page. The other parts are ignored, except for the headers. */
  readonly document?: string;
  readonly markup?: string;
  readonly style?: string;
  /** The code of a module. */
  readonly module?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the module registers the element. */
  readonly hasElement?: boolean;
  /** True if the module puts the element into the page, below `#root`. */
  readonly mounts?: boolean;
}

export class Pages {
  readonly #site: Site;
  readonly #client: SandboxClient;
  readonly #context: BrowserContext;
  /** A page for all samples: one for each would take twice the time. */
  readonly #page: Page;
  /** Cards of the cardholder who is signed in. */
  readonly #cardIds: string[] = [];
  #count = 0;
  /** Errors and warnings in the console. */
  #complaints: string[] = [];

  private constructor(site: Site, client: SandboxClient, page: Page) {
    this.#site = site;
    this.#client = client;
    this.#page = page;
    this.#context = page.context();
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('console', (message) => {
      const isComplaint = ['error', 'warning'].includes(message.type());
      // The browser reports each HTTP status that is not a success.
      if (isComplaint && !message.text().startsWith('Failed to load resource'))
        this.#complaints.push(message.text());
    });
    const { url: serviceEndpoint, apiKey } = client.sandbox.test;
    site.upstreams.set(new URL(SERVICE).host, new URL(serviceEndpoint).origin);
    site.portal = createPortal({
      origin: PORTAL,
      serviceEndpoint,
      apiKey,
      cardholders: [{ name: 'Ada', cardIds: this.#cardIds }],
    });
    site.files.set('/', { body: '<title>A portal</title>' });
    site.files.set('/portal.js', { body: PORTAL_SCRIPT });
    site.files.set('/answer.js', { body: ANSWER_SCRIPT });
  }

  /** Opens a page in which a cardholder is signed in. */
  static async open(site: Site, client: SandboxClient, browser: Browser): Promise<Pages> {
    const page = await (await browser.newContext()).newPage();
    const pages = new Pages(site, client, page);
    await page.goto(PORTAL);
    await page.evaluate(() =>
      fetch('/portal/session', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ cardholder: 'Ada' }),
      }),
    );
    await page.addInitScript(LISTENERS);
    return pages;
  }

  /** Shows a sample in a page, and sets a PIN as a cardholder does. */
  async run({ code, options }: Sample, parts: PageParts): Promise<void> {
    const { card: behaviour = 'accepted', ends = 'set', given, check, sees } = options;
    const { id: card } = await this.#client.card(behaviour as SandboxBehaviour);
    assert.ok(card, `The sandbox has no behaviour ${behaviour}.`);
    const page = this.#page;
    this.#complaints = [];
    const path = `/page-${++this.#count}`;
    const module = `${path}.js`;
    if (parts.module !== undefined) {
      const body = parts.module.replaceAll(CARD, card);
      this.#site.files.set(module, { body });
    }
    const scripts = [
      '/portal.js',
      // A sample that doesn't show how to get tokens gets them in the usual way.
      ...(/lientToken|client-token|respondWith/.test(code) ? [] : ['/answer.js']),
    ];
    const modules = parts.module === undefined ? [] : [module];
    const html = parts.document ?? wrapped(parts, scripts, modules);
    this.serve(path, withScript(html, given), card, parts.headers);
    await page.goto(PORTAL + path);
    if (ends !== 'nothing') {
      const pin = await enterPin(page);
      await page.keyboard.press('Enter');
      const end = await page.evaluate(
        `ended.then(({ type, outcome }) => outcome ?? { kind: 'set' })`,
      );
      assert.equal((end as { kind: string }).kind, ends, JSON.stringify(end));
      if (ends === 'set') {
        assert.equal(await this.#client.matches(card, pin), true);
      }
    }
    if (check !== undefined) assert.equal(await page.evaluate(check), true, check);
    if (sees !== undefined) await waitForText(page, sees);
    // The element explains a failure in the console.
    const isExplained = (text: string) => ends !== 'set' && text.startsWith('set-card-pin: ');
    assert.deepEqual(
      this.#complaints.filter((text) => !isExplained(text)),
      [],
    );
  }

  /** Serves a page for a card. */
  serve(path: string, html: string, card: string, headers?: PageParts['headers']): void {
    if (!this.#cardIds.includes(card)) this.#cardIds.push(card);
    // Only the pages in the package have the hash, which builds.all.test.ts tests.
    const body = html.replaceAll(CARD, card).replaceAll('integrity="sha384-…"', '');
    this.#site.files.set(path, { body, headers });
  }

  /** Opens a page of the cardholder for Playwright's tests, with a client for other requests. */
  async forPlaywright(): Promise<{ page: Page; request: APIRequestContext }> {
    return { page: await this.#context.newPage(), request: this.#context.request };
  }
}

/** Adds an inline script that runs before all others. */
function withScript(html: string, script: string | undefined): string {
  if (script === undefined) return html;
  return html.replace(/^<!doctype html>/i, (doctype) => `${doctype}<script>${script}</script>`);
}

/** Returns the smallest page for a sample. */
function wrapped(
  { markup = '', style, hasElement = false, mounts = false }: PageParts,
  scripts: readonly string[],
  modules: readonly string[],
): string {
  const registers = hasElement || /<script[^>]* src="[^"]*set-card-pin(\.\w+)?\.js"/.test(markup);
  const classic = registers ? scripts : [...scripts, '/set-card-pin.js'];
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>',
    ...classic.map((src) => `<script src="${src}"></script>`),
    ...(style === undefined ? [] : [`<style>${style}</style>`]),
    markup,
    ...(mounts ? ['<div id="root"></div>'] : []),
    ...(mounts || markup.includes('<set-card-pin')
      ? []
      : [`<set-card-pin endpoint="${SERVICE}" card-id="${CARD}"></set-card-pin>`]),
    ...modules.map((src) => `<script type="module" src="${src}"></script>`),
  ].join('\n');
}

/** Types a PIN into the form, and returns it. */
async function enterPin(page: Page): Promise<string> {
  await page.evaluate('ready');
  const { length, hasConfirmation, goesOn, isFramed } = await page.evaluate(() => {
    const element = document.querySelector('set-card-pin')!;
    const isFramed = element.frameSrc !== undefined;
    if (!isFramed) element.focus();
    return {
      length: element.pinLength,
      hasConfirmation: !element.noConfirm,
      goesOn: element.flow === 'steps',
      isFramed,
    };
  });
  if (isFramed) {
    await page.keyboard.press('Tab');
    await waitForFocus({ frame: page.frames()[1] });
  }
  const pin = DIGITS.slice(0, length);
  if (goesOn) await page.keyboard.type(pin + pin);
  else if (hasConfirmation) await typePinTwice(page, pin);
  else await page.keyboard.type(pin);
  return pin;
}
