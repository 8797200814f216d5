import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { watchInterruptions } from '../../src/isolated/page/interruption.js';
import { releaseKeys } from '../../src/shield/shield.js';

/** The form's root, as far as an interruption depends on it. */
const root: { activeElement: object | null } = { activeElement: {} };

const raise = (type: string, members = {}) =>
  window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), members));
const down = (members = {}) => raise('keydown', { key: '4', code: 'Digit4', ...members });
const up = () => raise('keyup', { key: '4', code: 'Digit4' });
const leave = () => (root.activeElement = null);
const blur = () => raise('blur');
const focus = () => raise('focus');
const repeat = () => down({ repeat: true });
/** The key doesn't type anything, so that the message stays. */
const downAgain = () => assert.equal(down(), false);

describe('an entry in the frame page', () => {
  let count: number;
  before(() => {
    globalThis.window = new EventTarget() as typeof window;
    watchInterruptions(root as ShadowRoot, () => count++);
  });
  beforeEach(() => {
    count = 0;
    root.activeElement = {};
    releaseKeys();
  });
  after(() => {
    releaseKeys();
    Reflect.deleteProperty(globalThis, 'window');
  });

  for (const [title, times, ...acts] of [
    ['is interrupted if the page takes the focus while a digit key is down', 1, down, leave, blur],
    [
      'is not interrupted if another window takes the focus, because the field stays active',
      0,
      down,
      blur,
      focus,
      down,
    ],
    ['is not interrupted between keys', 0, down, up, leave, blur, focus],
    [
      'is interrupted if a hidden frame gets the focus again, which Firefox reports late',
      1,
      down,
      focus,
    ],
    [
      'is interrupted if a held digit key is pressed again, but not if it repeats',
      1,
      down,
      repeat,
      downAgain,
    ],
  ] as const)
    it(title, () => {
      for (const act of acts) act();
      assert.equal(count, times);
    });
});
