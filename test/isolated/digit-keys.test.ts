import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { DigitKeys } from '../../src/isolated/page/digit-keys.js';

const NO_MODIFIERS = { ctrlKey: false, altKey: false, metaKey: false };

describe('a digit key in the frame page', () => {
  const newKeys = (handleUp = () => {}) => new DigitKeys(handleUp);

  const keysAfter = (...keys: readonly (readonly [key: string, code: string])[]) => {
    const digitKeys = newKeys();
    for (const [key, code] of keys) digitKeys.handleDown({ ...NO_MODIFIERS, key, code });
    return digitKeys;
  };

  for (const [title, key, code] of [
    ['in the row above the letters', '4', 'Digit4'],
    ['on the keypad', '4', 'Numpad4'],
    ['of another script', '٤', 'Digit4'],
    ['on a layout that has digits elsewhere', '4', 'KeyS'],
    ['that an input method handles', 'Process', 'Digit4'],
    ['without a code', '4', ''],
  ] as const)
    it(`is down until it comes up: ${title}`, () => {
      const keys = keysAfter([key, code]);
      assert.ok(keys.areDown);
      keys.handleUp({ key, code });
      assert.ok(!keys.areDown);
    });

  for (const [key, code] of [
    ['F6', 'F6'],
    ['Tab', 'Tab'],
    ['Enter', 'NumpadEnter'],
    ['Backspace', 'Backspace'],
    ['a', 'KeyA'],
    ['Unidentified', ''],
  ] as const)
    it(`is not ${code || key}`, () => assert.ok(!keysAfter([key, code]).areDown));

  it('is not part of a shortcut', () => {
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
      const keys = newKeys();
      keys.handleDown({ ...NO_MODIFIERS, key: '1', code: 'Digit1', [modifier]: true });
      assert.ok(!keys.areDown, modifier);
    }
  });

  it('is known by its code, because Shift can change its key meanwhile', () => {
    const keys = keysAfter(['4', 'Digit4']);
    keys.handleUp({ key: '$', code: 'Digit4' });
    assert.ok(!keys.areDown);
  });

  it('can be down together with others', () => {
    const keys = keysAfter(['4', 'Digit4'], ['8', 'Digit8'], ['8', 'Digit8']);
    keys.handleUp({ key: '4', code: 'Digit4' });
    keys.handleUp({ key: '2', code: 'Digit2' });
    assert.ok(keys.areDown);
    keys.handleUp({ key: '8', code: 'Digit8' });
    assert.ok(!keys.areDown);
  });

  it('is forgotten when Meta comes up, because macOS reports no other key before', () => {
    const keys = keysAfter(['4', 'Digit4']);
    keys.handleUp({ key: 'Meta', code: 'MetaLeft' });
    assert.ok(!keys.areDown);
  });

  it('counts as up after 2 s without a repetition, because its `keyup` can get lost', (test) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    test.after(() => mock.timers.reset());
    const areDown: boolean[] = [];
    const keys = newKeys(() => areDown.push(keys.areDown));
    const press = () => keys.handleDown({ ...NO_MODIFIERS, key: '4', code: 'Digit4' });
    press();
    mock.timers.tick(1_999);
    press();
    mock.timers.tick(1_999);
    assert.deepEqual(areDown, []);
    mock.timers.tick(1);
    assert.deepEqual(areDown, [false]);
  });
});
