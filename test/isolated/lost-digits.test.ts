import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import fc from 'fast-check';
import { LostDigits, type Loss } from '../../src/isolated/page/lost-digits.js';
import type { FromFrame } from '../../src/isolated/protocol.js';
import { cases, FUZZ } from '../support/fuzz.js';

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
const send = (height: number) => digits.post({ kind: 'height', height, epoch: 0 });

beforeEach(() => {
  sent = [];
  losses = [];
  globalThis.window = new EventTarget() as typeof window;
  globalThis.document = new EventTarget() as typeof document;
  mock.timers.enable({ apis: ['setTimeout'] });
  digits = new LostDigits(
    (message) => {
      sent.push((message as FromFrame & { readonly height: number }).height);
      dispatch('heard');
    },
    (loss) => losses.push(loss),
  );
});
afterEach(() => {
  mock.timers.reset();
  Reflect.deleteProperty(globalThis, 'window');
  Reflect.deleteProperty(globalThis, 'document');
});

describe('a message of the frame page', () => {
  for (const [title, ...key] of [
    ['in the row above the letters', '4', 'Digit4'],
    ['on the keypad', '4', 'Numpad4'],
    ['of another script', '٤', 'Digit4'],
    ['with Shift, as on Czech and French keyboards', '4', 'Digit4', { shiftKey: true }],
    ['on a layout that has digits elsewhere', '4', 'KeyS'],
    ['that an input method handles', 'Process', 'Digit4'],
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
      dispatch('keyup', key);
      assert.deepEqual(sent, [1, 2]);
      dispatch('blur');
      assert.deepEqual(losses, []);
    });

  for (const [key, code, modifiers] of [
    ['F6', 'F6'],
    ['Tab', 'Tab'],
    ['Enter', 'NumpadEnter'],
    ['Backspace', 'Backspace'],
    ['a', 'KeyA'],
    ['Unidentified', ''],
    ...['ctrlKey', 'metaKey'].map((name) => ['1', 'Digit1', { [name]: true }] as const),
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
    dispatch('keydown', ['8', 'Digit8', { repeat: true }]);
    dispatch('keydown', ['6', 'Digit6']);
    send(1);
    for (const digit of '426') dispatch('keyup', [digit, `Digit${digit}`]);
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
    dispatch('keydown', ['4', 'Digit4', { repeat: true }]);
    mock.timers.tick(1_999);
    assert.deepEqual(sent, []);
    mock.timers.tick(1);
    assert.deepEqual(sent, [1]);
  });

  it('is sent when the focus leaves, which loses the key that is down', () => {
    dispatch('keydown', ['4', 'Digit4']);
    send(1);
    dispatch('blur');
    assert.deepEqual(sent, [1]);
  });
});

describe('a digit key', () => {
  const DOWN: Key = ['4', 'Digit4'];

  for (const [title, event, key] of [
    ['the focus leaves', 'blur'],
    ['the focus comes without having left, as in Firefox when the frame is hidden', 'focus'],
    ['the page goes', 'pagehide'],
    ['it goes down again', 'keydown', DOWN],
  ] as const)
    for (const altKey of [false, true])
      it(`is lost if ${title} while it is down, however long it is held${altKey ? ', also with Alt' : ''}`, () => {
        dispatch('keydown', ['4', 'Digit4', { altKey }]);
        mock.timers.tick(60_000);
        assert.deepEqual(losses, []);
        dispatch(event, key);
        assert.deepEqual(losses, ['key']);
      });

  it('is lost together with all others that are down', () => {
    for (const digit of '482') dispatch('keydown', [digit, `Digit${digit}`]);
    dispatch('blur');
    dispatch('focus');
    assert.deepEqual(losses, ['key']);
  });

  it('is not lost if it came up, repeats, was part of a shortcut, or Meta hid that it came up', () => {
    dispatch('keydown', DOWN);
    dispatch('keydown', ['4', 'Digit4', { repeat: true }]);
    dispatch('keyup', ['$', 'Digit4']);
    dispatch('blur');
    dispatch('focus');
    for (const modifiers of [{ ctrlKey: true }, { metaKey: true }]) {
      dispatch('keydown', ['1', 'Digit1', modifiers]);
      dispatch('blur');
      dispatch('focus');
    }
    dispatch('keydown', DOWN);
    dispatch('keyup', ['Meta', 'MetaLeft']);
    dispatch('keydown', DOWN);
    dispatch('keyup', DOWN);
    dispatch('pagehide');
    assert.deepEqual(losses, []);
  });

  it('is never lost by a fast typist, even if the page takes the focus as soon as it hears', () => {
    window.addEventListener('heard', () => {
      dispatch('blur');
      dispatch('focus');
    });
    fc.assert(
      fc.property(anyTyping, (strokes) => {
        const last = strokes.filter(({ type }) => type === 'keydown').at(-1);
        for (const stroke of strokes) {
          dispatch(stroke.type, [
            stroke.key,
            /\d/.test(stroke.key) ? `Digit${stroke.key}` : stroke.key,
          ]);
          if (stroke === last) send(1);
        }
        assert.deepEqual(losses, []);
        assert.equal(sent.pop(), 1);
      }),
      { ...FUZZ, numRuns: cases(1_000) },
    );
  });

  it('is told from another that has no code either, as those of a phone’s keyboard', () => {
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
  });

  it('is lost if the focus comes without having left', () => {
    digits.isHalfTyped = true;
    dispatch('focus');
    assert.deepEqual(losses, ['entry']);
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

  for (const key of ['4', 'Backspace', 'ArrowLeft', 'Enter', 'a', 'Shift', 'Unidentified'])
    it(`is not explained by the key ${key}`, () => {
      digits.isHalfTyped = true;
      dispatch('keydown', [key, key]);
      dispatch('keyup', [key, key]);
      dispatch('blur');
      dispatch('focus');
      assert.deepEqual(losses, ['entry']);
    });
});

interface Stroke {
  readonly type: 'keydown' | 'keyup';
  readonly key: string;
}

/**
 * Generates the strokes of a typist with a keyboard, each of whose keys comes up after at most two
 * of the next ones went down. The same finger presses the same key again.
 */
const anyTyping: fc.Arbitrary<readonly Stroke[]> = fc
  .tuple(fc.stringMatching(/^\d{4}$/), fc.array(fc.nat(2), { minLength: 9, maxLength: 9 }))
  .map(([pin, overlaps]) => {
    const keys = [...pin, 'Tab', ...pin];
    const ends = keys.map((key, index) => {
      const again = keys.indexOf(key, index + 1);
      const last = again < 0 ? keys.length - 1 : again - 1;
      return Math.min(index + overlaps[index]!, last);
    });
    return keys.flatMap((key, index): Stroke[] => [
      { type: 'keydown', key },
      ...keys
        .filter((_, earlier) => ends[earlier] === index)
        .map((each): Stroke => ({ type: 'keyup', key: each })),
    ]);
  });
