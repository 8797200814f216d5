/** Tries attacks in pages of one browser, while a cardholder sets a PIN there. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { scriptOf, wayOfPin, type Attack, type Capture } from './attack.js';
import {
  randomPin,
  setPin,
  tabIntoFormAndSetPin,
  type EntryMethod,
  type PageWithForm,
} from './cardholder.js';
import { PLACES } from './places.js';
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
  /**
   * Opens a page for a PIN, uses it and releases it.
   *
   * @param isCopied - Whether the PIN must be on the clipboard before the page is open.
   */
  use<T>(
    pin: string,
    options: PortalPageOptions,
    act: (page: AttackedPage) => Promise<T>,
    isCopied?: boolean,
  ): Promise<T>;
  close(): Promise<void>;
}

/** Starts a browser for the tests of a suite, and returns it once they run. */
export function useBrowser(start: () => Promise<AttackedBrowser>): () => AttackedBrowser {
  let browser: AttackedBrowser;
  before(async () => {
    browser = await start();
  });
  after(() => browser.close());
  return () => browser;
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

/** Registers a test that attacks get the PIN of the naive component in each place, and no other. */
export function testPlaces(
  browser: () => AttackedBrowser,
  attacks: readonly Attack[],
  modes: readonly Exclude<Mode, 'isolated'>[],
): void {
  const methods = methodsFor(attacks);
  for (const mode of attacks.length > 0 ? modes : [])
    it(`gets ${mode === 'naive' ? 'the' : 'no'} PIN in each place of a page, ${mode}`, async () => {
      const pin = randomPin();
      const act = (page: AttackedPage) => successesByPlace(page, attacks, pin, methods);
      const titles = mode === 'naive' ? attacks.map(({ title }) => title) : [];
      assert.deepEqual(
        await browser().use(pin, { mode }, act, methods.includes('paste')),
        Object.fromEntries(Object.keys(PLACES).map((place) => [place, titles])),
      );
    });
}

/** In this order, because a composition stays open. */
const METHODS: readonly EntryMethod[] = ['keys', 'paste', 'drop', 'composition'];

/** Returns the ways in which attacks need a PIN to get into the confirmation. */
function methodsFor(attacks: readonly Attack[]): readonly EntryMethod[] {
  return METHODS.filter((method) => attacks.some(({ entry = 'keys' }) => entry === method));
}

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
    methods: methodsFor(attacks),
  });
  assert.equal(await page.evaluate('ended'), undefined);
  await page.evaluate('set');
  assert.ok(await page.published.isPin(pin), 'The PIN was not set.');
}

/** Returns everything that each attack has captured in a page, or received from it. */
async function capturesIn(page: AttackedPage): Promise<Capture[][]> {
  const captures = JSON.parse(await page.evaluate('captured()')) as Capture[][];
  for (const { path, body } of page.published.requests) {
    const [, index, by, text] = /^(\d+)\/([^/]*)\/?(.*)/.exec(decodeURIComponent(path)) ?? [];
    if (index !== undefined) captures[Number(index)]!.push({ by: by!, text: text! + body });
  }
  return captures;
}

/**
 * Sets a PIN in each place of a page in which attacks are installed, with a new element that is
 * moved there once it is ready. Returns the titles of the attacks that got it, by the place.
 */
async function successesByPlace(
  page: AttackedPage,
  attacks: readonly Attack[],
  pin: string,
  methods: readonly EntryMethod[],
): Promise<Readonly<Record<string, readonly string[]>>> {
  const script = scriptOf(attacks);
  await page.evaluate(script);
  const successes: Record<string, readonly string[]> = {};
  const seen = attacks.map(() => 0);
  for (const [name, place] of Object.entries(PLACES)) {
    // tsx adds calls of `__name` to functions.
    await page.evaluate(`(async (__name) => {
      const element = withToken(pin.cloneNode());
      const box = document.createElement('div');
      const start = document.createElement('button');
      const ready = new Promise((done) => element.addEventListener('pin-ready', done));
      self.placedSet = new Promise((done) => element.addEventListener('pin-set', () => done()));
      box.append(start, element);
      document.body.append(box);
      await ready;
      (${String(place)})(box);
      if (element.ownerDocument !== document)
        element.ownerDocument.defaultView.eval(${JSON.stringify(script)});
      start.focus();
    })((named) => named)`);
    await page.press('Tab');
    await setPin(page, pin, { methods, isDirect: true });
    await page.evaluate('placedSet');
    const windows = await page.evaluate<string[]>(
      '[self, ...Array.from(frames)].map((window) => window.captured())',
    );
    const captures = windows.map((text) => JSON.parse(text) as Capture[][]);
    successes[name] = attacks
      .filter((_, index) => {
        const own = captures.flatMap((window) => window[index]!);
        const isCaptured = wayOfPin(own.slice(seen[index]), pin) !== undefined;
        seen[index] = own.length;
        return isCaptured;
      })
      .map(({ title }) => title);
  }
  return successes;
}
