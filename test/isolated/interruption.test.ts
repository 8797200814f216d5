import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { watchInterruptions } from '../../src/isolated/page/interruption.js';
import { releaseKeys } from '../../src/shield/shield.js';

const raise = (type: string, members = {}) =>
  window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), members));
const down = (members = {}) => raise('keydown', { key: '4', code: 'Digit4', ...members });
const blur = () => raise('blur');
const focus = () => raise('focus');
const repeat = () => down({ repeat: true });
/** The key doesn't type anything, so that the message stays. */
const downAgain = () => assert.equal(down(), false);

describe('an entry in the frame page', () => {
  let count: number;
  before(() => {
    globalThis.window = new EventTarget() as typeof window;
    // The field stays active in its document.
    watchInterruptions({ activeElement: {} } as ShadowRoot, () => count++);
  });
  beforeEach(() => {
    count = 0;
    releaseKeys();
  });
  after(() => {
    releaseKeys();
    Reflect.deleteProperty(globalThis, 'window');
  });

  // `test/honest` tests a page that takes the focus while a digit key is down, or between keys.
  for (const [title, times, ...acts] of [
    ['is kept if another window takes the focus', 0, down, blur, focus, down],
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
