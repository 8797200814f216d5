import { ANSWERS, Life, LISTENERS } from '../support/browser/life.js';
import fc from 'fast-check';
import { stub, useFakeTimers, type SinonStub } from 'sinon';
import { startService, type Service } from '../support/browser/service.js';
import { cases, FUZZ } from '../support/fuzz.js';

/** Generates a step in plain words, so that a counterexample can be read. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.constant('submit a PIN') },
  { weight: 1, arbitrary: fc.constant('type a PIN') },
  { weight: 1, arbitrary: fc.constantFrom('type half', 'type two') },
  { weight: 2, arbitrary: fc.constantFrom('press Enter', 'submit()') },
  { weight: 1, arbitrary: fc.constantFrom('press Tab', 'press the button') },
  { weight: 4, arbitrary: fc.constant('press the other button') },
  {
    weight: 8,
    arbitrary: fc
      .constantFrom(...Object.keys(ANSWERS), 'success', '401', '503', '503 for an hour')
      .map((name) => `answer: ${name}`),
  },
  { weight: 3, arbitrary: fc.constantFrom('lose the request', 'lose the answer') },
  { weight: 3, arbitrary: fc.constantFrom('wait 1', 'wait 5', 'wait 16', 'wait 31', 'wait 61') },
  { weight: 1, arbitrary: fc.constant('wait 900') },
  {
    weight: 2,
    arbitrary: fc.constantFrom('set a token', 'set it as an attribute', 'set the old token'),
  },
  { weight: 2, arbitrary: fc.constantFrom(...LISTENERS).map((name) => `the page ${name}`) },
  { weight: 1, arbitrary: fc.constantFrom('provide', 'provide nothing', 'fail to provide') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'reset',
      'disable',
      'disable the fieldset',
      'pagehide',
      'change the rules',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('go offline', 'go online') },
  { weight: 1, arbitrary: fc.constantFrom('enable', 'remove', 'insert', 'move', 'moveBefore') },
);

const anyLife = fc
  .tuple(
    fc.constantFrom('set a token', 'set a token', 'provide', 'the page responds'),
    fc.array(anyStep, { maxLength: 14, size: 'max' }),
  )
  .map(([start, steps]) => [start, ...steps]);

/** Lives that are always tested, because generated ones seldom get this far. */
const FIXED_LIVES = [
  ['set a token', 'submit a PIN', 'lose the answer', 'press the other button'],
  ['set a token', 'submit a PIN', 'answer: garbage, but executed', 'press the other button'],
  ['set a token', 'submit a PIN', 'lose the answer', 'answer: 503 for an hour', 'wait 61'],
  ['provide', 'submit a PIN', 'answer: 401', 'move', 'answer: success', 'reset'],
  ['fail to provide', 'submit a PIN', 'provide', 'press the button', 'answer: success'],
  ['the page signs out', 'submit a PIN', 'wait 1'],
  ['provide', 'go offline', 'submit a PIN', 'press Enter', 'answer: success'],
];

describe('<set-card-pin> in a generated life', () => {
  let service: Service;
  let random: SinonStub;
  before(async () => {
    service = await startService();
    random = stub(Math, 'random').returns(0.5);
  });
  after(() => random.restore());

  it('has at most one request pending, ends each submit once, keeps no PIN after its end, raises no event after its removal, shows true messages, and always lets the cardholder continue', async function () {
    this.timeout(240_000);
    await fc.assert(
      fc.asyncProperty(anyLife, async (steps) => {
        const clock = useFakeTimers({
          now: Date.now(),
          toFake: ['setTimeout', 'clearTimeout', 'Date'],
        });
        const life = new Life(service, clock, await service.card('accepted'));
        try {
          await life.check();
          for (const step of steps) {
            await life.step(step);
            await life.check();
          }
          await life.conclude();
        } finally {
          await life.end();
          clock.restore();
        }
      }),
      // A life that never ends fails with its steps too.
      {
        ...FUZZ,
        examples: FIXED_LIVES.map((life) => [life]),
        numRuns: FIXED_LIVES.length + cases(60),
        interruptAfterTimeLimit: 200_000,
        markInterruptAsFailure: true,
      },
    );
  });
});
