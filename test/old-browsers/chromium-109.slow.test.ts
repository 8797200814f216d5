/** Uses the element in the oldest Chromium that it works in: Windows 7 and 8 have no later one. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { npm } from '../../tools/npm.js';
import { PROJECT } from '../../tools/project.js';
import { it, MODES, usePortal, type PortalPage } from '../leaks/portal-page.js';

const FOLDER = join(PROJECT, 'test/old-browsers');

const UNPACKED = join(FOLDER, 'node_modules/.cache/chromium');

/** Milliseconds to install and to unpack the browser. */
const START_TIMEOUT = 600_000;

/** Colours and sizes that the browser has only if it understands their rules. */
const LOOK: readonly [selector: string, property: string, value: string][] = [
  ['.field', 'border-top-color', 'rgb(132, 142, 161)'],
  ['.field', 'border-top-width', '1px'],
  ['.submit', 'background-color', 'rgb(31, 94, 255)'],
  ['label', 'color', 'rgb(22, 26, 35)'],
  ['svg', 'width', '20px'],
];

describe('in Chromium 109', () => {
  before(startIn, { timeout: START_TIMEOUT });
  const portal = usePortal();

  for (const mode of MODES) {
    it(`sets a PIN, ${mode}`, () =>
      portal().use('4826', { mode }, async (page) => {
        await page.enterPin('4826');
        assert.equal(await page.submit(), 'set');
        assert.ok(await page.published.isPin('4826'));
      }));

    it(`shows fields and a button, ${mode}`, () =>
      portal().use('4826', { mode }, async (page) => {
        const seen = await lookOf(page, mode === 'isolated');
        assert.deepEqual(seen, LOOK);
      }));

    it(`aligns text to the right in a right-to-left page, ${mode}`, () =>
      portal().use('4826', { mode, attributes: 'dir="rtl"' }, async (page) => {
        const seen = await lookOf(page, mode === 'isolated', [['label', 'text-align']]);
        assert.deepEqual(seen, [['label', 'text-align', 'right']]);
      }));
  }
});

/** Makes the tests of this file use this Chromium. */
async function startIn(): Promise<void> {
  if (!existsSync(join(FOLDER, 'node_modules'))) await npm(FOLDER, ['ci', '--ignore-scripts']);
  if (!existsSync(UNPACKED)) await unpack();
  process.env.TEST_CHROMIUM = join(UNPACKED, 'chromium');
  process.env.LD_LIBRARY_PATH = join(UNPACKED, 'lib');
}

/** The package itself unpacks its libraries only on AWS Lambda. */
async function unpack(): Promise<void> {
  const unfinished = `${UNPACKED}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  for (const [packed, file] of [
    ['chromium.br', 'chromium'],
    ['aws.tar.br', 'libraries.tar'],
    ['swiftshader.tar.br', 'graphics.tar'],
  ] as const) {
    const path = join(FOLDER, 'node_modules/@sparticuz/chromium/bin', packed);
    await writeFile(join(unfinished, file), brotliDecompressSync(await readFile(path)), {
      mode: 0o755,
    });
    if (file.endsWith('.tar')) {
      await promisify(execFile)('tar', ['-xf', file], { cwd: unfinished });
      await rm(join(unfinished, file));
    }
  }
  await rename(unfinished, UNPACKED);
}

/** Returns computed styles of the first node of each selector, in the closed root. */
async function lookOf(
  { page, protocol, frame }: PortalPage,
  isFramed: boolean,
  wanted: readonly (readonly [selector: string, property: string, value?: string])[] = LOOK,
) {
  const session = isFramed ? await page.context().newCDPSession(frame!) : protocol;
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true });
  const host = find(root, ({ shadowRoots = [] }) => shadowRoots.length > 0);
  const seen = [];
  for (const [selector, property] of wanted) {
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: host!.shadowRoots![0]!.nodeId,
      selector,
    });
    const { computedStyle } = await session.send('CSS.getComputedStyleForNode', { nodeId });
    seen.push([selector, property, computedStyle.find(({ name }) => name === property)?.value]);
  }
  return seen;
}

interface Node {
  readonly nodeId: number;
  readonly children?: readonly Node[];
  readonly shadowRoots?: readonly Node[];
}

function find(node: Node, isWanted: (node: Node) => boolean): Node | undefined {
  if (isWanted(node)) return node;
  for (const child of node.children ?? []) {
    const found = find(child, isWanted);
    if (found) return found;
  }
  return undefined;
}
