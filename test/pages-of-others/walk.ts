/** Uses the keyboard and the mouse in libraries' pages that contain the element. */
import assert from 'node:assert/strict';
import { before } from 'node:test';
import type { CDPSession, Page } from 'playwright-core';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import { bundleScript } from '../support/builds.js';
import { useChromium } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it, useStarted } from '../leaks/portal-page.js';
import { SCRIPTS, Servers } from '../leaks/servers.js';

/** Where a dialog has its buttons. Every dialog has one. */
export type Layout = 'after' | 'before' | 'around';

/** A library, and its dialogs in which Tab reaches every stop and goes around. */
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
  /** `true` to walk past a link in the `help` slot too. */
  readonly help?: true;
}

type Special = 'a link in it' | 'only Tab';

/** The element's tab stops. */
const STOPS = ['New PIN', 'Confirm new PIN', 'Show PIN in both fields', 'Set PIN'];

const PIN = '4826';

/** An open dialog, and the protocol session for the document with the form. */
interface Dialog {
  readonly page: Page;
  readonly form: CDPSession;
  readonly cardId: string;
}

/**
 * Serves libraries to the tests of a suite, and registers a test for each dialog of each row.
 *
 * @param entry - The module that opens the libraries' dialogs.
 * @returns a function that clicks a field
 */
export function testDialogs(entry: string, table: readonly Row[]) {
  const browser = useChromium(() => ['--site-per-process']);
  const servers = useStarted(() => Servers.start());
  before(async () => {
    const body = await bundleScript(`test/pages-of-others/${entry}.js`, 'libraries');
    servers().portal.answers.set('/libraries.js', { body });
  });

  /** Opens a dialog with these stops next to the element, and perhaps a link in its slot `help`. */
  const open = async (library: string, mode: Mode = 'inline', stops: readonly string[] = []) => {
    const button = (name: string) => (stops.includes(name) ? `<button>${name}</button>` : '');
    const content = stops.includes('Help') ? '<a slot="help" href="#">Help</a>' : '';
    const { id: cardId, token, markup } = await servers().newElement(mode, { content });
    const path = servers().newPage(
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
  content.innerHTML = '${button('Before')}${markup}${button('After')}';
  content.querySelector('set-card-pin').clientToken = '${token}';
  libraries.open.${library}(content);
</script></html>`,
    );
    const page = await browser().newPage();
    await page.goto(servers().portal.origin + path);
    assert.deepEqual(await page.evaluate('ready.then(() => errors)'), []);
    const form = page.frames().find((each) => each.parentFrame() && each.url().startsWith('http'));
    return { page, form: await page.context().newCDPSession(form ?? page), cardId };
  };

  /** Walks through a dialog and around, in each direction, and sets a PIN in it. */
  const walk = async (row: Row, mode: Mode, layout: Layout, special?: Special): Promise<void> => {
    const before = layout === 'after' ? [] : ['Before'];
    const after = layout === 'before' ? [] : ['After'];
    const help = special === 'a link in it' ? ['Help'] : [];
    const inElement = [...STOPS.slice(0, -1), ...help, ...STOPS.slice(-1)];
    const stops = [...before, ...inElement, ...after, ...(row.own ?? [])];
    const dialog = await open(row.name, mode, stops);
    const { page } = dialog;
    // A dialog may focus itself first, and an element in a frame is ready later.
    for (let count = 0; (await focusedIn(dialog)) !== stops[0]; count++) {
      assert.ok(count < stops.length, `${stops[0]} is reached`);
      await page.keyboard.press('Tab');
    }
    for (const stop of [...stops.slice(1), stops[0]]) await tabTo(dialog, stop);
    if (special !== 'only Tab') {
      // A script that focuses the element focuses its first field, or its slotted content.
      const own = row.ownBack ?? row.own ?? [];
      const isFocused = row.isScripted || (layout === 'before' && !own.includes('nothing'));
      const entered = isFocused ? inElement.slice(0, help.length > 0 ? -1 : 1) : inElement;
      const back = [...before, ...entered, ...after, ...own].reverse();
      for (const stop of back) await tabTo(dialog, stop, ['Shift', 'Tab']);
    }
    while ((await focusedIn(dialog)) !== STOPS[0]) await page.keyboard.press('Tab');
    await page.keyboard.type(PIN);
    await tabTo(dialog, STOPS[1]!);
    await page.keyboard.type(PIN);
    await page.keyboard.press('Enter');
    await page.evaluate('set');
    assert.ok(await servers().service.matches(dialog.cardId, PIN));
    assert.deepEqual(await page.evaluate('errors'), []);
    await page.close();
  };

  for (const row of table)
    for (const [mode, layout, ...special] of [
      ['inline', 'after'],
      ['inline', 'before'],
      ...row.isolated.map((layout) => ['isolated', layout] as const),
      ...(row.onlyTab ?? []).map((layout) => ['isolated', layout, 'only Tab'] as const),
      ...(row.help ? [['inline', 'after', 'a link in it'] as const] : []),
    ] as readonly (readonly [Mode, Layout, Special?])[]) {
      const buttons = layout === 'around' ? 'buttons around it' : `a button ${layout} it`;
      const title = [row.name, mode, buttons, ...special].join(', ');
      it(`lets Tab move through the element and out of it: ${title}`, () =>
        walk(row, mode, layout, ...special));
    }

  return async (library: string): Promise<void> => {
    const dialog = await open(library);
    const { page, form } = dialog;
    const field = (await controlsOf(form)).find(({ name }) => name?.value === STOPS[1])!;
    const backendNodeId = field.backendDOMNodeId!;
    const { model } = await form.send('DOM.getBoxModel', { backendNodeId });
    const [left = 0, top = 0] = model.content;
    await page.mouse.click(left + 1, top + 1);
    await focusReaches(dialog, STOPS[1]!);
    await page.close();
  };
}

/** Returns the name of the tab stop that has the focus. */
async function focusedIn(dialog: Dialog): Promise<string> {
  const outside = await dialog.page.evaluate(() => {
    const { activeElement, body } = document;
    if (activeElement?.localName === 'set-card-pin') return undefined;
    if (activeElement === body) return 'nothing';
    // A dialog may have the focus itself.
    return activeElement?.matches('a,button') ? activeElement.textContent.trim() : 'the dialog';
  });
  if (outside !== undefined) return outside;
  const focused = (await controlsOf(dialog.form)).find(({ properties }) =>
    properties?.some(({ name, value }) => name === 'focused' && value.value === true),
  );
  return String(focused?.name?.value ?? 'the element');
}

/** Presses Tab and waits for the stop, because a library may move the focus in a later task. */
async function tabTo(dialog: Dialog, stop: string, keys = ['Tab']): Promise<void> {
  for (const key of keys) await dialog.page.keyboard.down(key);
  await focusReaches(dialog, stop);
  for (const key of keys) await dialog.page.keyboard.up(key);
}

function focusReaches(dialog: Dialog, stop: string): Promise<void> {
  return until(`${stop} has the focus`, async () => (await focusedIn(dialog)) === stop);
}

async function controlsOf(form: CDPSession) {
  const { nodes } = await form.send('Accessibility.getFullAXTree');
  return nodes.filter(({ role }) => /textbox|button|link/.test(role?.value));
}
