/** Uses the element in the oldest Chromium that it supports, the last one for Windows 7 and 8. */
import assert from 'node:assert/strict';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { usePackages } from '../support/packages.js';
import { it, MODES, usePortal } from '../leaks/portal-page.js';

const PACKAGE = join(PROJECT, 'test/old-browsers/node_modules/@sparticuz/chromium');

const UNPACKED = join(PROJECT, 'test/old-browsers/node_modules/.cache/unpacked');

/** Colours and sizes that appear only if the browser understands their rules. */
const LOOK: readonly [selector: string, property: string, value: string][] = [
  ['.field', 'border-top-color', 'rgb(132, 142, 161)'],
  ['.field', 'border-top-width', '1px'],
  ['.submit', 'background-color', 'rgb(31, 94, 255)'],
  ['label', 'color', 'rgb(22, 26, 35)'],
  ['svg', 'width', '20px'],
  // In a right-to-left page.
  ['label', 'text-align', 'right'],
];

/** The form's root, which stays closed for scripts that begin later. */
declare const root: ShadowRoot;
const KEEP_ROOT = `
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (init) {
    return (window.root = attachShadow.call(this, init));
  };`;

describe('<set-card-pin> in Chromium 109', () => {
  usePackages('test/old-browsers');
  before(startIn);
  const portal = usePortal();

  for (const mode of MODES)
    it(`shows fields and a button, and sets a PIN: ${mode}`, async (test) => {
      const profile = await portal().newProfile(test);
      await profile.addInitScript(KEEP_ROOT);
      const page = await portal().open(profile, { mode, attributes: 'dir="rtl"' });
      const look = await (page.frame ?? page.page).evaluate(
        (rows) =>
          rows.map(([selector, property]) => {
            const style = getComputedStyle(root.querySelector(selector)!);
            return [selector, property, style.getPropertyValue(property)];
          }),
        LOOK,
      );
      assert.deepEqual(look, LOOK);
      await page.enterPin('4826');
      assert.equal(await page.submit(), 'set');
      assert.ok(await page.published.isPin('4826'));
    });
});

/** Makes this file's tests use this Chromium. The package unpacks libraries only on AWS Lambda. */
async function startIn(): Promise<void> {
  await rm(UNPACKED, { recursive: true, force: true });
  await mkdir(UNPACKED, { recursive: true });
  process.env.TMPDIR = UNPACKED;
  const { default: files } = (await import(join(PACKAGE, 'build/lambdafs.js'))) as {
    default: { inflate(path: string): Promise<string> };
  };
  for (const name of ['chromium', 'aws.tar', 'swiftshader.tar'])
    await files.inflate(join(PACKAGE, `bin/${name}.br`));
  process.env.TEST_CHROMIUM = join(UNPACKED, 'chromium');
  process.env.LD_LIBRARY_PATH = join(UNPACKED, 'aws/lib');
}
