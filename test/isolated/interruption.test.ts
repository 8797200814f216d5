import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { watchInterruptions } from '../../src/isolated/page/interruption.js';
import { releaseKeys } from '../../src/shield/shield.js';

/** The root of the form, as far as an interruption depends on it. */
const root: { activeElement: object | null } = { activeElement: {} };

const raise = (type: string, members = {}) =>
  window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), members));
const press = (digit: string, members = {}) =>
  raise('keydown', { key: digit, code: `Digit${digit}`, ...members });
const release = (digit: string) => raise('keyup', { key: digit, code: `Digit${digit}` });

/** What happens, and how often the entry is interrupted. */
const CASES: Readonly<Record<string, readonly [act: () => void, times: number]>> = {
  'is interrupted if the page takes the focus while a digit key is down': [
    () => {
      press('4');
      root.activeElement = null;
      raise('blur');
    },
    1,
  ],
  'is not interrupted if another window takes the focus, because the field stays active': [
    () => {
      press('4');
      raise('blur');
      raise('focus');
      press('4');
    },
    0,
  ],
  'is not interrupted between keys': [
    () => {
      press('4');
      release('4');
      root.activeElement = null;
      raise('blur');
      raise('focus');
    },
    0,
  ],
  'is interrupted if a hidden frame receives the focus again, which Firefox reports late': [
    () => {
      press('4');
      raise('focus');
    },
    1,
  ],
  'is interrupted if a held digit key is pressed again, but not if it repeats': [
    () => {
      press('4');
      press('4', { repeat: true });
      press('8');
      // Nothing is typed, so that the message stays.
      assert.equal(press('4'), false);
    },
    1,
  ],
};

describe('an entry in the frame page', () => {
  let count: number;
  before(() => {
    globalThis.window = new EventTarget() as typeof window;
    watchInterruptions(root as ShadowRoot, () => count++);
  });
  beforeEach(() => {
    count = 0;
    root.activeElement = {};
  });
  after(() => {
    releaseKeys();
    Reflect.deleteProperty(globalThis, 'window');
  });

  for (const [what, [act, times]] of Object.entries(CASES))
    it(what, () => {
      releaseKeys();
      act();
      assert.equal(count, times);
    });
});
