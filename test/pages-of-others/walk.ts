/** Uses the keyboard and the pointer in pages of libraries that contain the element. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { bundleScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it } from '../leaks/portal-page.js';
import { Servers } from '../leaks/servers.js';

/** A library, and its dialogs in which every tab stop is reached. */
export interface Row {
  readonly name: string;
  /** Names of the tab stops that the library adds after the content. */
  readonly own?: readonly string[];
  /** The dialogs. The default is all but an isolated one without buttons of the page. */
  readonly dialogs?: readonly Dialog[];
}

export interface Dialog {
  readonly mode: 'inline' | 'isolated';
  /** `true` if the dialog has a button before the element, and one after it. */
  readonly hasButtons: boolean;
}

export const INLINE: readonly Dialog[] = [
  { mode: 'inline', hasButtons: true },
  { mode: 'inline', hasButtons: false },
];
export const ISOLATED: Dialog = { mode: 'isolated', hasButtons: true };
export const ISOLATED_ALONE: Dialog = { mode: 'isolated', hasButtons: false };

/** The tab stops of the element. */
const STOPS = ['New PIN', 'Confirm new PIN', 'Show PIN in both fields', 'Set PIN'];

/**
 * Serves libraries to the tests of a suite, and registers a test for each dialog of each row.
 *
 * @param entry - The module that opens their dialogs.
 * @returns a function that clicks or taps a field
 */
export function testDialogs(entry: string, table: readonly Row[]) {
  const browser = useChromium(() => ['--site-per-process']);
  let servers: Servers;
  before(async () => {
    const script = await bundleScript(`test/pages-of-others/${entry}.js`, 'libraries');
    servers = await Servers.start();
    servers.portal.answers.set('/libraries.js', { body: script });
  });
  after(() => servers.close());

  const open = async (name: string, { mode, hasButtons }: Dialog): Promise<Focus> => {
    const frame = mode === 'isolated' ? `frame-src="${servers.frameFolder().url}"` : '';
    const button = (label: string): string => (hasButtons ? `<button>${label}</button>` : '');
    const path = servers.newPath();
    servers.portal.answers.set(path, {
      body: `<!doctype html><html lang="en"><title>A portal</title><link rel="icon" href="data:,">
<button>Outside</button>
<script>
  // Some libraries are written for Node too.
  Object.assign(globalThis, { global: globalThis, process: { env: {} } });
</script>
<script src="/set-card-pin.js"></script><script src="/libraries.js"></script>
<script>
  const errors = [];
  const ready = new Promise((done) => {
    addEventListener('pin-ready', done);
    addEventListener('error', ({ message }) => done(errors.push(message)));
  });
  const content = document.createElement('div');
  content.innerHTML = '${button('Before')}<set-card-pin endpoint="${servers.endpoint}" card-id="card_1" ${frame}></set-card-pin>${button('After')}';
  libraries.open.${name}(content);
</script></html>`,
    });
    const page = await browser().newPage();
    await page.goto(servers.portal.origin + path);
    assert.deepEqual(await page.evaluate('ready.then(() => errors)'), []);
    return Focus.of(page);
  };

  /** Walks through a dialog, forwards and backwards. */
  const walk = async ({ name, own = [] }: Row, dialog: Dialog): Promise<void> => {
    const stops = dialog.hasButtons ? ['Before', ...STOPS, 'After', ...own] : [...STOPS, ...own];
    const focus = await open(name, dialog);
    // A dialog may focus itself first, and an element in a frame is ready later.
    for (let count = 0; (await focus.name()) !== stops[0]; count++) {
      assert.ok(count < stops.length, `${stops[0]} is reached`);
      await focus.page.keyboard.press('Tab');
    }
    for (const stop of [...stops.slice(1), stops[0]]) await focus.moveTo(stop, 'Tab');
    for (const stop of stops.reverse()) await focus.moveTo(stop, 'Shift+Tab');
    assert.deepEqual(await focus.page.evaluate('errors'), []);
    await focus.page.close();
  };

  for (const row of table)
    for (const dialog of row.dialogs ?? [...INLINE, ISOLATED])
      it(`lets the Tab key reach every stop: ${row.name}, ${dialog.mode}, ${dialog.hasButtons ? 'with' : 'without'} buttons`, () =>
        walk(row, dialog));

  return async (name: string, isTouch: boolean): Promise<void> => {
    const focus = await open(name, { mode: 'inline', hasButtons: false });
    await focus[isTouch ? 'tap' : 'click']('Confirm new PIN');
    await focus.waitFor('Confirm new PIN');
    await focus.page.close();
  };
}

/** What has the focus in a page. */
class Focus {
  readonly page: Page;
  /** The session of the document with the form. */
  readonly #form: CDPSession;

  static async of(page: Page): Promise<Focus> {
    const frame = page.frames().find((each) => each.parentFrame() && each.url().startsWith('http'));
    return new Focus(page, await page.context().newCDPSession(frame ?? page));
  }

  private constructor(page: Page, form: CDPSession) {
    this.page = page;
    this.#form = form;
  }

  /** Returns the name of the tab stop that has the focus. */
  async name(): Promise<string> {
    const outside = await this.page.evaluate(() => {
      const { activeElement, body } = document;
      if (activeElement?.localName === 'set-card-pin') return undefined;
      return activeElement === body ? 'nothing' : (activeElement?.textContent ?? '').trim();
    });
    if (outside !== undefined) return outside;
    const focused = (await this.#controls()).find(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
    return String(focused?.name?.value ?? 'the element');
  }

  /** Presses a key until a stop has the focus: a library may move it in a later task. */
  async moveTo(stop: string, key: 'Tab' | 'Shift+Tab'): Promise<void> {
    const { keyboard } = this.page;
    if (key === 'Shift+Tab') await keyboard.down('Shift');
    await keyboard.down('Tab');
    await this.waitFor(stop);
    await keyboard.up('Tab');
    await keyboard.up('Shift');
  }

  /** Waits until a stop has the focus. */
  waitFor(stop: string): Promise<void> {
    return until(`${stop} has the focus`, async () => (await this.name()) === stop);
  }

  async click(name: string): Promise<void> {
    const { x, y } = await this.#centerOf(name);
    await this.page.mouse.click(x, y);
  }

  async tap(name: string): Promise<void> {
    const point = await this.#centerOf(name);
    for (const [type, touchPoints] of [
      ['touchStart', [point]],
      ['touchEnd', []],
    ] as const)
      await this.#form.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] });
  }

  async #centerOf(name: string): Promise<{ readonly x: number; readonly y: number }> {
    const node = (await this.#controls()).find((each) => each.name?.value === name);
    const { model } = await this.#form.send('DOM.getBoxModel', {
      backendNodeId: node!.backendDOMNodeId!,
    });
    const [left = 0, top = 0, right = 0, , , bottom = 0] = model.border;
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  async #controls() {
    const { nodes } = await this.#form.send('Accessibility.getFullAXTree');
    return nodes.filter(({ role }) => /textbox|button/.test(role?.value));
  }
}
