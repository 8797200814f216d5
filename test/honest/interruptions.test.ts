import type { Page } from 'playwright-core';
import { useChromium } from '../support/chromium.js';
import { Person, type Hands, type Point } from './person.js';
import { ROWS, testRows } from './rows.js';

/** Playwright's names of keys, by X's. */
const KEYS: Readonly<Record<string, string>> = {
  Return: 'Enter',
  'shift+Tab': 'Shift+Tab',
};

class PlaywrightHands implements Hands {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async open(url: string): Promise<void> {
    await this.#page.goto(url);
  }
  press(key: string): Promise<void> {
    const { keyboard } = this.#page;
    const [name = '', kind = 'press'] = key.split(' ').reverse();
    return keyboard[kind as 'press' | 'down' | 'up'](KEYS[name] ?? name);
  }
  move([x, y]: Point): Promise<void> {
    return this.#page.mouse.move(x, y);
  }
  button(kind: 'down' | 'up'): Promise<void> {
    return this.#page.mouse[kind]();
  }
  close(): Promise<void> {
    return this.#page.close();
  }
}

const browser = useChromium();
const start = async () => Person.start(new PlaywrightHands(await browser().newPage()));
testRows('in a page', start, ROWS);
