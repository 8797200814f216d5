import fc from 'fast-check';
import { cases, FUZZ } from '../support/fuzz.js';
import { Life, openStage } from './life.js';

const shortStep = fc.constantFrom(...Object.keys(Life.short));

const oneStep = fc.oneof(
  { weight: 3, arbitrary: shortStep },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(Life.long)) },
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
  ['get client tokens', 'type a PIN', 'submit()'],
  ['get client tokens', 'type a PIN', 'submit()', 'answer: HTML'],
);

const anyLife = fc
  .tuple(anyStart, fc.array(anyStep, { maxLength: 8, size: 'max' }))
  .map(([start, steps]) => [...start, ...steps]);

const SENT = ['get client tokens', 'type a PIN', 'submit()'];

/** Lives that are always tested: those that have failed, and what generated ones seldom do. */
const FIXED_LIVES = [
  ['type a PIN', 'submit()', 'reset() and submit()'],
  ['focus()', 'get no address and focus elsewhere'],
  ['get no address', 'focus()', 'blur', 'move'],
  ['become isolated', 'type a PIN', 'become inline and then remove'],
  ['get no address and focus() and become isolated'],
  ['remove', 'become isolated'],
  [HOLD, 'become isolated', 'focus()', 'focus elsewhere', HEAR],
  [HOLD, 'become isolated', 'submit()', 'reset()', HEAR],
  ['become isolated', 'type a PIN', HOLD, 'submit()', 'reset()', 'submit()', HEAR],
  ['type a PIN', 'press Enter', 'reset the form around', 'submit()', 'remove', 'insert'],
  [...SENT, 'answer: HTML', 'reset()', 'type a PIN', 'press Enter', 'answer: a card'],
  [...SENT, 'lose the request', 'answer: 401', 'answer: a refusal', 'press Enter', 'wait 31'],
  [...SENT, 'answer: 503', 'reset()', 'type a digit'],
  [...SENT, 'answer: 401', 'move', 'answer: a card', 'reset the form around', 'become isolated'],
  [...SENT, 'answer: a refusal', 'type a PIN', 'submit()', 'pagehide'],
];

describe('<set-card-pin> in a generated life', () => {
  before(openStage);

  it('has one guarded form while it is in a page and none out of it, ends each submit, keeps no PIN after its end, moves the focus only if asked, reports each change once, and always lets the cardholder set a PIN', async function () {
    // Every step has a limit of its own.
    this.timeout(0);
    await fc.assert(
      fc.asyncProperty(anyLife, async (steps) => {
        const life = new Life();
        try {
          await life.check();
          for (const step of steps) await life.live(step);
          await life.check();
          await life.conclude();
        } finally {
          await life.end();
        }
      }),
      {
        ...FUZZ,
        examples: FIXED_LIVES.map((life) => [life]),
        numRuns: FIXED_LIVES.length + cases(300),
      },
    );
  });
});
