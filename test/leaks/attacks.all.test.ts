import { describe } from 'node:test';
import { OtherEngine } from './other-engines.js';
import { Portal } from './portal-page.js';
import {
  OTHER_ENGINES,
  PLACED,
  placedIn,
  TRIALS,
  trialsIn,
  type OtherEngineName,
} from './table.js';
import { testPlaces, testTrials, useBrowser, type AttackedBrowser } from './trial.js';

describe('an attack that gets the PIN', { concurrency: 2 }, () => {
  const browser = useBrowser(() => Portal.start());
  testPlaces(browser, PLACED, ['naive']);
  testTrials(
    browser,
    TRIALS.filter(({ attacks, successful }) => attacks.length === 1 && successful.length === 1),
  );
});

for (const engine of OTHER_ENGINES) {
  const program = OtherEngine.programOf(engine);
  // `npm test` reports a missing engine, and fails if the engine is required.
  if (program === undefined) continue;

  describe(`an attack on the PIN in ${engine}`, () => {
    const browser = useBrowser(() => startOtherEngine(engine, program));
    // First: after a long run in one window of WebKit, an element in a new place gets no keys.
    testPlaces(browser, placedIn(engine), ['naive', 'inline']);
    testTrials(browser, trialsIn(engine));
  });
}

async function startOtherEngine(name: OtherEngineName, program: string): Promise<AttackedBrowser> {
  const [portal, browser] = await Promise.all([Portal.start(), OtherEngine.start(name, program)]);
  return {
    use: async (pin, options, act) => {
      const published = await portal.publish({ pinLength: pin.length, ...options });
      // These drivers copy a text only before the page is open.
      return act(await browser.open(published, `${pin.slice(0, 2)} ${pin.slice(2)}`));
    },
    close: async () => {
      await browser.close();
      await portal.close();
    },
  };
}
