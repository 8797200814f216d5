/** Everyday interruptions while a PIN is typed. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import { until } from '../support/until.js';
import type { Person } from './person.js';

const PIN = '4826';

/** Shown if a key may have come up in the page. */
const INTERRUPTED = 'Your typing was interrupted. Enter your PIN again.';

/** Texts that anybody may see while setting a PIN. */
const USUAL =
  /^(Enter all 4 digits|You’ve entered all 4 digits|Setting your PIN|Your new PIN is set)/;

/** Something that a person does, or that happens to them. */
export type Act = (me: Person) => Promise<unknown>;

export interface Row {
  readonly title: string;
  /** Types at least the second digit. */
  readonly act: Act;
  /** The number of digits that are typed afterwards, if not two. */
  readonly typed?: number;
  /** What happens to the digits in isolated mode. Inline they are always kept. */
  readonly isolated?: 'emptied' | 'reloaded' | undefined;
  /** Types the last digit and submits the PIN. */
  readonly submits?: Act;
}

/** Something takes the focus once the second digit is typed. */
export const between = (title: string, act: Act): Row => ({
  title,
  act: async (me) => {
    await me.type('8');
    await me.leave(() => act(me));
  },
});

/** Something takes the focus while the key of the second digit is down. */
export const during = (title: string, act: Act, isolated?: 'emptied'): Row => ({
  title: `${title} while a digit key is down`,
  act: (me) => me.hold('8', () => me.leave(() => act(me))),
  isolated,
});

/** Nothing takes the focus. */
export const staying = (title: string, act: Act, isolated?: 'reloaded'): Row => ({
  title,
  act: async (me) => {
    await me.type('8');
    await act(me);
  },
  isolated,
});

const clickText: Act = (me) => me.click('#text');
const openChat: Act = (me) => me.page.run('chat.focus()');

/** Interruptions by the page, and unusual ways to type. */
export const ROWS: readonly Row[] = [
  between('a click on the page’s text', clickText),
  between('selected text on the page', async (me) => {
    const [x, y] = await me.pointTo('#text');
    await me.hands.button('down');
    for (const right of [1, 100]) await me.hands.move([x + right, y]);
    await me.hands.button('up');
    await me.page.until("getSelection().type === 'Range'");
  }),
  between('a chat that takes the focus', openChat),
  between('a chat into which the next digit is typed', async (me) => {
    await openChat(me);
    await me.page.until('document.hasFocus() && document.activeElement === chat');
    await me.hands.press('2');
    await me.page.until("chat.value === '2'");
    await me.click('#close');
  }),
  between('a session dialog, answered with Enter', async (me) => {
    await me.page.run('dialog.showModal()');
    await me.page.until("document.activeElement.id === 'stay'");
    await me.hands.press('Return');
    await me.page.until('!dialog.open');
  }),
  between('another <set-card-pin>', async (me) => {
    await me.page.run(`other = pin.cloneNode(); other.id = 'other';
      if (pin.frameSrc) other.frameSrc += '?other';
      place.after(other);
      await new Promise((resolve) => other.addEventListener('pin-ready', resolve))`);
    const [x, y] = await me.placeOf('input');
    const distance = await me.page.run<number>('return corner(other)[1] - corner(pin)[1]');
    await me.click([x, y + distance]);
    await me.page.until("document.activeElement.id === 'other'");
  }),
  between('Tab out of the form, and back', async (me) => {
    for (let stop = 0; stop < 4; stop++) await me.hands.press('Tab');
    await me.page.until("document.activeElement.id === 'after'");
    for (let stop = 0; stop < 4; stop++) await me.hands.press('shift+Tab');
    await me.focusReaches(0);
  }),
  staying('changes next to and around the form', (me) =>
    me.page.run(`place.className = 'busy'; place.style.padding = '1px';
      place.before('Beside'); place.append('Inside'); help.replaceWith(help.cloneNode(true));
      pin.requestUpdate()`),
  ),
  staying(
    'a move of the element within the page',
    async (me) => {
      const { formPage, page } = me;
      await page.run('elsewhere.append(pin)');
      if (formPage !== page) await formPage.untilLoaded(2);
      await formPage.until("root?.querySelector('input') != null");
    },
    'reloaded',
  ),
  during('a click on the page’s text', clickText, 'emptied'),
  during('a chat that takes the focus', openChat, 'emptied'),
  {
    title: 'keys that roll over',
    act: async (me) => {
      await me.type(['down 8', 'down 2']);
      for (const key of ['up 8', 'up 2']) await me.hands.press(key);
    },
    typed: 3,
  },
  {
    title: 'a submit while the last digit’s key is down',
    act: (me) => me.type('8'),
    submits: (me) => me.hold(PIN.at(-1)!, async () => me.click(await me.placeOf('#submit'))),
  },
];

/** Registers a test for each row in each mode. After a failure, a new person begins. */
export function testRows(
  where: string,
  start: () => Promise<Person>,
  rows: Readonly<Record<Mode, readonly Row[]>>,
): void {
  describe(`somebody ${where}`, { concurrency: 1 }, () => {
    let idle: Person | undefined;
    after(() => idle?.close());
    for (const mode of ['inline', 'isolated'] as const)
      for (const row of rows[mode])
        it(`sets a PIN in ${mode} mode in spite of ${row.title}`, async () => {
          const me = idle ?? (await start());
          idle = undefined;
          try {
            await setPin(me, mode, row);
            idle = me;
          } finally {
            if (idle === undefined) await me.close();
          }
        });
  });
}

async function setPin(me: Person, mode: Mode, row: Row): Promise<void> {
  const end = mode === 'inline' ? undefined : row.isolated;
  await me.open(mode);
  await me.type(PIN[0]!);
  await row.act(me);
  if ((await me.form()).focused !== 0) await me.clickField();
  const { digits, selected } = await me.form();
  assert.deepEqual(digits, [end === undefined ? (row.typed ?? 2) : 0, 0]);
  // Typing replaces selected digits, as the person can see.
  await me.type(PIN.slice(digits[0]! - selected), selected);
  await me.hands.press('Tab');
  await me.focusReaches(1);
  await me.type(PIN.slice(0, -1));
  if (row.submits) await row.submits(me);
  else {
    await me.type(PIN.at(-1)!);
    await me.hands.press('Return');
  }
  await until('the PIN is set', () => me.isPinSet(PIN));
  const unusual = (await me.form()).said.filter((text) => !USUAL.test(text));
  assert.deepEqual(unusual, end === 'emptied' ? [INTERRUPTED] : []);
}
