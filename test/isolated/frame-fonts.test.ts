/** The font of the frame page's configuration: which text is drawn with it, and which is not. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe } from 'node:test';
import { PROJECT } from '../../tools/project.js';
import { accessibilityNodes } from '../support/chromium.js';
import { until } from '../support/until.js';
import { it, usePortal, type PortalPage } from '../leaks/portal-page.js';

/** A font with letters and digits. */
const FONT = join(
  PROJECT,
  'node_modules/@fontsource/noto-sans-mono/files/noto-sans-mono-latin-400-normal.woff2',
);

const FONTS = [{ family: 'Brand Sans', file: 'brand.woff2', weight: '400 700' }];

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

describe('a frame page’s own font', () => {
  const portal = usePortal();

  it('draws text, but not digits or bullets', async (test) => {
    const { servers } = portal();
    const { url } = servers.frameFolder({ fonts: FONTS });
    const { pathname } = new URL(url);
    servers.frame.answers.set(`${pathname}brand.woff2`, { body: await readFile(FONT) });
    const opened = await portal().open(await portal().newProfile(test), {
      mode: 'isolated',
      frameSrc: url,
      attributes: `style="--set-card-pin-font: 'Brand Sans', sans-serif"`,
    });
    const { page } = opened;
    const frame = opened.frame!;
    await opened.enterPin('4826');
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
    await until('the PIN is revealed', async () =>
      (await accessibilityNodes(page, frame)).some(({ value }) => value?.value === '4826'),
    );
    assert.deepEqual(await sourcesOf('INPUT', opened), ['system']);
    await frame.evaluate(() => document.fonts.ready);
    assert.deepEqual(await sourcesOf('LABEL', opened), ['file']);
  });
});
