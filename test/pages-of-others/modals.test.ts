import { describe } from 'node:test';
import { it } from '../leaks/portal-page.js';
import { INLINE, ISOLATED, useLibraries, type Row } from './walk.js';

/** The other libraries are in modals.slow.test.ts. */
const TABLE: readonly Row[] = [
  { name: 'focusTrap' },
  { name: 'radix' },
  { name: 'sweetAlert2', own: ['OK'] },
];

describe('a modal dialog of a library', { concurrency: 2 }, () => {
  const { walk } = useLibraries('libraries');

  for (const row of TABLE)
    for (const dialog of row.dialogs ?? [...INLINE, ISOLATED])
      it(`lets the Tab key reach every stop: ${row.name}, ${dialog.mode}, ${dialog.hasButtons ? 'with' : 'without'} buttons`, () =>
        walk(row, dialog));
});
