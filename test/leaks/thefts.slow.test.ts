import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { OtherEngine } from './other-engines.js';
import { it, Portal, type PortalPageOptions } from './portal-page.js';
import { OTHER_ENGINES } from './table.js';
import { rob, THEFTS, type Theft } from './thefts.js';
import type { AttackedPage } from './trial.js';

/** Different digits, more than four: no thief has two of them by chance. */
const PIN = '483175';

/** Ways that other engines try while a key is down. The others give the same events there. */
const DIFFERS = /^(focus another field|display: none|remove and prepend|another frame-src|append)$/;

const THEFTS_IN_OTHER_ENGINES = THEFTS.filter(
  ({ way, moment, hiding }) =>
    /^(nothing|clip-path)$/.test(hiding) &&
    (moment === 'key down' ? DIFFERS : /^(focus another field|display: none)$/).test(way),
);

describe('a thief who takes the focus while a PIN is typed', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  const testThefts = (
    thefts: readonly Theft[],
    open: (options: PortalPageOptions) => Promise<AttackedPage>,
  ): void => {
    for (const theft of thefts) {
      const { way, moment, hiding } = theft;
      it(`gets no PIN that is set: ${way}, ${moment}, hidden by ${hiding}`, async () => {
        const page = await open({ mode: 'isolated', pinLength: PIN.length });
        const { left, unconfirmed, isSet } = await rob(page, theft, PIN);
        const confirmations = hiding === 'nothing' ? 1 : 0;
        // An entry that loses the focus between two keys counts from the second time.
        const forgiven = moment === 'between keys' ? 1 : 0;
        assert.ok(left.length <= 1 + confirmations + forgiven, `left: ${left}`);
        assert.ok(!isSet || unconfirmed === '', `set after ${unconfirmed} had left`);
      });
    }
  };

  describe('in Chromium', () => {
    let profile: BrowserContext;
    before(async () => {
      profile = await portal.newProfile();
    });

    testThefts(THEFTS, (options) => portal.open(profile, options));
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

      testThefts(THEFTS_IN_OTHER_ENGINES, async (options) =>
        browser.open(await portal.publish(options)),
      );
    });
  }
});
