/** Runs samples in a page of the portal, where a cardholder sets a PIN by keyboard. */
import assert from 'node:assert/strict';
import { extname } from 'node:path';
import type { APIRequestContext, Browser, Page, Route } from 'playwright-core';
import type {} from '../../../src/index.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { clientTokenHandler } from '../../../src/node/server/client-token-handler.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import type { BuiltFiles } from '../../support/builds.js';
import { hasFocus, typePinTwice } from '../../support/cardholder.js';
import { waitForText } from '../../support/chromium.js';
import { until } from '../../support/until.js';
import type { Sample } from './samples.js';

// The hosts that the documentation names. All others, such as a CDN, have the same files.
export const PORTAL = 'https://cards.example.com';
export const SERVICE = 'https://api.example.com/graphql';
export const FRAME_PAGE = 'https://pin.example.com/';

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

interface File {
  readonly body: string;
  readonly headers?: PageParts['headers'];
}

export class Pages {
  readonly #client: SandboxClient;
  /** A page for all samples: one for each would take twice the time. */
  readonly #page: Page;
  readonly #files: Map<string, File>;
  readonly #framePage: string;
  /** The routes of the portal's server, by path. */
  readonly routes: Map<string, (request: Request) => Promise<Response>>;
  #count = 0;
  /** Errors and warnings in the console. */
  #complaints: string[] = [];

  private constructor(client: SandboxClient, page: Page, files: BuiltFiles, framePage: string) {
    this.#client = client;
    this.#page = page;
    this.#framePage = framePage;
    const { url: endpoint, apiKey } = client.sandbox.test;
    const mint = clientTokenHandler({ endpoint, apiKey, authorize: () => true });
    this.routes = new Map([['/portal/client-token', mint]]);
    const scripts = [...files, ['portal.js', PORTAL_SCRIPT], ['answer.js', ANSWER_SCRIPT]] as const;
    this.#files = new Map(scripts.map(([path, body]) => [`/${path}`, { body }]));
    page.on('pageerror', (error) => this.#complaints.push(String(error)));
    page.on('console', (message) => {
      // The browser reports each HTTP status that is not a success.
      const isComplaint = ['error', 'warning'].includes(message.type());
      if (isComplaint && !message.text().startsWith('Failed to load resource'))
        this.#complaints.push(message.text());
    });
  }

  /**
   * Opens a page.
   *
   * @param framePage - Address of the server with the frame page.
   */
  static async open(
    client: SandboxClient,
    browser: Browser,
    files: BuiltFiles,
    framePage: string,
  ): Promise<Pages> {
    const page = await (await browser.newContext()).newPage();
    const pages = new Pages(client, page, files, framePage);
    await page.context().route(/^https:/, (route) => pages.#answer(route));
    await page.addInitScript(LISTENERS);
    return pages;
  }

  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const { href, pathname: path } = new URL(request.url());
    if (href === SERVICE) {
      const { url } = this.#client.sandbox.test;
      return route.fulfill({ response: await route.fetch({ url }) });
    }
    if (href.startsWith(FRAME_PAGE)) {
      const url = href.replace(FRAME_PAGE, this.#framePage);
      return route.fulfill({ response: await route.fetch({ url }) });
    }
    const handle = this.routes.get(path);
    if (handle !== undefined) {
      const headers = { ...request.headers(), 'Sec-Fetch-Site': 'same-origin' };
      const asked = { method: request.method(), headers, body: request.postData() };
      const answer = await handle(new Request(href, asked));
      return route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      });
    }
    const { body, headers } = this.#files.get(path) ?? {};
    return route.fulfill({
      status: body === undefined ? 404 : 200,
      contentType: extname(path) === '.js' ? 'text/javascript' : 'text/html; charset=utf-8',
      headers: { 'Access-Control-Allow-Origin': '*', ...headers },
      body: body ?? '',
    });
  }

