/** Tries attacks in pages of one browser, and registers the tests of their cells. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import {
  assertCell,
  capturesIn,
  RESULTS,
  scriptOf,
  wayOfAttack,
  wayOfPin,
  type Attack,
  type AttackedPage,
  type Cell,
  type Moment,
} from './attack.js';
import { randomPin, tabIntoFormAndSetPin, type EntryMethod } from './cardholder.js';
import { PLACEMENTS, placesOfLeaks } from './placements.js';
import { it, type Mode, type PortalPageOptions } from './portal-page.js';
import type { Trial } from './table.js';

/** Milliseconds for a page with several attacks. */
const TOGETHER = 120_000;

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

/** The ways in which attacks in one page got the PIN. */
type Ways = ReadonlyMap<Attack, string | undefined>;

/** Trials in one browser. Attacks that can share a page do, which takes a fraction of the time. */
class Trials {
  readonly #browser: AttackedBrowser;
  readonly #rows: readonly Trial[];
  readonly #ways = new Map<string, Promise<Ways>>();

  constructor(browser: AttackedBrowser, rows: readonly Trial[]) {
    this.#browser = browser;
    this.#rows = rows;
  }

  /** Sets a PIN under attack. Returns the way in which the attack got it, or undefined. */
  tryOnce(attack: Attack, mode: Mode, moment: Moment): Promise<string | undefined> {
    const { worker, pin = randomPin() } = attack;
    const script = scriptOf(attack);
    const before = moment === 'before' ? script : undefined;
    return this.#browser.use(pin, { mode, worker, before }, async (page) => {
      if (before === undefined) {
        // A worker that comes before the realm would control it.
        if (worker !== undefined && mode === 'inline') await page.evaluate('pin.reset()');
        await page.evaluate(script);
      } else if (worker !== undefined) {
        await page.evaluate('afterKey()');
        await page.reload();
      }
      return wayOfAttack(page, attack, pin);
    });
  }

  /** Returns the way in which an attack got the PIN in the page that it shares with others. */
  async tryShared(attack: Attack, mode: Mode, moment: Moment): Promise<string | undefined> {
    const key = `${mode} ${moment}`;
    let ways = this.#ways.get(key);
    if (ways === undefined) this.#ways.set(key, (ways = this.#tryTogether(mode, moment)));
    return (await ways).get(attack);
  }

  /** Returns the places of a page in which attacks get the PIN, once the element is there. */
  tryPlaces(attacks: readonly Attack[], mode: Mode): ReturnType<typeof placesOfLeaks> {
    const pin = randomPin();
    const methods = methodsFor(attacks);
    const act = async (page: AttackedPage) => {
      await page.evaluate(scriptOf(...attacks));
      return placesOfLeaks(page, attacks, pin, methods);
    };
    return this.#browser.use(pin, { mode }, act, methods.includes('paste'));
  }

  #tryTogether(mode: Mode, moment: Moment): Promise<Ways> {
    const attacks = this.#rows
      .filter(({ attack, cells }) =>
        mode === 'naive'
          ? attack.shares !== undefined
          : cells.some((cell) => cell[0] === mode && cell[1] === moment && shares(attack, cell[2])),
      )
      .map(({ attack }) => attack);
    const pin = randomPin();
    const script = scriptOf(...attacks);
    const before = moment === 'before' ? script : undefined;
    return this.#browser.use(pin, { mode, before }, async (page) => {
      if (before === undefined) await page.evaluate(script);
      return Promise.race([
        waysOfAttacks(page, attacks, pin),
        setTimeout(TOGETHER, undefined, { ref: false }).then(() => assert.fail('No PIN was set.')),
      ]);
    });
  }
}

/** Returns true if an attack can be tried in one page with others. */
export function shares({ shares }: Attack, cell: Cell): boolean {
  return shares === 'reads' || (shares === 'patches' && cell === 'no');
}

/**
 * Registers the tests of a browser.
 *
 * @param rows - The attacks with their cells to test.
 * @param options.placed - The attacks to try with the element in each place of a page.
 * @param options.controls - The controls to try: each attack must also get the PIN of the naive
 *   component, in the page that it shares with others, or in one of its own.
 */
export function testAttacks(
  start: () => Promise<AttackedBrowser>,
  rows: readonly Trial[],
  {
    placed = [],
    controls = ['shared', 'alone'],
  }: {
    readonly placed?: readonly Attack[];
    readonly controls?: readonly ('shared' | 'alone')[];
  } = {},
): void {
  let browser: AttackedBrowser;
  let trials: Trials;
  before(async () => {
    browser = await start();
    trials = new Trials(browser, rows);
  });
  after(() => browser.close());

  // First: at the end of a long run in one window of WebKit, an element in a new place got no keys.
  if (placed.length > 0)
    for (const [mode, title, expected] of [
      ['naive', 'gets the PIN of the naive component', PLACEMENTS],
      ['inline', 'doesn’t get the PIN', []],
    ] as const)
      it(`${title} in each place of a page`, async () => {
        const places = await trials.tryPlaces(placed, mode);
        for (const attack of placed) assert.deepEqual(places.get(attack), expected, attack.title);
      });

  for (const { attack, naive, reason, cells } of rows) {
    const title = `gets the PIN of the naive component: ${attack.title}, ${naive}`;
    if (attack.shares !== undefined && controls.includes('shared'))
      it(`${title}, beside others`, async () => {
        // Otherwise the others prevent it, and what it gets in their page proves nothing.
        assert.ok(await trials.tryShared(attack, 'naive', 'after'), 'Remove `shares`.');
      });
    if (attack.shares !== 'reads' && controls.includes('alone'))
      it(title, async () => {
        assert.ok(await trials.tryOnce(attack, 'naive', naive));
      });

    for (const [mode, moment, cell] of cells)
      it(`${RESULTS[cell]}, ${mode}: ${attack.title}, ${moment}`, async () => {
        const tryAttack = shares(attack, cell) ? 'tryShared' : 'tryOnce';
        assertCell(cell, reason, await trials[tryAttack](attack, mode, moment));
      });
  }
}

/** Ways in which attacks need a PIN to get into the confirmation. */
function methodsFor(attacks: readonly Attack[]): readonly EntryMethod[] {
  return METHODS.filter((method) => attacks.some(({ entry = 'keys' }) => entry === method));
}

/** In this order, because a composition stays open. */
const METHODS: readonly EntryMethod[] = ['keys', 'paste', 'drop', 'composition'];

/**
 * Sets a PIN in a page with several attacks. Returns the ways of those that got it.
 *
 * @throws {AssertionError} if no PIN was set, because then the attacks prove nothing
 */
async function waysOfAttacks(
  page: AttackedPage,
  attacks: readonly Attack[],
  pin: string,
): Promise<Ways> {
  const afterKey = () => page.evaluate('afterKey()');
  await afterKey();
  await tabIntoFormAndSetPin(page, pin, { afterKey, methods: methodsFor(attacks) });
  assert.equal(await page.evaluate('ended'), undefined);
  await page.evaluate('set');
  assert.ok(await page.published.isPin(pin), 'The PIN was not set.');
  const captures = await capturesIn(page);
  return new Map(attacks.map((attack, index) => [attack, wayOfPin(captures[index]!, pin)]));
}
