/** Uses the keyboard and the pointer in libraries' pages that contain the element. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import { bundleScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it } from '../leaks/portal-page.js';
import { SCRIPTS, Servers } from '../leaks/servers.js';

/** Where a dialog has its buttons. Every dialog has one. */
export type Layout = 'after' | 'before' | 'around';

/** A library, and its dialogs in which Tab reaches every stop, twice around. */
export interface Row {
  readonly name: string;
  /** Names of the tab stops that the library adds after the content. */
  readonly own?: readonly string[];
  /** The stops for Shift+Tab, if they are different. */
  readonly ownBack?: readonly string[];
  /** `true` if the library moves the focus at every Tab, not only at the ends of the dialog. */
  readonly isScripted?: true;
  /** Layouts in isolated mode in which Shift+Tab goes around too. */
  readonly isolated: readonly Layout[];
  /** Layouts in isolated mode in which only Tab goes around: Shift+Tab stays at the first field. */
  readonly onlyTab?: readonly Layout[];
  /** `true` to walk past a link in the slot `help` too. */
  readonly help?: true;
}

/** A dialog of a library. */
type Dialog = readonly [
  mode: 'inline' | 'isolated',
  layout: Layout,
  special?: 'a link in it' | 'only Tab',
];

/** The element's tab stops. */
const STOPS = ['New PIN', 'Confirm new PIN', 'Show PIN in both fields', 'Set PIN'];

const PIN = '4826';

/**
 * Serves libraries to the tests of a suite, and registers a test for each dialog of each row.
 *
 * @param entry - The module that opens the libraries' dialogs.
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

  /** @param around - Returns the content of the dialog around the element. */
  const open = async (
    name: string,
    mode: Dialog[0] = 'inline',
    help = '',
    around = (element: string) => element,
  ): Promise<OpenDialog> => {
    const { id, token, markup } = await servers.newElement(mode, { content: help });
    const path = servers.newPage(
      `<!doctype html><html lang="en"><title>A portal</title>
<button>Outside</button>
<script>
  // Some libraries are written for Node too.
  Object.assign(globalThis, { global: globalThis, process: { env: {} } });
</script>
<script src="${SCRIPTS[mode]}"></script><script src="/libraries.js"></script>
<script>
  const errors = [];
  const ready = new Promise((done) => {
    addEventListener('pin-ready', done);
    addEventListener('error', ({ message }) => done(errors.push(message)));
  });
  const set = new Promise((done) => addEventListener('pin-set', done));
  const content = document.createElement('div');
  content.innerHTML = '${around(markup)}';
  content.querySelector('set-card-pin').clientToken = '${token}';
  libraries.open.${name}(content);
</script></html>`,
    );
    const page = await browser().newPage();
    await page.goto(servers.portal.origin + path);
    assert.deepEqual(await page.evaluate('ready.then(() => errors)'), []);
    const form = page.frames().find((each) => each.parentFrame() && each.url().startsWith('http'));
    const session = await page.context().newCDPSession(form ?? page);
    return new OpenDialog(page, session, id);
  };

  /** Walks through a dialog, twice in each direction, and sets a PIN in it. */
  const walk = async (row: Row, [mode, layout, special]: Dialog): Promise<void> => {
    const before = layout === 'after' ? [] : ['Before'];
    const after = layout === 'before' ? [] : ['After'];
    const help = special === 'a link in it' ? ['Help'] : [];
    const inElement = [...STOPS.slice(0, -1), ...help, ...STOPS.slice(-1)];
    const stops = [...before, ...inElement, ...after, ...(row.own ?? [])];
    const opened = await open(
      row.name,
      mode,
      help.map((name) => `<a slot="help" href="#">${name}</a>`).join(''),
      (element) => [...before.map(button), element, ...after.map(button)].join(''),
    );
    // A dialog may focus itself first, and an element in a frame is ready later.
    for (let count = 0; (await opened.focused()) !== stops[0]; count++) {
      assert.ok(count < stops.length, `${stops[0]} is reached`);
      await opened.page.keyboard.press('Tab');
    }
    for (const stop of [...stops.slice(1), ...stops, stops[0]]) await opened.tabTo(stop);
    if (special !== 'only Tab') {
      // A script that focuses the element focuses its first field, or its slotted content.
      const own = row.ownBack ?? row.own ?? [];
      const isFocused = row.isScripted || (layout === 'before' && !own.includes('nothing'));
      const entered = isFocused ? inElement.slice(0, help.length > 0 ? -1 : 1) : inElement;
      const back = [...before, ...entered, ...after, ...own].reverse();
      for (const stop of [...back, ...back]) await opened.tabTo(stop, 'Shift');
    }
    await opened.setPin();
    assert.ok(await servers.service.matches(opened.cardId, PIN));
    assert.deepEqual(await opened.page.evaluate('errors'), []);
    await opened.page.close();
  };

  for (const row of table) {
    const dialogs: readonly Dialog[] = [
      ['inline', 'after'],
      ['inline', 'before'],
      ...row.isolated.map((layout) => ['isolated', layout] as const),
      ...(row.onlyTab ?? []).map((layout) => ['isolated', layout, 'only Tab'] as const),
      ...(row.help ? [['inline', 'after', 'a link in it'] as const] : []),
    ];
    for (const dialog of dialogs) {
      const [mode, layout, ...special] = dialog;
      const buttons = layout === 'around' ? 'buttons around it' : `a button ${layout} it`;
      const title = [row.name, mode, buttons, ...special].join(', ');
      it(`lets Tab move through the element and out of it: ${title}`, () => walk(row, dialog));
    }
  }

  return async (name: string, isTouch: boolean): Promise<void> => {
    const opened = await open(name);
    await opened.press('Confirm new PIN', isTouch);
    await opened.waitForFocus('Confirm new PIN');
    await opened.page.close();
  };
}

