import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { holdMessages } from '../../src/isolated/page/held-messages.js';
import type { FromFrame } from '../../src/isolated/protocol.js';

type Key = readonly [key: string, code: string, modifiers?: object | undefined];

describe('a message of the frame page', () => {
  let sent: number[];
  let lostKeys: number;
  let send: (height: number) => void;

  const dispatch = (type: string, [key, code, modifiers]: Key = ['', '']) =>
    window.dispatchEvent(Object.assign(new Event(type), { key, code, ...modifiers }));

  beforeEach(() => {
    sent = [];
    lostKeys = 0;
    globalThis.window = new EventTarget() as typeof window;
    mock.timers.enable({ apis: ['setTimeout'] });
    const post = holdMessages(
      (message) => sent.push((message as FromFrame & { readonly height: number }).height),
      () => lostKeys++,
    );
    send = (height) => post({ kind: 'height', height, epoch: 0 });
  });
  afterEach(() => {
    mock.timers.reset();
    Reflect.deleteProperty(globalThis, 'window');
  });

  for (const [title, ...key] of [
    ['in the row above the letters', '4', 'Digit4'],
    ['on the keypad', '4', 'Numpad4'],
    ['of another script', '٤', 'Digit4'],
    ['on a layout that has digits elsewhere', '4', 'KeyS'],
    ['that an input method handles', 'Process', 'Digit4'],
    ['on the keypad, that an input method handles', 'Process', 'Numpad4'],
    ['without a code', '4', ''],
  ] as const)
    it(`waits until a digit key comes up: ${title}`, () => {
      dispatch('keydown', key);
      send(1);
      send(2);
      assert.deepEqual(sent, []);
      dispatch('keyup', key);
      assert.deepEqual(sent, [1, 2]);
    });

  for (const [key, code, modifiers] of [
    ['F6', 'F6'],
    ['Tab', 'Tab'],
    ['Enter', 'NumpadEnter'],
    ['Backspace', 'Backspace'],
    ['a', 'KeyA'],
    ['Unidentified', ''],
    ...['ctrlKey', 'altKey', 'metaKey'].map((name) => ['1', 'Digit1', { [name]: true }] as const),
  ] as readonly Key[])
    it(`doesn’t wait for ${code || key} ${Object.keys(modifiers ?? {}).join()}`.trim(), () => {
      dispatch('keydown', [key, code, modifiers]);
      send(1);
      assert.deepEqual(sent, [1]);
    });

  it('waits for the code of a key, because Shift can change its key meanwhile', () => {
    dispatch('keydown', ['4', 'Digit4']);
    send(1);
    dispatch('keyup', ['$', 'Digit4']);
    assert.deepEqual(sent, [1]);
  });

  it('waits for every digit key that is down', () => {
    dispatch('keydown', ['4', 'Digit4']);
    dispatch('keydown', ['8', 'Digit8']);
    dispatch('keydown', ['8', 'Digit8']);
    send(1);
    dispatch('keyup', ['4', 'Digit4']);
    dispatch('keyup', ['2', 'Digit2']);
    assert.deepEqual(sent, []);
    dispatch('keyup', ['8', 'Digit8']);
    assert.deepEqual(sent, [1]);
  });

  it('is sent when Meta comes up, because macOS reports no other key before', () => {
    dispatch('keydown', ['4', 'Digit4']);
    send(1);
    dispatch('keyup', ['Meta', 'MetaLeft']);
    assert.deepEqual(sent, [1]);
  });

  it('is sent 2 s after a key’s last repetition, because its `keyup` can get lost', () => {
    dispatch('keydown', ['4', 'Digit4']);
    send(1);
    mock.timers.tick(1_999);
    dispatch('keydown', ['4', 'Digit4']);
    mock.timers.tick(1_999);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    assert.deepEqual(sent, [1]);
  });

  it('is sent when the focus leaves, which loses the key that is down', () => {
    dispatch('blur');
    assert.equal(lostKeys, 0);
    dispatch('keydown', ['4', 'Digit4']);
    send(1);
    dispatch('blur');
    assert.equal(lostKeys, 1);
    assert.deepEqual(sent, [1]);
  });
});
