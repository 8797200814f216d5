/**
 * Reads Firefox's accessibility tree, as Firefox exposes it to the assistive technology of the
 * system.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { Accessible } from '../../../../tools/browsers/engines/firefox-accessibility.js';
import { engine } from '../engine.js';
import type { AccessibilityTree } from './tree.js';

let lastRead: readonly Accessible[] = [];

// The Tab key may have taken the previous test's focus out of the page.
if (engine === 'firefox') beforeEach(() => executeServerCommand('firefox-focus-page'));

export const tree: AccessibilityTree = {
  async read() {
    lastRead = await executeServerCommand<readonly Accessible[], undefined>('firefox-tree');
    return lastRead.map(({ states, place: _, ...rest }, id) => ({
      ...rest,
      focused: states.includes('focused'),
      invalid: states.includes('invalid'),
      disabled: states.includes('unavailable'),
      readonly: states.includes('readonly'),
      busy: states.includes('busy'),
      pressed: states.includes('pressed'),
      id,
    }));
  },
  async focus(id) {
    await executeServerCommand('firefox-focus', id);
  },
  centerOf(id) {
    return Promise.resolve(lastRead[id]?.place ?? [0, 0]);
  },
};
