import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { LostDigits, type Loss } from '../../src/isolated/page/lost-digits.js';
import type { FromFrame } from '../../src/isolated/protocol.js';

type Key = readonly [key: string, code: string, modifiers?: object | undefined];

const dispatch = (type: string, [key, code, modifiers]: Key = ['', '']) =>
  window.dispatchEvent(Object.assign(new Event(type), { key, code, ...modifiers }));

const hide = () => {
  Object.assign(document, { visibilityState: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
};

let digits: LostDigits;
let sent: number[];
let losses: Loss[];
let hasFocus: boolean;
const send = (height: number) => digits.post({ kind: 'height', height, epoch: 0 });

beforeEach(() => {
  sent = [];
  losses = [];
  hasFocus = true;
  globalThis.window = new EventTarget() as typeof window;
  const document = Object.assign(new EventTarget(), { hasFocus: () => hasFocus });
  globalThis.document = document as typeof globalThis.document;
  mock.timers.enable({ apis: ['setTimeout'] });
  digits = new LostDigits(
    (message) => sent.push((message as FromFrame & { readonly height: number }).height),
    (loss) => losses.push(loss),
  );
});
afterEach(() => {
  mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'document');
});

const DOWN: Key = ['4', 'Digit4'];

/** Hides the frame in Firefox, which raises no event. */
const loseFocus = () => {
  hasFocus = false;
  // A timer that another one starts ends in a later tick.
  for (const _ of ['look', 'doubt']) mock.timers.tick(60_000);
};

const press = (...digits: readonly string[]) => {
  for (const digit of digits) dispatch('keydown', [digit, `Digit${digit}`]);
};

describe('a message of the frame page', () => {
  for (const [title, ...key] of [
    ['in the row above the letters', '4', 'Digit4'],
    ['of another script', '٤', 'Digit4'],
    ['on a layout that has digits elsewhere', '4', 'KeyS'],
    ['on the keypad, that an input method handles', 'Process', 'Numpad4'],
    ['without a code', '4', ''],
    ['with Option or Alt', '4', 'KeyS', { altKey: true }],
    ['with AltGr on Windows', '4', 'KeyS', { altKey: true, ctrlKey: true }],
  ] as const)
    it(`waits until a digit key comes up: ${title}`, () => {
      dispatch('keydown', key);
      send(1);
      send(2);
      assert.deepEqual(sent, []);
      // Shift can change what the key types meanwhile.
      dispatch('keyup', [key[1] === '' ? key[0] : '$', key[1]]);
      send(3);
      assert.deepEqual(sent, [1, 2, 3]);
      dispatch('blur');
      assert.deepEqual(losses, []);
    });

  it('doesn’t wait for other keys and for shortcuts', () => {
    const others = ['F6', 'Tab', 'NumpadEnter', 'Backspace', 'Unidentified'];
    for (const code of others) dispatch('keydown', [code, code]);
    for (const name of ['ctrlKey', 'metaKey'])
      dispatch('keydown', ['1', 'Digit1', { [name]: true }]);
    send(1);
    assert.deepEqual(sent, [1]);
  });

  it('waits for every digit key that is down', () => {
    press('4', '8');
    dispatch('keydown', ['8', 'Digit8', { repeat: true }]);
    press('6');
    send(1);
    for (const digit of '426') dispatch('keyup', [digit, `Digit${digit}`]);
    assert.deepEqual(sent, []);
    dispatch('keyup', ['8', 'Digit8']);
    assert.deepEqual(sent, [1]);
  });

  for (const [when, type, ...key] of [
    ['Meta comes up, because macOS reports no other key before', 'keyup', 'Meta', 'MetaLeft'],
    ['the focus leaves, which loses the key that is down', 'blur'],
  ] as const)
    it(`is sent when ${when}`, () => {
      press('4');
      send(1);
      dispatch(type, key.length === 0 ? undefined : key);
      assert.deepEqual(sent, [1]);
    });

  it('is sent 2 s after a key’s last repetition, because its `keyup` can get lost', () => {
    press('4');
    send(1);
    mock.timers.tick(1_999);
    dispatch('keydown', ['4', 'Digit4', { repeat: true }]);
    mock.timers.tick(1_999);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    assert.deepEqual(sent, [1]);
  });
});

describe('a digit key', () => {
  for (const [title, event, key] of [
    ['the focus leaves', 'blur'],
    ['the focus comes without having left, as in Firefox when the frame is hidden', 'focus'],
    ['the page goes', 'pagehide'],
    ['the focus leaves without an event', loseFocus],
    ['it goes down again', 'keydown', DOWN],
  ] as const)
    it(`is lost if ${title} while it is down, however long it is held, together with all others`, () => {
      press('4', '8', '2');
      mock.timers.tick(60_000);
      assert.deepEqual(losses, []);
      if (typeof event === 'string') dispatch(event, key);
      else event();
      if (event === 'blur') dispatch('focus');
      assert.deepEqual(losses, ['key']);
    });

  it('is not lost if it came up, repeats, was part of a shortcut, or Meta hid that it came up', () => {
    press('4');
    dispatch('keydown', ['4', 'Digit4', { repeat: true }]);
    dispatch('keyup', ['$', 'Digit4']);
    for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
      dispatch('keydown', ['1', 'Digit1', modifiers]);
      dispatch('blur');
      dispatch('focus');
    }
    press('4');
    dispatch('keyup', ['Meta', 'MetaLeft']);
    press('4');
    dispatch('keyup', DOWN);
    dispatch('pagehide');
    // Keys of a phone's keyboard have no code.
    dispatch('keydown', ['4', '']);
    dispatch('keydown', ['8', '']);
    assert.deepEqual(losses, []);
  });
});

