import { useChromium } from '../support/chromium.js';
import { Person } from './person.js';
import { ROWS, testRows } from './rows.js';

/** Playwright's key names, by X's names. */
const KEYS: Readonly<Record<string, string>> = { Return: 'Enter', 'shift+Tab': 'Shift+Tab' };

const browser = useChromium();

async function start(): Promise<Person> {
  const page = await browser().newPage();
  const { keyboard, mouse } = page;
  return Person.start({
    open: (url) => page.goto(url),
    press: (key) => {
      const [name = '', kind = 'press'] = key.split(' ').reverse();
      return keyboard[kind as 'press' | 'down' | 'up'](KEYS[name] ?? name);
    },
    move: (to) => mouse.move(...to),
    button: (kind) => mouse[kind](),
    close: () => page.close(),
  });
}

// The slow suite runs all rows in both modes. Inline, faster tests cover all but this one.
testRows('in a page', start, {
  inline: ROWS.filter(({ title }) => title === 'another <set-card-pin>'),
  isolated: ROWS,
});
