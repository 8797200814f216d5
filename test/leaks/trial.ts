/** Tries attacks in pages of a portal, in Chromium. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { ONE_DIGIT, scriptOf, wayOfAttack, type Attack, type Moment } from './attack.js';
import { copyFromNote, randomPin } from './cardholder.js';
import { placesOfLeaks, type Placement } from './placements.js';
import type { Mode, Portal } from './portal-page.js';
import { methodsFor, waysOfAttacks, type Ways } from './shared-page.js';

/** Milliseconds for a page with several attacks. */
const TOGETHER = 25_000;

/** Milliseconds for one trial. An attack can break the page, so that the PIN is never set. */
export const TIMEOUT = 60_000;

/** Trials in one portal. A profile is used again after a trial that has not failed. */
export class Trials {
  readonly #portal: Portal;
  readonly #idleProfiles: BrowserContext[] = [];

  constructor(portal: Portal) {
    this.#portal = portal;
  }

  /** Sets a PIN under attack. Returns the way in which the attack got it, or undefined. */
  async tryOnce(attack: Attack, mode: Mode, moment: Moment): Promise<string | undefined> {
    const { worker, pin = randomPin() } = attack;
    const profile = await this.#takeProfile();
    const page = await this.#portal.open(profile, {
      mode,
      worker,
      pinLength: pin.length,
      [moment]: scriptOf(attack),
    });
    if (worker !== undefined && moment === 'before') {
      await page.evaluate('afterKey()');
      await page.reload();
    }
    const way = await wayOfAttack(page, attack, pin);
    // The frame page remembers in the tab that a digit was lost.
    if (way === ONE_DIGIT) await profile.close();
    else this.#idleProfiles.push(profile);
    return way;
  }

  /** Sets a PIN under several attacks in one page. Returns the ways of those that got it. */
  async tryTogether(attacks: readonly Attack[], mode: Mode, moment: Moment): Promise<Ways> {
    const pin = randomPin();
    const profile = await this.#takeProfile();
    const page = await this.#portal.open(profile, {
      mode,
      pinLength: pin.length,
      [moment]: scriptOf(...attacks),
    });
    const ways = await Promise.race([
      waysOfAttacks(page, attacks, pin),
      setTimeout(TOGETHER, undefined, { ref: false }).then(() => assert.fail('No PIN was set.')),
    ]);
    this.#idleProfiles.push(profile);
    return ways;
  }

  /** Returns the places of a page in which attacks get the PIN, once the element is there. */
  async tryPlaces(
    attacks: readonly Attack[],
    mode: Mode,
  ): Promise<ReadonlyMap<Attack, readonly Placement[]>> {
    const pin = randomPin();
    const profile = await this.#takeProfile();
    // Before the page is open, because a note in another page takes the focus.
    if (methodsFor(attacks).includes('paste')) await copyFromNote(profile, pin);
    const page = await this.#portal.open(profile, {
      mode,
      pinLength: pin.length,
      after: scriptOf(...attacks),
    });
    const places = await placesOfLeaks(page, attacks, pin);
    this.#idleProfiles.push(profile);
    return places;
  }

  async #takeProfile(): Promise<BrowserContext> {
    return this.#idleProfiles.pop() ?? this.#portal.newProfile();
  }
}
