/** The fonts of the frame page's configuration: which text is drawn with them, and which is not. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { accessibilityNodes } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it, usePortal, type PortalPage } from './portal-page.js';

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
  const portal = usePortal();

  it('draws text, but neither digits nor bullets', async (test) => {
    const { servers } = portal();
    const { url } = servers.frameFolder({ fonts: FONTS });
    const body = await readFile(INTER);
    const { pathname } = new URL(url);
    for (const file of ['brand.woff2', 'named.woff2', 'digits.woff2'])
      servers.frame.answers.set(pathname + file, { body });
    const files = () => servers.frame.requests.map((path) => path.replace(pathname, ''));
    const opened = await portal().open(await portal().newProfile(test), {
      mode: 'isolated',
      frameSrc: url,
      attributes: `style="--set-card-pin-font: 'Brand Sans', sans-serif"`,
    });
    const { page } = opened;
    const frame = opened.frame!;
    const shows = (text: string) =>
      until(`the frame shows “${text}”`, async () =>
        (await accessibilityNodes(page, frame)).some(({ name, value }) =>
          [name?.value, value?.value].includes(text),
        ),
      );
    await opened.evaluate("pin.messages = { hint: 'Choose a PIN.' }");
    await shows('Choose a PIN.');
    // A file that browsers load only to draw a digit.
    await frame.evaluate(() => {
      const options = { weight: '400 700', unicodeRange: 'U+30-39' };
      globalThis.digits = new FontFace('Brand Sans', 'url(digits.woff2)', options);
      document.fonts.add(digits);
    });
    await opened.enterPin('4826');
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await shows('4826');
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    await frame.evaluate(() => document.fonts.ready);
    assert.deepEqual(await sourcesOf('LABEL', opened), ['file']);
    assert.deepEqual(files(), ['', 'brand.woff2']);
    await opened.evaluate("pin.messages = { hint: 'Choose 4 digits.' }");
    await frame.evaluate(() => digits.loaded);
    assert.deepEqual(files(), ['', 'brand.woff2', 'digits.woff2']);
  });
});
