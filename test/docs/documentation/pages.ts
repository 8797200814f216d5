/** Runs samples in a page of the portal, where a cardholder sets a PIN by keyboard. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PROJECT } from '../../../tools/project.js';
import type { SetCardPinElement } from '../../../src/index.js';
import type { FrameConfig } from '../../../src/isolated/config.js';
import { DOCUMENT, prepareFrame } from '../../../src/node/frame/frame-files.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { clientTokenHandler } from '../../../src/node/server/client-token-handler.js';
import type { SandboxClient } from '../../support/sandbox-client.js';
import { hasFocus, typePinTwice } from '../../support/cardholder.js';
import type { BuiltFiles } from '../../support/builds.js';
import { waitForText } from '../../support/chromium.js';
import { until } from '../../support/until.js';
import { samplesIn, type Sample } from './samples.js';

// The hosts that the documentation names. All others, such as a CDN, have the same files.
export const PORTAL = 'https://cards.example.com';
const SERVICE = 'https://api.example.com/graphql';
const FRAME_PAGE = 'https://pin.example.com/';

/** A PIN of the maximum length. Shorter PINs are its first digits. */
const DIGITS = '480269137582';

/** Placeholder for the card's id in a sample's code. */
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

const ANSWER_SCRIPT = `${PORTAL_SCRIPT}
  addEventListener('token-expired', (event) => event.respondWith(fetchClientToken()));`;

/** Remembers the element's events. */
const LISTENERS = `
  const when = (...types) =>
    new Promise((resolve) => types.forEach((type) => addEventListener(type, resolve, { once: true })));
  Object.assign(window, { ready: when('pin-ready'), ended: when('pin-set', 'pin-error') });`;

/** Returns true if HTML is a whole page. */
export const isDocument = (html: string): boolean => /^<!doctype/i.test(html);

/** Returns the element for a mode. */
export function elementIn(mode: 'inline' | 'isolated'): string {
  const frame = mode === 'isolated' ? ` frame-src="${FRAME_PAGE}"` : '';
  return `<set-card-pin endpoint="${SERVICE}" card-id="${CARD}"${frame}></set-card-pin>`;
}

/** Reads a folder of the build. */
function built(folder: string): ReadonlyMap<string, Buffer> {
  const path = join(PROJECT, 'dist', folder);
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => extname(name) !== '');
  return new Map(files.map((name) => [name, readFileSync(join(path, name))]));
}

/** Parts of the page that runs a sample. */
interface PageParts {
  /** A whole page, or HTML to which the element is added unless it has `#root`. */
  readonly markup?: string;
  /** The code of a module. */
  readonly module?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** True if the module registers the element. */
  readonly isBundle?: boolean;
}

export type Pages = Awaited<ReturnType<typeof openPages>>;

/**
 * Opens a page. All hosts serve the same files, by their paths. The frame page has the
 * configuration in docs/isolated-mode.md.
 */
