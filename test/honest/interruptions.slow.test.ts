/** The same interruptions and others in a browser's window, with real keys and clicks. */
import { describe } from 'node:test';
import { Desktop, whatIsMissing, type BrowserName } from '../support/desktop.js';
import { until } from '../support/until.js';
import type { AskingPage } from '../support/asking-page.js';
import { Person, TITLE, type Hands, type Point } from './person.js';
import { between, during, ROWS, staying, testRows, type Act, type Row } from './rows.js';

const skip =
  whatIsMissing(
    'A window can’t be used',
    ['Xvfb', 'openbox', 'xdotool', 'xmessage'],
    'xvfb openbox xdotool x11-utils firefox-esr chromium',
  ) ?? false;

/** Milliseconds for all tests. */
const TIMEOUT = 600_000;

class WindowHands extends Desktop implements Hands {
  readonly #browser: BrowserName;
  window = '';
  /** Another program's window. */
  #letter = '';
  /** The corner of the page's content on the screen. */
  #corner: Point = [0, 0];

  constructor(browser: BrowserName) {
    super();
    this.#browser = browser;
  }

  async open(url: string, page: AskingPage): Promise<void> {
    // Programs are slower than a person’s finger.
    await this.start('-ardelay', '3000');
    this.spawn('xmessage', 'Advice about your PIN');
    await until('the letter', async () => {
      this.#letter = (await this.xdotool('search', '--onlyvisible', '--class', 'xmessage')).trim();
      return this.#letter !== '';
    });
    // Without its warning about a flag, Chromium's page begins where Firefox's does.
    this.window = await this.openBrowser(this.#browser, url, TITLE, ['--test-type']);
    await page.untilLoaded(1);
    await page.run('pointer = []; onmousemove = ({ x, y }) => (pointer = [x, y])');
    await until('the pointer over the page', async () => {
      for (const x of [600, 601]) await this.move([x, 500]);
      const [x, y] = await page.run<readonly number[]>('return pointer');
      if (x !== undefined && y !== undefined) this.#corner = [601 - x, 500 - y];
      return x !== undefined;
    });
  }

  move([x, y]: Point): Promise<string> {
    const [left, top] = this.#corner;
    return this.xdotool('mousemove', `${Math.round(left + x)}`, `${Math.round(top + y)}`);
  }

  button(kind: 'down' | 'up'): Promise<string> {
    return this.xdotool(`mouse${kind}`, '1');
  }

  openLetter(): Promise<string> {
    return this.xdotool('windowactivate', this.#letter);
  }

  /** Opens a menu, and closes it with Escape. */
  async menu(act: () => Promise<unknown>): Promise<void> {
    const search = ['search', '--onlyvisible', '--maxdepth', '1', '--name', ''];
    const before = await this.xdotool(...search);
    await act();
    await until('a menu', async () => (await this.xdotool(...search)) !== before);
    await this.press('Escape');
    await until('no menu', async () => (await this.xdotool(...search)) === before);
  }
}

/** Returns the hands of a person at a browser's window. */
const at = (me: Person): WindowHands => me.hands as WindowHands;

/** Clicks the address bar, and closes its suggestions, because a click could open one. */
const clickAddressBar: Act = async (me) => {
  await me.leave(() => me.click([500, -22]));
  for (const _ of [1, 2]) await me.hands.press('Escape');
};

const popUp: Act = (me) =>
  me.leave(() =>
    me.page.run("popup = open('/letter', '', 'popup,width=300,height=200,left=800,top=600')"),
  );

const WINDOW_ROWS: readonly Row[] = [
  between('Shift+Tab out of the form, and back', async (me) => {
    await me.hands.press('shift+Tab');
    await me.page.until("document.activeElement.id === 'help'");
    await me.hands.press('Tab');
    await me.focusReaches(0);
  }),
  between('a context menu', async (me) => {
    await me.pointTo('#text');
    await at(me).menu(() => at(me).xdotool('click', '3'));
  }),
  between('another program’s window, left with a click on the field', async (me) => {
    await me.leave(() => at(me).openLetter());
    await me.clickField();
  }),
  between('another program’s window, left with Alt+Tab', async (me) => {
    await me.leave(() => at(me).openLetter());
    await me.hands.press('alt+Tab');
    await me.focusReaches(0);
  }),
  between('a click on the address bar', clickAddressBar),
  staying('larger text', async (me) => {
    await me.hands.press('ctrl+plus');
    await me.page.until('devicePixelRatio > 1');
    await me.hands.press('ctrl+0');
    await me.page.until('devicePixelRatio === 1');
  }),
  between('the find bar', async (me) => {
    await me.leave(() => me.hands.press('ctrl+f'));
    await me.hands.press('Escape');
  }),
  staying('the browser’s menu', async (me) => {
    const width = await me.page.run<number>('return innerWidth');
    await at(me).menu(() => me.click([width - 28, -22]));
  }),
  between('a window that pops up', async (me) => {
    await popUp(me);
    await me.page.run('popup.close()');
  }),
  between('another tab', async (me) => {
    await me.leave(() => me.hands.press('ctrl+t'));
    await me.hands.press('ctrl+w');
  }),
  between('a window that is minimised', async (me) => {
    const { window } = at(me);
    await me.leave(() => at(me).xdotool('windowminimize', window));
    await at(me).xdotool('windowactivate', '--sync', window);
  }),
  during('another program’s window', (me) => at(me).openLetter()),
  during('a click on the address bar', clickAddressBar),
  {
    title: 'a window that pops up while a digit key is down',
    act: async (me) => {
      await me.hold('8', () => popUp(me));
      await me.page.run('popup.close()');
    },
  },
  { title: 'a digit from the numeric keypad', act: (me) => me.type(['KP_8']) },
  {
    title: 'a digit key that is held until it repeats',
    act: async (me) => {
      await me.hold('8', () => me.formPage.until('repeats > 3'));
      for (const _ of [1, 2]) await me.hands.press('BackSpace');
      await me.formPage.until('form().digits[0] === 2');
    },
  },
];

describe('with real keys and clicks', { skip, timeout: TIMEOUT, concurrency: 2 }, () => {
  for (const browser of ['chromium', 'firefox'] as const) {
    const start = () => Person.start(new WindowHands(browser));
    const rows = [...ROWS, ...WINDOW_ROWS];
    testRows(`in ${browser}’s window`, start, { inline: rows, isolated: rows });
  }
});
