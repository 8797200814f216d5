/** Tries attacks in one page, which takes a fraction of the time of a page for each. */
import assert from 'node:assert/strict';
import {
  capturesIn,
  wayOfPin,
  type Attack,
  type AttackedPage,
  type Cell,
  type Moment,
} from './attack.js';
import { tabIntoFormAndSetPin, type EntryMethod } from './cardholder.js';
import type { Mode } from './portal-page.js';

/** The way in which each attack got the PIN, or undefined. */
export type Ways = ReadonlyMap<Attack, string | undefined>;

/** Pages with several attacks: one for each mode and moment, opened when it is first needed. */
export class SharedPages {
  readonly #attacksOf: (mode: Mode, moment: Moment) => readonly Attack[];
  readonly #open: (attacks: readonly Attack[], mode: Mode, moment: Moment) => Promise<Ways>;
  readonly #ways = new Map<string, Promise<Ways>>();

  /**
   * @param attacksOf - Returns the attacks that share a page.
   * @param open - Sets a PIN in a page with these attacks. If it fails, each is tried alone.
   */
  constructor(
    attacksOf: (mode: Mode, moment: Moment) => readonly Attack[],
    open: (attacks: readonly Attack[], mode: Mode, moment: Moment) => Promise<Ways>,
  ) {
    this.#attacksOf = attacksOf;
    this.#open = open;
  }

  /**
   * Tries an attack in the page that it shares, or alone if it shares none or that page fails.
   * Returns the way in which it got the PIN, or undefined.
   *
   * @param alone - Tries the attack alone.
   */
  async tryOnce(
    attack: Attack,
    mode: Mode,
    moment: Moment,
    alone: () => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const isShared = this.#attacksOf(mode, moment).includes(attack);
    const ways = isShared ? await this.#waysIn(mode, moment).catch(() => undefined) : undefined;
    return ways === undefined ? alone() : ways.get(attack);
  }

  /**
   * Asserts that an attack gets the PIN of the naive component in the page that it shares.
   * Otherwise, the other attacks prevent it, and then it proves nothing that it gets no PIN of the
   * element in such a page.
   */
  async assertControl(attack: Attack): Promise<void> {
    const ways = await this.#waysIn('naive', 'after');
    assert.ok(ways.get(attack), 'It doesn’t get the PIN beside other attacks: remove `shares`.');
  }

  #waysIn(mode: Mode, moment: Moment): Promise<Ways> {
    const key = `${mode} ${moment}`;
    let ways = this.#ways.get(key);
    if (ways === undefined) {
      ways = this.#open(this.#attacksOf(mode, moment), mode, moment);
      this.#ways.set(key, ways);
    }
    return ways;
  }
}

/** Returns true if an attack can be tried in one page with others. */
export function canShare({ shares }: Attack, cell: Cell): boolean {
  return shares === 'reads' || (shares === 'patches' && cell === 'no');
}

/** Ways in which attacks need a PIN to get into the confirmation. */
export function methodsFor(attacks: readonly Attack[]): readonly EntryMethod[] {
  return [...new Set(attacks.map(({ entry = 'keys' }) => entry))].sort(
    (one, other) => METHODS.indexOf(one) - METHODS.indexOf(other),
  );
}

/** In this order, because a composition stays open. */
const METHODS: readonly EntryMethod[] = ['keys', 'paste', 'drop', 'composition'];

/**
 * Sets a PIN in a page with several attacks. Returns the ways of those that got it.
 *
 * @throws {AssertionError} if no PIN was set, because then the attacks prove nothing
 */
export async function waysOfAttacks(
  page: AttackedPage,
  attacks: readonly Attack[],
  pin: string,
): Promise<Ways> {
  const afterKey = () => page.evaluate('afterKey()');
  await afterKey();
  await tabIntoFormAndSetPin(page, pin, afterKey, methodsFor(attacks));
  assert.equal(await page.evaluate('ended'), undefined);
  await page.evaluate('set');
  assert.ok(await page.published.isPin(pin), 'The PIN was not set.');
  const captures = await capturesIn(page);
  return new Map(attacks.map((attack, index) => [attack, wayOfPin(captures[index]!, pin)]));
}