  /** Shows a sample in a page, and sets a PIN as a cardholder does. */
  async run({ code, options }: Pick<Sample, 'code' | 'options'>, parts: PageParts): Promise<void> {
    const { card: behaviour = 'accepted', ends = 'set', given, check, sees } = options;
    const { id: card } = await this.#client.card(behaviour as SandboxBehaviour);
    assert.ok(card, `The sandbox has no behaviour ${behaviour}.`);
    const page = this.#page;
    this.#complaints = [];
    const path = `/page-${++this.#count}`;
    const body = parts.module?.replaceAll(CARD, card);
    if (body !== undefined) this.#files.set(`${path}.js`, { body });
    const scripts = [
      '/portal.js',
      // A sample that doesn't show how to get tokens gets them in the usual way.
      ...(/lientToken|client-token|respondWith/.test(code) ? [] : ['/answer.js']),
    ];
    const html = parts.document ?? wrapped(parts, scripts, `${path}.js`);
    // Runs before all other scripts.
    const script = given === undefined ? '' : `<script>${given}</script>`;
    const whole = html.replace(/^<!doctype html>/i, (doctype) => doctype + script);
    this.serve(path, whole, card, parts.headers);
    await page.goto(PORTAL + path);
    if (ends !== 'nothing') {
      const pin = await enterPin(page);
      await page.keyboard.press('Enter');
      const end = await page.evaluate(
        `ended.then(({ type, outcome }) => outcome ?? { kind: 'set' })`,
      );
      assert.equal((end as { kind: string }).kind, ends, JSON.stringify(end));
      if (ends === 'set') assert.equal(await this.#client.matches(card, pin), true);
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
  serve(path: string, html: string, card: string, headers: PageParts['headers'] = {}): void {
    // Only the pages in the package have the hash, which builds.all.test.ts tests.
    const body = html.replaceAll(CARD, card).replaceAll('integrity="sha384-…"', '');
    this.#files.set(path, { body, headers });
  }

  /** The fixtures of Playwright's tests. */
  get fixtures(): { readonly page: Page; readonly request: APIRequestContext } {
    return { page: this.#page, request: this.#page.context().request };
  }
}

/** Returns the smallest page for a sample. */
function wrapped(
  { markup = '', style, module, hasElement = false, mounts = false }: PageParts,
  scripts: readonly string[],
  modulePath: string,
): string {
  const registers = hasElement || /<script[^>]* src="[^"]*set-card-pin(\.\w+)?\.js"/.test(markup);
  const classic = registers ? scripts : [...scripts, '/set-card-pin.js'];
  const isMissing = !mounts && !markup.includes('<set-card-pin');
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>',
    ...classic.map((src) => `<script src="${src}"></script>`),
    style === undefined ? '' : `<style>${style}</style>`,
    `${markup}<div id="root"></div>`,
    isMissing ? `<set-card-pin endpoint="${SERVICE}" card-id="${CARD}"></set-card-pin>` : '',
    module === undefined ? '' : `<script type="module" src="${modulePath}"></script>`,
  ].join('\n');
}

/** Types a PIN into the form, and returns it. */
async function enterPin(page: Page): Promise<string> {
  await page.evaluate('ready');
  await until('the form has the focus', async () => {
    // Again: if two changes of the focus cross, Chromium can leave it in the page.
    const isFramed = await page.evaluate(() => {
      const element = document.querySelector('set-card-pin')!;
      element.focus();
      return element.frameSrc !== undefined;
    });
    return !isFramed || page.frames()[1]!.evaluate(hasFocus);
  });
  const { pinLength, noConfirm, flow } = await page.evaluate(() => {
    const { pinLength, noConfirm, flow } = document.querySelector('set-card-pin')!;
    return { pinLength, noConfirm, flow };
  });
  const pin = DIGITS.slice(0, pinLength);
  // In steps, the form goes on by itself.
  if (flow === 'steps') await page.keyboard.type(pin + pin);
  else if (noConfirm) await page.keyboard.type(pin);
  else await typePinTwice(page, pin);
  return pin;
}
