/** Runs samples in a page of the portal's, as a cardholder meets it: by keyboard, and by what assistive technology is told. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { APIRequestContext, BrowserContext, Page } from 'playwright-core';
import type {} from '../../../src/index.js';
import type { SandboxBehaviour } from '../../../src/node/sandbox/cards.js';
import { waitForFocus as focusComes } from '../../support/cardholder.js';
import type { SandboxClient } from '../../node/sandbox/sandbox-client.js';
import type { Sample } from './samples.js';
import { PORTAL, type Site } from './site.js';

/** As many digits as a PIN can have. */
const DIGITS = '480269137582';

/** What the page's own script is beside a sample that has none: it fetches tokens as the README has it. */
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

/** Remembers what the element tells. */
const LISTENERS = `
  const when = (...types) =>
    new Promise((resolve) => types.forEach((type) => addEventListener(type, resolve, { once: true })));
  Object.assign(window, { ready: when('pin-ready'), ended: when('pin-set', 'pin-error') });`;

/** A sample as it is served: the page that it makes, or that it is put into. */
export interface PageParts {
  /** In place of a page around the sample. */
  readonly document?: string;
  readonly markup?: string;
  readonly style?: string;
  /** A module: its path on the site. */
  readonly module?: string;
  /** The page's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the sample registers the element itself. */
  readonly hasElement?: boolean;
  /** Whether it puts the element into the page itself, where that has an element with the id `root`. */
  readonly mounts?: boolean;
}

export class Pages {
  readonly #site: Site;
  readonly #context: BrowserContext;
  readonly #client: SandboxClient;
  /** The cards of the cardholder who is signed in. */
  readonly #cards: string[];
  #count = 0;
  /** For all samples that need nothing before them: a page of its own for each takes twice the time. */
  #page: Promise<Page> | undefined;
  /** What was said where nobody should say anything. */
  #noise: string[] = [];

  constructor(site: Site, context: BrowserContext, client: SandboxClient, cards: string[]) {
    this.#site = site;
    this.#context = context;
    this.#client = client;
    this.#cards = cards;
    site.files.set('/portal.js', { type: 'text/javascript', body: PORTAL_SCRIPT });
    site.files.set('/answer.js', { type: 'text/javascript', body: ANSWER_SCRIPT });
  }

  /** Shows a sample in a page, and has a cardholder set a PIN with it. */
  async run({ code, direction }: Sample, parts: PageParts): Promise<void> {
    const { card: behaviour = 'accepted', ends = 'set', given, when, check, sees } = direction;
    const card = await this.#newCard(behaviour as SandboxBehaviour);
    const page = given === undefined ? await (this.#page ??= this.#open()) : await this.#open();
    this.#noise = [];
    // Not in the realm that the element takes its own functions from.
    if (given !== undefined) await page.addInitScript(`if (window === top) { ${given} }`);

    const late = when === 'typed' ? parts.module : undefined;
    // Whoever gets tokens some other way says so; whoever says nothing of them gets them as everybody does.
    const answers = !/lientToken|client-token|respondWith/.test(code);
    const text = parts.document ?? wrapped(parts, answers, late === undefined);
    const path = `/page-${++this.#count}`;
    const module = parts.module === undefined ? undefined : this.#site.files.get(parts.module);
    if (module?.body.includes('card_123') === true)
      this.#site.files.set(parts.module!, {
        ...module,
        body: module.body.replaceAll('card_123', card),
      });
    this.serve(path, text, { card, headers: parts.headers });
    // A sample that is refused a token has fetched it before the submit, which would otherwise ask for one, be refused it, and end.
    const token =
      behaviour === 'token-refused-once' && page.waitForResponse('**/portal/client-token');
    await page.goto(PORTAL + path);
    await token;
    if (ends !== 'nothing') {
      const pin = await typePin(page);
      if (late !== undefined) await page.addScriptTag({ url: late, type: 'module' });
      else await page.keyboard.press('Enter');
      const end = await page.evaluate(
        `ended.then(({ type, outcome }) => outcome ?? { kind: 'set' })`,
      );
      assert.equal((end as { kind: string }).kind, ends, JSON.stringify(end));
      if (ends === 'set') {
        const { json } = await this.#client.control('POST', `/cards/${card}/verify`, { pin });
        assert.equal(json.matches, true);
      }
    }
    if (check !== undefined) assert.equal(await page.evaluate(check), true, check);
    if (sees !== undefined) await waitFor(page, sees);
    assert.deepEqual(this.#noise, []);
    if (given !== undefined) await page.close();
  }

