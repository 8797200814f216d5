/** Uses the element in the oldest Chromium that it supports, the last one for Windows 7 and 8. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { PROJECT } from '../../tools/project.js';
import { usePackages } from '../support/packages.js';
import { it, MODES, usePortal, type PortalPage } from '../leaks/portal-page.js';

const FOLDER = join(PROJECT, 'test/old-browsers');

const UNPACKED = join(FOLDER, 'node_modules/.cache/chromium');

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

describe('<set-card-pin> in Chromium 109', () => {
  usePackages('test/old-browsers');
  before(startIn);
  const portal = usePortal();

  for (const mode of MODES)
    it(`shows fields and a button, and sets a PIN: ${mode}`, () =>
      portal().use('4826', { mode, attributes: 'dir="rtl"' }, async (page) => {
        assert.deepEqual(await lookOf(page), LOOK);
        await page.enterPin('4826');
        assert.equal(await page.submit(), 'set');
        assert.ok(await page.published.isPin('4826'));
      }));
});

/** Makes this file's tests use this Chromium. */
async function startIn(): Promise<void> {
  if (!existsSync(UNPACKED)) await unpack();
  process.env.TEST_CHROMIUM = join(UNPACKED, 'chromium');
  process.env.LD_LIBRARY_PATH = join(UNPACKED, 'lib');
}

/** Unpacks Chromium and its libraries, because the package itself does so only on AWS Lambda. */
async function unpack(): Promise<void> {
  const unfinished = `${UNPACKED}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  for (const name of ['chromium', 'aws.tar', 'swiftshader.tar']) {
    const path = join(FOLDER, 'node_modules/@sparticuz/chromium/bin', `${name}.br`);
    const input = brotliDecompressSync(await readFile(path));
    if (name.endsWith('.tar')) execFileSync('tar', ['-x', '-C', unfinished], { input });
    else await writeFile(join(unfinished, name), input, { mode: 0o755 });
  }
  await rename(unfinished, UNPACKED);
}

/** Returns the properties of {@link LOOK} for each selector's first node in the closed root. */
async function lookOf({ page, protocol, frame }: PortalPage) {
  const session = frame ? await page.context().newCDPSession(frame) : protocol;
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const roots = nodes.flatMap(({ shadowRoots = [] }) => shadowRoots);
  const root = roots.find(({ shadowRootType }) => shadowRootType === 'closed')!;
  const seen = [];
  for (const [selector, property] of LOOK) {
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    const { computedStyle } = await session.send('CSS.getComputedStyleForNode', { nodeId });
    seen.push([selector, property, computedStyle.find(({ name }) => name === property)?.value]);
  }
  return seen;
}
