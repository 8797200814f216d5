import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { it } from '../leaks/portal-page.js';
import { INLINE, ISOLATED, ISOLATED_ALONE, testDialogs, type Row } from './walk.js';

const FOLDER = join(PROJECT, 'test/pages-of-others');

const ALL = [...INLINE, ISOLATED, ISOLATED_ALONE];

/** The other libraries are in modals.test.ts. */
const TABLE: readonly Row[] = [
  { name: 'angularCdk', dialogs: ALL },
  // Fluent's own trap doesn't find an element that comes first.
  { name: 'fluent', dialogs: [INLINE[0]!, ISOLATED] },
  { name: 'headlessUi', dialogs: ALL },
  { name: 'jQueryUi', own: ['Close'] },
  { name: 'mui', dialogs: ALL },
  // The focus goes through the browser's own controls.
  { name: 'nativeDialog', own: ['nothing'] },
  { name: 'reactAria' },
  { name: 'reactFocusLock', dialogs: ALL },
];

/** Milliseconds to install the libraries, and to bundle them. */
const START_TIMEOUT = 600_000;

describe('a page with a library', { concurrency: 2 }, () => {
  before(
    async () => {
      if (!existsSync(join(FOLDER, 'node_modules'))) await npm(FOLDER, ['ci', '--ignore-scripts']);
    },
    { timeout: START_TIMEOUT },
  );
  const press = testDialogs('more-libraries', TABLE);

  for (const [name, isTouch] of [
    ['dragula', false],
    ['dragula', true],
    // Its taps depend on time.
    ['gridStack', false],
    ['jQueryUiSortable', false],
    ['jQueryUiSortable', true],
  ] as const)
    it(`lets a ${isTouch ? 'tap' : 'click'} focus a field in a draggable widget: ${name}`, () =>
      press(name, isTouch));
});
