import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import type { AttackedPage } from './trial.js';
import { OtherEngine } from './other-engines.js';
import { it, Portal, type PortalPageOptions } from './portal-page.js';
import { OTHER_ENGINES } from './table.js';
import { rob, THEFTS, THEFTS_IN_OTHER_ENGINES, type Theft } from './thefts.js';

/** Different digits, more than four: no thief has two of them by chance. */
const PIN = '483175';

/** Presses of the frame page's button that a cardholder makes. */
const CONFIRMS = [
  [false, 'never presses the button of the frame page'],
  [true, 'presses the button of the frame page once'],
] as const;

describe('a thief who takes the focus while a PIN is typed', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  const testTheft = (
    theft: Theft,
    open: (options: PortalPageOptions) => Promise<AttackedPage>,
  ): void => {
    const { way, moment, hiding } = theft;
    // Whoever doesn't see the warning never presses its button.
    for (const [confirms, who] of hiding === 'nothing' ? CONFIRMS : CONFIRMS.slice(0, 1))
      it(`gets no PIN that is set: ${way}, ${moment}, hidden by ${hiding}, from someone who ${who}`, async () => {
        const page = await open({ mode: 'isolated', pinLength: PIN.length });
        const { left, unconfirmed, isSet } = await rob(page, theft, PIN, confirms);
        // An entry that loses the focus between two keys counts from the second time.
        const forgiven = moment === 'between keys' ? 1 : 0;
        assert.ok(left.length <= (confirms ? 2 : 1) + forgiven, `left: ${left}`);
        assert.ok(!isSet || unconfirmed === '', `set after ${unconfirmed} had left`);
      });
  };

  describe('in Chromium', () => {
    let profile: BrowserContext;
    before(async () => {
      profile = await portal.newProfile();
    });

    for (const theft of THEFTS) testTheft(theft, (options) => portal.open(profile, options));
  });

  for (const engine of OTHER_ENGINES) {
    const program = OtherEngine.programOf(engine);
    // `npm test` reports a missing engine, and fails if the engine is required.
    if (program === undefined) continue;

    describe(`in ${engine}`, () => {
      let browser: OtherEngine;
      before(async () => {
        browser = await OtherEngine.start(engine, program);
      });
      after(() => browser.close());

      for (const theft of THEFTS_IN_OTHER_ENGINES)
        testTheft(theft, async (options) => browser.open(await portal.publish(options), ''));
    });
  }
});
