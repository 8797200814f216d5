import { describe } from 'node:test';
import { it } from '../leaks/portal-page.js';
import { usePackages } from '../support/packages.js';
import { testDialogs, type Layout, type Row } from './walk.js';

const EVERY_LAYOUT: readonly Layout[] = ['after', 'before', 'around'];

const TABLE: readonly Row[] = [
  { name: 'angularCdk', isolated: EVERY_LAYOUT },
  // With Tab, the focus goes through the browser's own controls.
  { name: 'bootstrap', own: ['nothing'], ownBack: [], isolated: ['around'], onlyTab: ['after'] },
  // Fluent requests the focus once, and a frame that is still loading can't receive it.
  { name: 'fluent', isolated: ['around'] },
  { name: 'focusTrap', isolated: ['around'], onlyTab: ['after'] },
  { name: 'headlessUi', isolated: EVERY_LAYOUT },
  { name: 'jQueryUi', own: ['Close'], isolated: ['after', 'around'] },
  { name: 'mui', isolated: ['before', 'around'], onlyTab: ['after'] },
  // The focus goes through the browser's own controls.
  { name: 'nativeDialog', own: ['nothing'], isolated: ['around'] },
  { name: 'radix', isolated: ['before', 'around'], onlyTab: ['after'], help: true },
  { name: 'reactAria', isScripted: true, isolated: ['around'], onlyTab: ['after'], help: true },
  { name: 'reactFocusLock', isolated: EVERY_LAYOUT },
  { name: 'sweetAlert2', own: ['OK'], isScripted: true, isolated: ['before'], help: true },
];

describe('a page with a library', { concurrency: 2 }, () => {
  usePackages('test/pages-of-others');
  const clickField = testDialogs('more-libraries', TABLE);

  // `test/form/mouse.browser.test.ts` tests a tap.
  for (const name of ['dragula', 'gridStack', 'jQueryUiSortable'])
    it(`lets a click focus a field in a draggable widget: ${name}`, () => clickField(name));
});
