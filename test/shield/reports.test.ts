import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { followKey, releaseKeys, whenKeysAreUp } from '../../src/shield/shield.js';

// Node doesn't have a window.
Object.assign(globalThis, { window: new EventTarget() });

const key = (type: string, name: string, code: string, more = {}) =>
  followKey({ type, key: name, code, ...more } as KeyboardEvent);
const press = (digit: string, more = {}) => key('keydown', digit, `Digit${digit}`, more);
const release = (digit: string) => key('keyup', digit, `Digit${digit}`);

describe('a report of an entry', () => {
  let sent: number[];
  const send = (report: number) => whenKeysAreUp(() => sent.push(report));
  beforeEach(() => {
    sent = [];
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    releaseKeys();
    mock.timers.reset();
  });

  for (const [title, name, code, more] of [
    ['in the row above the letters', '4', 'Digit4'],
    ['of another script', '٤', 'Digit4'],
    ['on a layout that has digits elsewhere', '4', 'KeyS'],
    ['on the keypad, handled by an input method', 'Process', 'Numpad4'],
    ['without a code', '4', ''],
    ['with Option or Alt', '4', 'KeyS', { altKey: true }],
    ['with AltGr on Windows', '4', 'KeyS', { altKey: true, ctrlKey: true }],
  ] as const)
    it(`waits until a digit key is released: ${title}`, () => {
      key('keydown', name, code, more);
      send(1);
      send(2);
      assert.deepEqual(sent, []);
      // Shift can change the key's character in the meantime.
      key('keyup', code === '' ? name : '$', code);
      send(3);
      assert.deepEqual(sent, [1, 2, 3]);
    });

  for (const [title, act] of [
    ['the window loses focus', () => window.dispatchEvent(new Event('blur'))],
    // macOS doesn't report that a key was released while Meta was down.
    ['Meta is released', () => key('keyup', 'Meta', 'MetaLeft')],
  ] as const)
    it(`is sent when ${title}, because no \`keyup\` follows`, () => {
      press('4');
      send(1);
      act();
      assert.deepEqual(sent, [1]);
    });

  it('doesn’t wait for other keys or shortcuts', () => {
    for (const code of ['F6', 'Tab', 'NumpadEnter', 'Backspace', 'Unidentified'])
      key('keydown', code, code);
    press('1', { ctrlKey: true });
    press('1', { metaKey: true });
    send(1);
    assert.deepEqual(sent, [1]);
  });

  it('waits until no digit key is down', () => {
    press('4');
    press('8');
    press('8', { repeat: true });
    press('6');
    send(1);
    for (const digit of '426') release(digit);
    assert.deepEqual(sent, []);
    release('8');
    assert.deepEqual(sent, [1]);
  });

  it('is sent 2 s after a key’s last repetition, because its `keyup` can get lost', () => {
    press('4');
    send(1);
    mock.timers.tick(1_999);
    press('4', { repeat: true });
    mock.timers.tick(1_999);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    assert.deepEqual(sent, [1]);
  });

  it('is sent in order, even if an earlier report throws or the page acts on one', () => {
    const reported = mock.fn();
    Object.assign(globalThis, { reportError: reported });
    press('4');
    whenKeysAreUp(() => assert.fail('the page’s own mistake'));
    whenKeysAreUp(() => send(2));
    send(1);
    release('4');
    assert.deepEqual(sent, [1, 2]);
    assert.equal(reported.mock.callCount(), 1);
    Reflect.deleteProperty(globalThis, 'reportError');
  });
});