const button = (name: string): string => `<button>${name}</button>`;

class OpenDialog {
  readonly page: Page;
  /** The protocol session for the document with the form. */
  readonly #form: CDPSession;
  readonly cardId: string;

  constructor(page: Page, form: CDPSession, cardId: string) {
    this.page = page;
    this.#form = form;
    this.cardId = cardId;
  }

  /** Returns the name of the tab stop that has the focus. */
  async focused(): Promise<string> {
    const outside = await this.page.evaluate(() => {
      const { activeElement, body } = document;
      if (activeElement?.localName === 'set-card-pin') return undefined;
      if (activeElement === body) return 'nothing';
      // A dialog may have the focus itself.
      return activeElement?.matches('a,button') ? activeElement.textContent.trim() : 'the dialog';
    });
    if (outside !== undefined) return outside;
    const focused = (await this.#controls()).find(({ properties }) =>
      properties?.some(({ name, value }) => name === 'focused' && value.value === true),
    );
    return String(focused?.name?.value ?? 'the element');
  }

  /** Presses Tab and waits for the stop, because a library may move the focus in a later task. */
  async tabTo(stop: string, modifier?: 'Shift'): Promise<void> {
    const { keyboard } = this.page;
    if (modifier) await keyboard.down(modifier);
    await keyboard.down('Tab');
    await this.waitForFocus(stop);
    await keyboard.up('Tab');
    await keyboard.up('Shift');
  }

  /** Continues with Tab to the first field, and sets a PIN with the keyboard. */
  async setPin(): Promise<void> {
    const { keyboard } = this.page;
    while ((await this.focused()) !== STOPS[0]) await keyboard.press('Tab');
    await keyboard.type(PIN);
    await this.tabTo(STOPS[1]!);
    await keyboard.type(PIN);
    await keyboard.press('Enter');
    await this.page.evaluate('set');
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
    return nodes.filter(({ role }) => /textbox|button|link/.test(role?.value));
  }
}
