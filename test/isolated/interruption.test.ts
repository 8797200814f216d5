import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { watchInterruptions } from '../../src/isolated/page/interruption.js';
import { releaseKeys } from '../../src/shield/shield.js';

const raise = (type: string, members = {}) =>
  window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), members));
const down = (members = {}) => raise('keydown', { key: '4', code: 'Digit4', ...members });

// `test/honest` tests a page that takes the focus while a digit key is down, or between keys.
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

  it('is kept if another window takes the focus', () => {
    down();
    for (const type of ['blur', 'focus']) raise(type);
    down();
    assert.equal(count, 0);
  });

  it('is interrupted if a hidden frame regains focus, which Firefox reports late', () => {
    down();
    raise('focus');
    assert.equal(count, 1);
  });

  it('is interrupted if a held digit key is pressed again, but not if it repeats', () => {
    down();
    down({ repeat: true });
    assert.equal(count, 0);
    // The key doesn't type anything, so that the message stays.
    assert.equal(down(), false);
    assert.equal(count, 1);
  });
});
