/** The fonts of the frame page's configuration: which text is drawn with them, and which is not. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { it, Portal, type PortalPage } from './portal-page.js';

/** A variable of the frame page. */
declare global {
  var digits: FontFace;
}

/** A font with letters and digits. */
const INTER = join(PROJECT, 'node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2');

const FONTS = [
  { family: 'Brand Sans', file: 'brand.woff2', weight: '400 700' },
  // Names of fonts that may draw the digits.
  ...['monospace', 'DejaVu Sans Mono'].map((family) => ({ family, file: 'named.woff2' })),
];

/**
 * Returns where the fonts come from that draw the text of elements in the frame, including the text
 * of fields, which only the browser's protocol tells.
 */
async function sourcesOf(name: 'LABEL' | 'INPUT', { page, frame }: PortalPage): Promise<string[]> {
  const session = await page.context().newCDPSession(frame!);
  for (const domain of ['DOM', 'CSS'] as const) await session.send(`${domain}.enable`);
  const { nodes } = await session.send('DOM.getFlattenedDocument', { depth: -1, pierce: true });
  const sources = new Set<string>();
  for (const { nodeId } of nodes.filter(({ nodeName }) => nodeName === name)) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const { isCustomFont } of fonts) sources.add(isCustomFont ? 'file' : 'system');
  }
  await session.detach();
  return [...sources];
}

describe('a font of the frame page', () => {
  let portal: Portal;
  let body: Buffer;
  before(async () => {
    [portal, body] = await Promise.all([Portal.start(), readFile(INTER)]);
  });
  after(() => portal.close());

  it('draws text, but neither digits nor bullets', async (test) => {
    const { servers } = portal;
    const folder = servers.frameFolder({ fonts: FONTS });
    const { pathname } = new URL(folder.url);
    for (const file of ['brand.woff2', 'named.woff2', 'digits.woff2'])
      servers.frame.answers.set(pathname + file, { body });
    const attributes = `style="--set-card-pin-font: 'Brand Sans', sans-serif"`;
    const opened = await portal.load(test, { frameSrc: folder.url, attributes });
    await opened.waitForEvent('pin-ready');
    const { page } = opened;
    const frame = opened.frame!;
    await opened.say('Save', 'Choose a PIN.');
    // A file that browsers load only to draw a digit.
    await frame.evaluate(() => {
      const options = { weight: '400 700', unicodeRange: 'U+30-39' };
      globalThis.digits = new FontFace('Brand Sans', 'url(digits.woff2)', options);
      document.fonts.add(digits);
    });
    await opened.enterPin('4826');
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await opened.waitForButton('Hide PIN in both fields');
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    await frame.evaluate(() => document.fonts.ready);
    assert.deepEqual(await sourcesOf('LABEL', opened), ['file']);
    assert.deepEqual(folder.requests().filter(Boolean), ['brand.woff2']);
    await opened.say('Set', 'Choose 4 digits.');
    await frame.evaluate(() => digits.loaded);
    assert.deepEqual(folder.requests().filter(Boolean), ['brand.woff2', 'digits.woff2']);
    await opened.assertWorks();
  });
});
