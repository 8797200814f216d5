import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { it } from '../leaks/portal-page.js';
import { testDialogs, type Layout, type Row } from './walk.js';

const FOLDER = join(PROJECT, 'test/pages-of-others');

const EVERY_LAYOUT: readonly Layout[] = ['after', 'before', 'around'];

/** The other libraries are in modals.test.ts. */
const TABLE: readonly Row[] = [
  { name: 'angularCdk', isolated: EVERY_LAYOUT },
  // With Tab, the focus goes through the browser's own controls.
  { name: 'bootstrap', own: ['nothing'], ownBack: [], isolated: ['around'], onlyTab: ['after'] },
  // Fluent asks for the focus once, and a frame that is still loading can't have it.
  { name: 'fluent', isolated: ['around'] },
  { name: 'headlessUi', isolated: EVERY_LAYOUT },
  { name: 'jQueryUi', own: ['Close'], isolated: ['after', 'around'] },
  { name: 'mui', isolated: ['before', 'around'], onlyTab: ['after'] },
  // The focus goes through the browser's own controls.
  { name: 'nativeDialog', own: ['nothing'], isolated: ['around'] },
  { name: 'reactAria', isScripted: true, isolated: ['around'], onlyTab: ['after'], help: true },
  { name: 'reactFocusLock', isolated: EVERY_LAYOUT },
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