export async function openPages(client: SandboxClient, browser: Browser, files: BuiltFiles) {
  const { url: endpoint, apiKey } = client.sandbox.test;
  /** A page for all samples, because a page for each would take twice as long. */
  const page = await (await browser.newContext()).newPage();
  /** The portal server's responses, by path. */
  const routes = new Map<string, (request: Request) => Response | Promise<Response>>();
  /** Errors and warnings in the console. */
  const complaints: string[] = [];
  let count = 0;
  const config = samplesIn('docs/isolated-mode.md').find(({ language }) => language === 'json');
  const frame = prepareFrame(built('frame'), JSON.parse(config!.code) as FrameConfig);

  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const [type, text] = [message.type(), message.text()];
    // The browser reports each HTTP status that is not a success.
    if (/^(error|warning)$/.test(type) && !text.startsWith('Failed to load resource'))
      complaints.push(text);
  });
  await page.addInitScript(LISTENERS);
  await page.context().route(/^https:/, async (route) => {
    const request = route.request();
    const { href, pathname } = new URL(request.url());
    if (href === SERVICE) return route.fulfill({ response: await route.fetch({ url: endpoint }) });
    if (href.startsWith(FRAME_PAGE)) {
      const body = frame.files.get(pathname.slice(1) || DOCUMENT)!;
      const headers = Object.fromEntries(frame.headers);
      return route.fulfill({ contentType: 'text/html; charset=utf-8', headers, body });
    }
    const answer = await routes.get(pathname)?.(
      new Request(href, {
        method: request.method(),
        headers: { ...request.headers(), 'Sec-Fetch-Site': 'same-origin' },
        body: request.postData(),
      }),
    );
    if (answer === undefined) return route.fulfill({ status: 404 });
    const headers = Object.fromEntries(answer.headers);
    return route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });

  function serve(path: string, body: string, headers: PageParts['headers'] = {}): void {
    const type = extname(path) === '.js' ? 'text/javascript' : 'text/html; charset=utf-8';
    const all = { 'Content-Type': type, 'Access-Control-Allow-Origin': '*', ...headers };
    routes.set(path, () => new Response(body, { headers: all }));
  }
  for (const [path, body] of [...built('cdn'), ...files]) serve(`/${path}`, String(body));
  serve('/portal.js', PORTAL_SCRIPT);
  serve('/answer.js', ANSWER_SCRIPT);

  /** Serves tokens for every card. */
  function serveTokens(): void {
    const handle = clientTokenHandler({ endpoint, apiKey, authorize: () => true });
    routes.set('/portal/client-token', handle);
  }
  serveTokens();

  /** Shows a sample in a page, and sets a PIN as a cardholder does. */
  async function run(
    { code, options }: Pick<Sample, 'code' | 'options'>,
    parts: PageParts,
  ): Promise<void> {
    const { card: behaviour = 'accepted', ends = 'set', given, check, sees } = options;
    const { id: card } = await client.card(behaviour as SandboxBehaviour);
    assert.ok(card, `The sandbox has no behaviour ${behaviour}.`);
    complaints.length = 0;
    const path = `/page-${++count}`;
    if (parts.module !== undefined) serve(`${path}.js`, parts.module.replaceAll(CARD, card));
    // A sample that doesn't show how to supply tokens uses the portal's script for them.
    const getsTokens = /lientToken|client-token|respondWith/.test(code);
    const portal = getsTokens ? '/portal.js' : '/answer.js';
    // Runs before all other scripts.
    const script = given === undefined ? '' : `<script>${given}</script>`;
    const html = wrapped(parts, portal, `${path}.js`)
      .replace(/^<!doctype html>/i, (doctype) => doctype + script)
      .replaceAll(CARD, card);
    serve(path, html, parts.headers);
    await page.goto(PORTAL + path);
    if (ends !== 'nothing') {
      const pin = await enterPin(page);
      await page.keyboard.press('Enter');
      const kind = await page.evaluate(`ended.then(({ outcome }) => outcome?.kind ?? 'set')`);
      assert.equal(kind, ends);
      if (ends === 'set') assert.equal(await client.matches(card, pin), true);
    }
    if (check !== undefined) assert.equal(await page.evaluate(check), true, check);
    if (sees !== undefined) await waitForText(page, sees);
    // The element explains a failure in the console.
    const isExplained = (text: string) => ends !== 'set' && text.startsWith('set-card-pin: ');
    assert.deepEqual(
      complaints.filter((text) => !isExplained(text)),
      [],
    );
  }

  return { page, routes, serve, serveTokens, run };
}

/** Returns the smallest page for a sample. */
function wrapped(
  { markup = '', module, isBundle = false }: PageParts,
  portal: string,
  modulePath: string,
): string {
  if (isDocument(markup)) return markup;
  const registers = isBundle || /<script[^>]* src="[^"]*set-card-pin(\.\w+)?\.js"/.test(markup);
  const isWhole = /<set-card-pin|id="root"/.test(markup);
  const script = markup.includes('frame-src') ? 'set-card-pin.isolated.js' : 'set-card-pin.js';
  const classic = registers ? [portal] : [portal, `/${script}`];
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>',
    ...classic.map((src) => `<script src="${src}"></script>`),
    isWhole ? markup : markup + elementIn('inline'),
    module === undefined ? '' : `<script type="module" src="${modulePath}"></script>`,
  ].join('\n');
}

/** Types a PIN into the form, and returns it. */
async function enterPin(page: Page): Promise<string> {
  await page.evaluate('ready');
  const element = page.locator('set-card-pin');
  await until('the form has focus', async () => {
    // Repeated, because Chromium can leave the focus in the page if two focus changes overlap.
    await element.focus();
    const frame = page.frames().find((each) => each.url().startsWith(FRAME_PAGE));
    return frame === undefined || frame.evaluate(hasFocus);
  });
  const { pinLength, noConfirm, flow } = await element.evaluate(
    ({ pinLength, noConfirm, flow }: SetCardPinElement) => ({ pinLength, noConfirm, flow }),
  );
  const pin = DIGITS.slice(0, pinLength);
  // In the steps flow, the form goes to the next field by itself.
  if (flow === 'steps') await page.keyboard.type(pin + pin);
  else if (noConfirm) await page.keyboard.type(pin);
  else await typePinTwice(page, pin);
  return pin;
}
