/** Tries attacks in pages of a portal, in Chromium. */
import type { BrowserContext } from 'playwright-core';
import { scriptOf, wayOfAttack, type Attack, type Moment } from './attack.js';
import { copyFromNote, randomPin } from './cardholder.js';
import { placesOfLeaks, type Placement } from './placements.js';
import type { Mode, Portal } from './portal-page.js';

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
    const { worker } = attack;
    const profile = await this.#takeProfile();
    const page = await this.#portal.open(profile, { mode, worker, [moment]: scriptOf(attack) });
    if (worker !== undefined && moment === 'before') {
      await page.evaluate('afterKey()');
      await page.reload();
    }
    const way = await wayOfAttack(page, attack);
    this.#idleProfiles.push(profile);
    return way;
  }

  /** Returns the places of a page in which an attack gets the PIN, once the element is there. */
  async tryPlaces(attack: Attack, mode: Mode): Promise<readonly Placement[]> {
    const pin = randomPin();
    const profile = await this.#takeProfile();
    // Before the page is open, because a note in another page takes the focus.
    if (attack.entry === 'paste') await copyFromNote(profile, pin);
    const page = await this.#portal.open(profile, { mode, after: scriptOf(attack) });
    const places = await placesOfLeaks(page, attack, pin);
    this.#idleProfiles.push(profile);
    return places;
  }

  async #takeProfile(): Promise<BrowserContext> {
    return this.#idleProfiles.pop() ?? this.#portal.newProfile();
  }
}
