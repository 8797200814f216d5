/** Uses the keyboard and the pointer in pages of libraries that contain the element. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { bundleScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it } from '../leaks/portal-page.js';
import { Servers } from '../leaks/servers.js';

/** A dialog with the element, between two buttons or alone. */
type Dialog = `${'inline' | 'isolated'}${'' | ' alone'}`;

/** Without one that not every library can handle: an isolated element without buttons. */
const DIALOGS: readonly Dialog[] = ['inline', 'inline alone', 'isolated'];
export const ALL_DIALOGS: readonly Dialog[] = [...DIALOGS, 'isolated alone'];

/** A library, and its dialogs in which every tab stop is reached. */
export interface Row {
  readonly name: string;
  /** Names of the tab stops that the library adds after the content. */
  readonly own?: readonly string[];
  readonly dialogs?: readonly Dialog[];
}

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

  const open = async (name: string, dialog: Dialog): Promise<OpenDialog> => {
    const frame = dialog.startsWith('isolated') ? `frame-src="${servers.frameFolder().url}"` : '';
    const element = `<set-card-pin endpoint="${servers.endpoint}" card-id="card_1" ${frame}></set-card-pin>`;
    const content = dialog.endsWith('alone')
      ? element
      : `<button>Before</button>${element}<button>After</button>`;
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
  content.innerHTML = '${content}';
  libraries.open.${name}(content);
</script></html>`,
    });
    const page = await browser().newPage();
    await page.goto(servers.portal.origin + path);
    assert.deepEqual(await page.evaluate('ready.then(() => errors)'), []);
    const form = page.frames().find((each) => each.parentFrame() && each.url().startsWith('http'));
    return new OpenDialog(page, await page.context().newCDPSession(form ?? page));
  };

  /** Walks through a dialog, forwards and backwards. */
  const walk = async ({ name, own = [] }: Row, dialog: Dialog): Promise<void> => {
    const content = dialog.endsWith('alone') ? STOPS : ['Before', ...STOPS, 'After'];
    const stops = [...content, ...own];
    const opened = await open(name, dialog);
    // A dialog may focus itself first, and an element in a frame is ready later.
    for (let count = 0; (await opened.focused()) !== stops[0]; count++) {
      assert.ok(count < stops.length, `${stops[0]} is reached`);
      await opened.page.keyboard.press('Tab');
    }
    for (const stop of [...stops.slice(1), stops[0]]) await opened.tabTo(stop);
    for (const stop of stops.reverse()) await opened.tabTo(stop, 'Shift');
    assert.deepEqual(await opened.page.evaluate('errors'), []);
    await opened.page.close();
  };

  for (const row of table)
    for (const dialog of row.dialogs ?? DIALOGS)
      it(`lets the Tab key reach every stop: ${row.name}, ${dialog}`, () => walk(row, dialog));

  return async (name: string, isTouch: boolean): Promise<void> => {
    const opened = await open(name, 'inline alone');
    await opened.press('Confirm new PIN', isTouch);
    await opened.waitForFocus('Confirm new PIN');
    await opened.page.close();
  };
}

class OpenDialog {
  readonly page: Page;
  /** The session of the document with the form. */
  readonly #form: CDPSession;

  constructor(page: Page, form: CDPSession) {
    this.page = page;
    this.#form = form;
  }

  /** Returns the name of the tab stop that has the focus. */
  async focused(): Promise<string> {
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

  /** Presses Tab until a stop has the focus: a library may move it in a later task. */
  async tabTo(stop: string, modifier?: 'Shift'): Promise<void> {
    const { keyboard } = this.page;
    if (modifier) await keyboard.down(modifier);
    await keyboard.down('Tab');
    await this.waitForFocus(stop);
    await keyboard.up('Tab');
    await keyboard.up('Shift');
  }

  waitForFocus(stop: string): Promise<void> {
    return until(`${stop} has the focus`, async () => (await this.focused()) === stop);
  }

  /** Clicks or taps a control. */
  async press(name: string, isTouch: boolean): Promise<void> {
    const node = (await this.#controls()).find((each) => each.name?.value === name);
    const { model } = await this.#form.send('DOM.getBoxModel', {
      backendNodeId: node!.backendDOMNodeId!,
    });
    const [left = 0, top = 0, right = 0, , , bottom = 0] = model.border;
    const point = { x: (left + right) / 2, y: (top + bottom) / 2 };
    if (!isTouch) return this.page.mouse.click(point.x, point.y);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: (typeof point)[]) =>
      this.#form.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [point]);
    await touch('touchEnd', []);
  }

  async #controls() {
    const { nodes } = await this.#form.send('Accessibility.getFullAXTree');
    return nodes.filter(({ role }) => /textbox|button/.test(role?.value));
  }
}
