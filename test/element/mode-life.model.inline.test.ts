import fc from 'fast-check';
import { useFakeTimers } from 'sinon';
import {
  LONG_STEPS,
  ModeLife,
  openStage,
  SHORT_STEPS,
  type Stage,
} from '../support/browser/mode-life.js';
import { cases, FUZZ } from '../support/fuzz.js';

const shortStep = fc.constantFrom(...SHORT_STEPS);

const oneStep = fc.oneof(
  { weight: 3, arbitrary: shortStep },
  { weight: 2, arbitrary: fc.constantFrom(...LONG_STEPS) },
  // Without these, most lives would be of an empty form.
  {
    weight: 3,
    arbitrary: fc.constantFrom('type a PIN', 'submit()', 'become isolated', 'insert'),
  },
);

const anyStep = fc
  .tuple(
    fc.array(fc.tuple(shortStep, fc.constantFrom('and', 'and then')), { maxLength: 2 }),
    oneStep,
  )
  .map(([before, last]) => [...before.flat(), last].join(' '));

const HOLD = 'hold the frame page’s messages';
const HEAR = 'hear the frame page';

/** Most of what differs between the modes needs a start that chance seldom makes. */
const anyStart = fc.constantFrom<readonly string[]>(
  [],
  ['type a PIN', 'submit()'],
  ['become isolated'],
  [HOLD, 'become isolated'],
  ['become isolated', 'type a PIN', HOLD, 'submit()'],
);

const anyLife = fc
  .tuple(anyStart, fc.array(anyStep, { maxLength: 8, size: 'max' }))
  .map(([start, steps]) => [...start, ...steps]);

/** Lives that are always tested: those that have failed, and what generated ones seldom do. */
const FIXED_LIVES = [
  ['type a PIN', 'adopt'],
  ['focus()', 'get no address and focus elsewhere'],
  ['get no address', 'focus()', 'blur', 'move'],
  ['become isolated', 'type a PIN', 'become inline and then remove'],
  ['get no address and focus() and become isolated'],
  ['remove', 'become isolated'],
  ['move to the other document', 'type a digit'],
  [HOLD, 'become isolated', 'focus()', 'focus elsewhere', HEAR],
  [HOLD, 'become isolated', 'submit()', 'reset()', HEAR],
  ['become isolated', 'type a PIN', HOLD, 'submit()', 'reset()', 'submit()', HEAR],
  ['type a PIN', 'press Enter', 'reset the form around', 'submit()', 'remove', 'insert'],
];

describe('<set-card-pin> that changes its mode and its document', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.end());

  it('has one guarded form while it is in a page and none out of it, ends each submit, moves the focus only if asked, and reports each change once', async function () {
    this.timeout(240_000);
    await fc.assert(
      fc.asyncProperty(anyLife, async (steps) => {
        const clock = useFakeTimers({
          now: Date.now(),
          toFake: ['setTimeout', 'clearTimeout', 'Date'],
        });
        const life = new ModeLife(stage, clock);
        try {
          await life.check();
          for (const step of steps) await life.live(step);
          await life.check();
          await life.conclude();
        } finally {
          await life.end();
          clock.restore();
        }
      }),
      {
        ...FUZZ,
        examples: FIXED_LIVES.map((life) => [life]),
        numRuns: FIXED_LIVES.length + cases(300),
        interruptAfterTimeLimit: 200_000,
        markInterruptAsFailure: true,
      },
    );
  });
});
