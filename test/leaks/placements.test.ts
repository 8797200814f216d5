import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { scriptOf, wayOfPin, type Attack } from './attack.js';
import { setPinInEachPlace } from './placements.js';
import { Portal, type Mode } from './portal-page.js';
import { PLACED } from './table.js';

/** Milliseconds for all places. An attack can break the page, so that the PIN is never set. */
const TIMEOUT = 60_000;

describe('an attack on the element in any place of a page', { concurrency: 4 }, () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** Returns for each place the way in which the attack got the PIN, or undefined. */
  const tryAll = async (attack: Attack, mode: Mode) => {
    const profile = await portal.newProfile();
    const page = await portal.open(profile, { mode, after: scriptOf(attack) });
    const ways: Record<string, string | undefined> = {};
    for (const { placement, pin, captures } of await setPinInEachPlace(page, attack))
      ways[placement] = wayOfPin(captures, pin);
    await profile.close();
    return ways;
  };

  for (const attack of PLACED) {
    it(`gets the PIN of the naive component: ${attack.title}`, { timeout: TIMEOUT }, async () => {
      const ways = Object.entries(await tryAll(attack, 'naive'));
      assert.deepEqual(
        ways.filter(([, way]) => way === undefined),
        [],
      );
    });

    it(`doesn’t get the PIN: ${attack.title}`, { timeout: TIMEOUT }, async () => {
      const ways = Object.entries(await tryAll(attack, 'inline'));
      assert.deepEqual(
        ways.filter(([, way]) => way !== undefined),
        [],
      );
    });
  }
});
