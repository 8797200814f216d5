/** Thefts of the focus in Firefox and WebKit. focus-taken.test.ts has those in Chromium. */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { AttackedPage } from './attack.js';
import { OtherEngine } from './other-engines.js';
import { it, Portal } from './portal-page.js';
import { OTHER_ENGINES } from './table.js';
import { VARIABLES, WAYS } from './thefts.js';

/** Each way, and how often an entry must be lost in it before no PIN is taken any more. */
const THEFTS: readonly (readonly [way: keyof typeof WAYS, moment: string, losses: number])[] = [
  ['focus another field', 'while a key is down', 2],
  ['display: none', 'while a key is down', 2],
  ['remove and prepend', 'while a key is down', 2],
  ['another frame-src', 'while a key is down', 2],
  ['append', 'while a key is down', 2],
  // The first time it may be an accident.
  ['focus another field', 'between two keys', 3],
];

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** A frame that loads again loses the focus once more when it appears, so the thief repeats. */
const FOCUS = `(async () => {
  for (let tries = 0; tries === 0 || (tries < 100 && document.activeElement !== pin); tries++) {
    pin.focus();
    await ${PAINTED};
  }
})()`;

/** A submit waits until a frame page has loaded. */
const end = (page: AttackedPage) =>
  page.evaluate<string>('pin.submit().then(({ kind, detail }) => detail ?? kind)');

for (const engine of OTHER_ENGINES) {
  const program = OtherEngine.programOf(engine);
  // `npm test` reports a missing engine, and fails if the engine is required.
  if (program === undefined) continue;

  describe(`a frame page in ${engine}`, () => {
    let portal: Portal;
    let browser: OtherEngine;
    before(async () => {
      [portal, browser] = await Promise.all([Portal.start(), OtherEngine.start(engine, program)]);
    });
    after(() => Promise.all([portal.close(), browser.close()]));

    for (const [way, moment, losses] of THEFTS)
      it(`takes no PIN once it has lost the focus, until a person confirms, and none after the last loss: ${way}, ${moment}`, async () => {
        const page = await browser.open(await portal.publish({ mode: 'isolated' }));
        await page.evaluate(VARIABLES);
        const [take, undo] = WAYS[way];
        const steal = () => page.evaluate(`(async () => { ${take}; await ${PAINTED}; })()`);
        for (let loss = 1; loss <= losses; loss++) {
          await page.evaluate(FOCUS);
          if (moment === 'between two keys') {
            await page.press('4');
            await steal();
          } else await page.hold('4', steal);
          if (undo !== 'reloads') await page.evaluate(undo);
          await page.evaluate(FOCUS);
          assert.equal(await end(page), 'focus-taken');
          for (const key of ['Tab', 'Enter']) await page.press(key);
          // In WebKit, the Tab key doesn't reach the button of every warning.
          if (loss === losses || engine === 'firefox')
            assert.equal(await end(page), loss < losses ? 'invalid' : 'focus-taken');
        }
      });
  });
}
