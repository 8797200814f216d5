import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { waitForFocus } from '../support/cardholder.js';
import { it, Portal, type PortalPage } from './portal-page.js';

describe('a frame page takes for no theft', () => {
  let portal: Portal;
  before(async () => {
    portal = await Portal.start();
  });
  after(() => portal.close());

  /** @param enter - Types the PIN 4826 twice, and moves the focus to a field or to the button. */
  const testPin = (title: string, enter: (page: PortalPage) => Promise<unknown>): void => {
    it(title, async () => {
      const page = await portal.open(await portal.newProfile(), { mode: 'isolated' });
      await page.press('Tab');
      await waitForFocus(page);
      await enter(page);
      await page.press('Enter');
      assert.equal(await page.evaluate('ended'), undefined);
      assert.ok(await page.published.isPin('4826'));
    });
  };

  testPin('a text that is dictated, and a composition of an input method', async (page) => {
    await page.page.keyboard.insertText('4826');
    await page.press('Tab');
    await page.insert('composition', '4826');
    // The composition ends, and the button gets the focus.
    for (const key of ['Tab', 'Tab']) await page.press(key);
  });

  // test/isolated/lost-digits.test.ts has other reasons for which the focus leaves.
  testPin('someone who switches to another window or tab with a half-typed entry', async (page) => {
    const { keyboard } = page.page;
    await keyboard.type('48');
    await page.hold('Alt', () => leaveWindow(page));
    await keyboard.type('26');
    await page.press('Tab');
    await keyboard.type('48');
    await page.hold('Control', () => page.hold('1', () => leaveWindow(page)));
    await keyboard.type('26');
  });
});

/** Minimizes the window, and restores it: it loses the focus, as on a switch to another window. */
async function leaveWindow({ page, protocol, frame }: PortalPage): Promise<void> {
  for (const session of [protocol, await page.context().newCDPSession(frame!)])
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const { windowId } = await protocol.send('Browser.getWindowForTarget');
  for (const windowState of ['minimized', 'normal'] as const) {
    await protocol.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
    await frame!.waitForFunction(
      (isFocused) => document.hasFocus() === isFocused,
      windowState === 'normal',
    );
  }
}