describe('an entry that is half typed', () => {
  const leave = () => {
    digits.isHalfTyped = true;
    dispatch('blur');
  };

  it('is lost if the focus leaves, once, and at the latest when the focus is back', () => {
    leave();
    assert.deepEqual(losses, []);
    dispatch('focus');
    mock.timers.tick(60_000);
    assert.deepEqual(losses, ['entry']);
    leave();
    mock.timers.tick(60_000);
    assert.deepEqual(losses, ['entry', 'entry']);
    dispatch('focus');
    assert.deepEqual(losses, ['entry', 'entry']);
    digits.isHalfTyped = true;
    // Without having left.
    dispatch('focus');
    assert.deepEqual(losses, ['entry', 'entry', 'entry']);
    digits.isHalfTyped = true;
    dispatch('keydown', ['Unidentified', '']);
    mock.timers.tick(60_000);
    loseFocus();
    assert.equal(losses.length, 4);
  });

  for (const [title, explain] of [
    ...['Tab', 'Alt', 'Meta', 'Control', 'F6', 'Escape', 'ContextMenu'].map(
      (key) => [`the key ${key}`, () => dispatch('keydown', [key, key])] as const,
    ),
    ['a press of the pointer', () => dispatch('pointerdown')],
    ['a click, as a screen reader makes it', () => dispatch('click')],
    ['a tab or phone that hides the page before', hide],
  ] as const)
    it(`is kept if the focus leaves because of ${title}`, () => {
      digits.isHalfTyped = true;
      explain();
      dispatch('blur');
      mock.timers.tick(60_000);
      dispatch('focus');
      assert.deepEqual(losses, []);
    });

  it('is kept if a tab or phone hides the page soon afterwards', () => {
    leave();
    mock.timers.tick(499);
    hide();
    mock.timers.tick(60_000);
    dispatch('focus');
    assert.deepEqual(losses, []);
  });

  it('is not explained by another key', () => {
    digits.isHalfTyped = true;
    for (const key of ['4', 'Backspace', 'ArrowLeft', 'Enter', 'a', 'Shift', 'Unidentified']) {
      dispatch('keydown', [key, key]);
      dispatch('keyup', [key, key]);
    }
    dispatch('blur');
    dispatch('focus');
    assert.deepEqual(losses, ['entry']);
  });
});