  /** Serves a page for a card, in a frame where there is to be one. */
  serve(
    path: string,
    text: string,
    {
      card,
      frameSrc,
      headers = {},
    }: { card: string; frameSrc?: string | undefined; headers?: PageParts['headers'] },
  ): void {
    if (!this.#cards.includes(card)) this.#cards.push(card);
    const framed =
      frameSrc === undefined
        ? text
        : text.replace('<set-card-pin', `<set-card-pin frame-src="${frameSrc}"`);
    const body = this.#withHashes(framed.replaceAll('card_123', card));
    this.#site.files.set(path, { type: 'text/html', body, headers });
  }

  /** A page of the cardholder's who is signed in, and requests beside it. */
  async open(): Promise<{ page: Page; request: APIRequestContext }> {
    return { page: await this.#context.newPage(), request: this.#context.request };
  }

  async #open(): Promise<Page> {
    const page = await this.#context.newPage();
    await page.addInitScript(LISTENERS);
    page.on('pageerror', (error) => this.#noise.push(String(error)));
    page.on('console', (message) => {
      const isFault = ['error', 'warning'].includes(message.type());
      // A browser says so of every answer that is not a success.
      if (isFault && !message.text().startsWith('Failed to load resource'))
        this.#noise.push(message.text());
    });
    return page;
  }

  /** Ours is not the build whose hashes the pages have: builds.test.ts compares those. */
  #withHashes(text: string): string {
    return text.replaceAll(
      /(src="https:\/\/[^/"]+([^"]+)"\s+integrity=")[^"]*/g,
      (_, upToHash: string, path: string) =>
        `${upToHash}sha384-${createHash('sha384')
          .update(this.#site.files.get(path)?.body ?? '')
          .digest('base64')}`,
    );
  }

  /** A card that no other sample has. */
  async #newCard(behaviour: SandboxBehaviour): Promise<string> {
    const { id } = await this.#client.card(behaviour);
    assert.ok(id, `The sandbox knows no ${behaviour}.`);
    return id;
  }
}

/** The least that a page is around a sample. */
function wrapped(
  { markup = '', style, module, hasElement, mounts }: PageParts,
  answers: boolean,
  runsModule: boolean,
): string {
  const brings = hasElement === true || /<script[^>]* src="[^"]*set-card-pin\.js"/.test(markup);
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>A portal</title>',
    '<script src="/portal.js"></script>',
    ...(answers ? ['<script src="/answer.js"></script>'] : []),
    ...(brings ? [] : ['<script src="/set-card-pin.js"></script>']),
    ...(style === undefined ? [] : [`<style>${style}</style>`]),
    markup,
    ...(mounts === true ? ['<div id="root"></div>'] : []),
    ...(mounts === true || markup.includes('<set-card-pin')
      ? []
      : [
          '<set-card-pin endpoint="https://api.example.com/graphql" card-id="card_123"></set-card-pin>',
        ]),
    ...(module === undefined || !runsModule
      ? []
      : [`<script type="module" src="${module}"></script>`]),
  ].join('\n');
}

/** Types a PIN as a cardholder does; Enter, or the page, sends it. */
async function typePin(page: Page): Promise<string> {
  await page.evaluate('ready');
  const [length, once, framed] = await page.evaluate(() => {
    const element = document.querySelector('set-card-pin')!;
    if (element.frameSrc === undefined) element.focus();
    return [element.pinLength, element.noConfirm, element.frameSrc !== undefined] as const;
  });
  if (framed) {
    await page.keyboard.press('Tab');
    // The focus comes to a frame of another origin a moment later.
    await focusComes({ frame: page.frames()[1] });
  }
  const pin = DIGITS.slice(0, length);
  await page.keyboard.type(pin);
  if (!once) {
    // Past the button that shows the PIN.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(pin);
  }
  return pin;
}

/** Waits until a cardholder can read a text. The root is closed, so that the accessibility tree has to tell. */
async function waitFor(page: Page, text: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (;;) {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    if (nodes.some(({ name }) => String(name?.value).includes(text))) break;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await session.detach();
}
