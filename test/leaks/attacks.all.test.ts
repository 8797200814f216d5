import { describe } from 'node:test';
import { OtherEngine } from './other-engines.js';
import { Portal } from './portal-page.js';
import { OTHER_ENGINES, placedIn, TRIALS, trialsIn } from './table.js';
import { shares, testAttacks, type AttackedBrowser } from './trial.js';

describe('an attack that gets the PIN', { concurrency: 2 }, () => {
  const rows = TRIALS.map(({ cells, ...row }) => ({
    ...row,
    cells: cells.filter(([, , cell]) => cell === 'yes' && !shares(row.attack, cell)),
  }));
  testAttacks(() => Portal.start(), rows, { controls: ['alone'] });
});

for (const engine of OTHER_ENGINES) {
  const program = OtherEngine.programOf(engine);
  // `npm test` reports a missing engine, and fails if the engine is required.
  if (program === undefined) continue;

  describe(`an attack on the PIN in ${engine}`, { concurrency: 1 }, () => {
    const start = async (): Promise<AttackedBrowser> => {
      const [portal, browser] = await Promise.all([
        Portal.start(),
        OtherEngine.start(engine, program),
      ]);
      return {
        use: (pin, options, act) =>
          browser.retryInNewBrowser(async () => {
            const published = await portal.publish({ pinLength: pin.length, ...options });
            // These drivers copy a text only before the page is open.
            return act(await browser.open(published, `${pin.slice(0, 2)} ${pin.slice(2)}`));
          }),
        close: async () => {
          await browser.close();
          await portal.close();
        },
      };
    };
    testAttacks(start, trialsIn(engine), { placed: placedIn(engine) });
  });
}
