import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deniedPinsOf, readSettings } from '../../src/form/settings.js';

const VALID = {
  endpoint: 'https://api.example.com/graphql',
  cardId: 'card_1',
  pinLength: 4,
  pinRules: 'repeated',
  noConfirm: false,
  flow: '',
  autoSubmit: false,
  noIdempotencyKey: false,
  disabled: false,
};

describe('the settings', () => {
  it('are read if all are valid', () => {
    assert.deepEqual(readSettings(VALID, [], false), {
      length: 4,
      rules: ['repeated'],
      denied: [],
      confirms: true,
      steps: false,
      autoSubmits: false,
      disabled: false,
      target: { endpoint: VALID.endpoint, cardId: 'card_1', keyed: true },
    });
  });

  it('have their defaults if a framework sets undefined or null', () => {
    for (const nullish of [undefined, null]) {
      const settings = readSettings({ ...VALID, pinLength: nullish, pinRules: nullish }, [], false);
      assert.ok(!('kind' in settings.target));
      assert.equal(settings.length, 4);
      assert.deepEqual(settings.rules, ['repeated', 'sequence']);
    }
  });

  it('show both fields for any flow but steps, and for a PIN without a confirmation', () => {
    const stepsOf = (flow: unknown, noConfirm = false) =>
      readSettings({ ...VALID, flow, noConfirm }, [], false).steps;
    assert.deepEqual(
      ['steps', 'Steps', '', null, true].map((flow) => stepsOf(flow)),
      [true, false, false, false, false],
    );
    assert.equal(stepsOf('steps', true), false);
  });

  it('name the attribute of the first mistake', () => {
    const mistakes: readonly [string, object][] = [
      ['endpoint', { endpoint: undefined, cardId: '' }],
      ['card-id', { cardId: '' }],
      ['card-id', { cardId: null }],
      ['card-id', { cardId: ' card_1' }],
      ['pin-length', { pinLength: 13 }],
      ['pin-length', { pinLength: '4' }],
      ['pin-rules', { pinRules: 'birthday' }],
      ['pin-rules', { pinRules: '' }],
      ['pin-rules', { pinRules: ['repeated'] }],
    ];
    for (const [attribute, mistake] of mistakes) {
      const { target } = readSettings({ ...VALID, ...mistake }, [], false);
      assert.ok('kind' in target);
      assert.equal(target.kind, 'misconfigured');
      assert.equal(target.attribute, attribute);
      assert.match(target.explanation, new RegExp(`^${attribute} `));
    }
  });
});

describe('the denied PINs', () => {
  it('have digits of any script and any length, and undefined and null mean none', () => {
    assert.deepEqual(deniedPinsOf(['1204', '١٢٠٤', '12-04-1984']), ['1204', '1204', '12041984']);
    for (const empty of [undefined, null, []]) assert.deepEqual(deniedPinsOf(empty), []);
    assert.equal(deniedPinsOf(Array.from({ length: 16 }, () => '1204'))?.length, 16);
  });

  it('are refused if one is malformed, and no explanation quotes them', () => {
    const malformed = [
      '1204',
      { length: 1, 0: '1204' },
      new Set(['1204']),
      [1204],
      ['1204', ''],
      ['1204', '12o4'],
      ['1204', null],
      [['1204']],
      Array(1),
      Array.from({ length: 17 }, () => '1204'),
    ];
    for (const pins of malformed) {
      assert.equal(deniedPinsOf(pins), undefined);
      const { target } = readSettings(VALID, deniedPinsOf(pins), false);
      assert.ok('kind' in target);
      assert.equal(target.attribute, 'deniedPins');
      assert.doesNotMatch(target.explanation, /1204|12o4/);
    }
  });

  it('are copied, so that a change of the array has no effect', () => {
    const pins = ['1204'];
    const denied = deniedPinsOf(pins);
    pins[0] = '4826';
    assert.deepEqual(denied, ['1204']);
  });
});
