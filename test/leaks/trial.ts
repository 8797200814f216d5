/** Tries attacks in pages of one browser, while a cardholder sets a PIN there. */
import assert from 'node:assert/strict';
import { scriptOf, wayOfPin, type Attack, type Capture } from './attack.js';
import {
  randomPin,
  tabIntoFormAndSetPin,
  type EntryMethod,
  type PageWithForm,
} from './cardholder.js';
import { it, type Mode, type PortalPageOptions, type PublishedPage } from './portal-page.js';

/** Attacks in one page. */
export interface Trial {
  readonly mode: Mode;
  /** When their script runs: before the element's script, or once the element is ready. */
  readonly moment: 'before' | 'after';
  readonly attacks: readonly Attack[];
  /** Those of them that get the PIN. */
  readonly successful: readonly Attack[];
}

/** A page with attacks. */
export interface AttackedPage extends PageWithForm {
  readonly published: PublishedPage;
  /** Runs a script in the page and returns its settled value. */
  evaluate<T>(script: string): Promise<T>;
}

/** A browser with pages of a portal. */
export interface AttackedBrowser {
  /** Opens a page for a PIN, uses it and releases it. */
  use<T>(
    pin: string,
    options: PortalPageOptions,
    act: (page: AttackedPage) => Promise<T>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** Registers a test for each trial: exactly the successful attacks get the PIN. */
export function testTrials(browser: () => AttackedBrowser, trials: readonly Trial[]): void {
  for (const { mode, moment, attacks, successful } of trials) {
    const [{ title } = { title: '' }, ...others] = attacks;
    const more = others.length > 0 ? ` and ${others.length} others` : '';
    it(`gets the PIN as the table says: ${title}${more}, ${moment} the element, ${mode}`, async () => {
      const pin = randomPin();
      const script = scriptOf(attacks);
      const options = { mode, before: moment === 'before' ? script : undefined };
      const captures = await browser().use(pin, options, async (page) => {
        if (moment === 'after') await page.evaluate(script);
        await setPinUnderAttack(page, attacks, pin);
        return capturesIn(page);
      });
      const ways = attacks.map((_, index) => wayOfPin(captures[index]!, pin));
      assert.deepEqual(
        attacks.filter((_, index) => ways[index]).map(({ title }) => title),
        successful.map(({ title }) => title),
        `Through ${ways.join()}. Is its row in table.ts wrong, or does it disturb others?`,
      );
    });
  }
}

/** In this order, because a composition stays open. */
const METHODS: readonly EntryMethod[] = ['keys', 'paste', 'drop', 'composition'];

/** @throws {AssertionError} if no PIN was set, because then the attacks prove nothing */
async function setPinUnderAttack(
  page: AttackedPage,
  attacks: readonly Attack[],
  pin: string,
): Promise<void> {
  const act = () => page.evaluate('act()');
  const isHeld = attacks.some(({ holdsKeys }) => holdsKeys);
  if (!isHeld) await act();
  await tabIntoFormAndSetPin(page, pin, {
    [isHeld ? 'duringKey' : 'afterKey']: act,
    methods: METHODS.filter((method) => attacks.some(({ entry = 'keys' }) => entry === method)),
  });
  assert.equal(await page.evaluate('ended'), undefined);
  await page.evaluate('set');
  assert.ok(await page.published.isPin(pin), 'The PIN was not set.');
}

/** Returns everything that each attack has captured in a page, or received from it. */
async function capturesIn(page: AttackedPage): Promise<Capture[][]> {
  const captures = JSON.parse(await page.evaluate('captured()')) as Capture[][];
  for (const path of page.published.requests()) {
    const [, index, by, text] = /^(\d+)\/([^/]*)\/?(.*)/.exec(decodeURIComponent(path)) ?? [];
    if (index !== undefined) captures[Number(index)]!.push({ by: by!, text: text! });
  }
  return captures;
}
