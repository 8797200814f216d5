/**
 * Reads Firefox's accessibility tree, as Firefox itself hands it to the assistive technology of the system.
 */
import { executeServerCommand } from '@web/test-runner-commands';
import type { Accessible } from '../../../../tools/browsers/engines/firefox-accessibility.js';
import { engine } from '../engine.js';
import type { Eyes } from './eyes.js';

let seen: readonly Accessible[] = [];

// The test before may have gone on with the Tab key, out of the page.
if (engine === 'firefox') beforeEach(() => executeServerCommand('firefox-focus-page'));

export const eyes: Eyes = {
  async perceive() {
    seen = await executeServerCommand<readonly Accessible[], undefined>('firefox-tree');
    return seen.map(({ states, place: _, ...told }, node) => ({
      ...told,
      focused: states.includes('focused'),
      invalid: states.includes('invalid'),
      disabled: states.includes('unavailable'),
      readonly: states.includes('readonly'),
      busy: states.includes('busy'),
      pressed: states.includes('pressed'),
      node,
    }));
  },
  async focusOn(node) {
    await executeServerCommand('firefox-focus', node);
  },
  placeOf(node) {
    return Promise.resolve(seen[node]?.place ?? [0, 0]);
  },
};
