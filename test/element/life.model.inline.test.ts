import fc from 'fast-check';
import type { Mode } from '../../tools/browsers/engines/engine.js';
import { cases, FUZZ } from '../support/fuzz.js';
import { begin, conclude, end, live, LONG, openStage, SHORT } from './life.js';

const shortStep = fc.constantFrom(...Object.keys(SHORT));

const oneStep = fc.oneof(
  { weight: 3, arbitrary: shortStep },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(LONG)) },
  // Without these steps, most lives would have an empty form, or no form.
  {
    weight: 3,
    arbitrary: fc.constantFrom('type a PIN', 'submit()', 'get the frame page', 'insert'),
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
const SENT = ['get client tokens', 'type a PIN', 'submit()'];

/** The mode of an element, and what happens to it. */
type Life = readonly [Mode, ...string[]];

/** Most differences between the modes need a start that is rarely generated. */
const anyStart = fc.constantFrom<Life>(
  ['inline'],
  ['inline', 'type a PIN', 'submit()'],
  ['isolated'],
  ['isolated', 'get no address', HOLD, 'get the frame page'],
  ['isolated', 'type a PIN', HOLD, 'submit()'],
  ['inline', ...SENT],
  ['inline', 'get a route for tokens', 'type a PIN', 'submit()'],
  ['inline', ...SENT, 'answer: HTML'],
);

const anyLife = fc
  .tuple(anyStart, fc.array(anyStep, { maxLength: 8, size: 'max' }))
  .map(([start, steps]): Life => [...start, ...steps]);

/** Lives that are always tested: those that once failed, and those that are rarely generated. */
const FIXED_LIVES: readonly Life[] = [
  ['inline', 'type a PIN', 'submit()', 'reset() and submit()'],
  ['inline', 'focus()', 'get the frame page and focus elsewhere'],
  ['inline', 'get the frame page', 'focus()', 'blur', 'move', 'submit()', 'get no address'],
  ['isolated', 'type a PIN', 'get no address and then remove'],
  ['isolated', 'get no address and focus() and get the frame page'],
  ['isolated', 'get no address', 'remove', 'get the frame page'],
  ['isolated', 'get no address', HOLD, 'get the frame page', 'focus()', 'focus elsewhere', HEAR],
  ['isolated', 'get no address', HOLD, 'get the frame page', 'submit()', 'reset()', HEAR],
  ['isolated', 'type a PIN', HOLD, 'submit()', 'reset()', 'submit()', HEAR],
  ['inline', 'type a PIN', 'press Enter', 'reset the form around', 'submit()', 'remove', 'insert'],
  ['inline', ...SENT, 'answer: HTML', 'reset()', 'type a PIN', 'press Enter', 'answer: a card'],
  [
    'inline',
    ...SENT,
    'lose the request',
    'answer: 401',
    'answer: a refusal',
    'press Enter',
    'wait 31',
  ],
  ['inline', ...SENT, 'answer: 503', 'reset()', 'type a digit'],
  ['inline', ...SENT, 'answer: 401', 'move', 'answer: a card', 'reset the form around'],
  ['inline', ...SENT, 'answer: a refusal', 'type a PIN', 'submit()', 'pagehide'],
];

describe('<set-card-pin> in any sequence of events', () => {
  before(openStage);

  it('ends each submit, forgets the PIN at the end, moves the focus only if asked, and always lets the cardholder set a PIN', async function () {
    // Every step has its own limit.
    this.timeout(0);
    await fc.assert(
      fc.asyncProperty(anyLife, async ([mode, ...steps]) => {
        try {
          await begin(mode);
          for (const step of steps) await live(step);
          await conclude();
        } finally {
          await end();
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
