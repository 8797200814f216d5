import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { it } from '../leaks/portal-page.js';
import { ALL_DIALOGS, testDialogs, type Row } from './walk.js';

const FOLDER = join(PROJECT, 'test/pages-of-others');

/** The other libraries are in modals.test.ts. */
const TABLE: readonly Row[] = [
  { name: 'angularCdk', dialogs: ALL_DIALOGS },
  // Fluent's own trap doesn't find an element that comes first.
  { name: 'fluent', dialogs: ['inline', 'isolated'] },
  { name: 'headlessUi', dialogs: ALL_DIALOGS },
  { name: 'jQueryUi', own: ['Close'] },
  { name: 'mui', dialogs: ALL_DIALOGS },
  // The focus goes through the browser's own controls.
  { name: 'nativeDialog', own: ['nothing'] },
  { name: 'reactAria' },
  { name: 'reactFocusLock', dialogs: ALL_DIALOGS },
];

/** Milliseconds to install the libraries, and to bundle them. */
const START_TIMEOUT = 600_000;

describe('a page with a library', { concurrency: 2 }, () => {
  const install = async () => {
    if (!existsSync(join(FOLDER, 'node_modules'))) await npm(FOLDER, ['ci', '--ignore-scripts']);
  };
  before(install, { timeout: START_TIMEOUT });
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
