import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { BrowserContext } from 'playwright-core';
import { waitForFocus } from '../support/cardholder.js';
import { it, Portal, type PortalPage } from './portal-page.js';

const PIN = '4826';

/**
 * What a cardholder does with a half-typed entry, before going on with it.
 * test/isolated/lost-digits.test.ts has other reasons for which the focus leaves.
 */
const INTERRUPTIONS: Readonly<Record<string, (page: PortalPage) => Promise<void>>> = {
  'switches to another window with Alt+Tab': (page) => page.hold('Alt', () => leaveWindow(page)),
  'switches to the first tab with Ctrl+1': (page) =>
    page.hold('Control', async () => {
      await page.page.keyboard.down('1');
      await leaveWindow(page);
      await page.page.keyboard.up('1');
    }),
};

describe('a frame page takes for no theft', () => {
  let portal: Portal;
  let profile: BrowserContext;
  before(async () => {
    portal = await Portal.start();
    profile = await portal.newProfile();
  });
  after(() => portal.close());

  const testPin = (title: string, enter: (page: PortalPage) => Promise<unknown>): void => {
    it(title, async () => {
      const page = await portal.open(profile, { mode: 'isolated' });
      await page.press('Tab');
      await waitForFocus(page);
      await enter(page);
      await page.press('Enter');
      assert.equal(await page.evaluate('ended'), undefined);
      assert.ok(await page.published.isPin(PIN));
    });
  };

  const typeTwice = async (page: PortalPage, type: (text: string) => Promise<unknown>) => {
    await type(PIN);
    await page.press('Tab');
    await type(PIN);
  };

  testPin('a text that is dictated', (page) =>
    typeTwice(page, (text) => page.page.keyboard.insertText(text)),
  );

  testPin('a composition of an input method', async (page) => {
    await typeTwice(page, (text) => page.insert('composition', text));
    // The composition ends, and the button gets the focus.
    for (const key of ['Tab', 'Tab']) await page.press(key);
  });

  testPin('clicks from field to field', async (page) => {
    for (const [index, text] of [
      [1, PIN.slice(0, 2)],
      [0, PIN],
      [1, PIN.slice(2)],
    ] as const) {
      await clickField(page, index);
      await page.press('End');
      await page.page.keyboard.type(text);
    }
  });

  for (const [title, interrupt] of Object.entries(INTERRUPTIONS))
    testPin(`someone who ${title}`, (page) =>
      typeTwice(page, async (text) => {
        await page.page.keyboard.type(text.slice(0, 2));
        if (!(await page.evaluate<boolean>('"interrupted" in self'))) await interrupt(page);
        await page.evaluate('self.interrupted = true');
        await page.page.keyboard.type(text.slice(2));
      }),
    );
});

/** Minimizes the window, and restores it: it loses the focus, as on a switch to another window. */
async function leaveWindow(page: PortalPage): Promise<void> {
  const { protocol, frame } = page;
  for (const session of [protocol, await page.page.context().newCDPSession(frame!)])
    await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
  const { windowId } = await protocol.send('Browser.getWindowForTarget');
  const hasFocus = (isFocused: boolean) =>
    frame!.waitForFunction((isFocused) => document.hasFocus() === isFocused, isFocused);
  await protocol.send('Browser.setWindowBounds', {
    windowId,
    bounds: { windowState: 'minimized' },
  });
  await hasFocus(false);
  await protocol.send('Browser.setWindowBounds', { windowId, bounds: { windowState: 'normal' } });
  await hasFocus(true);
}

async function clickField(page: PortalPage, index: number): Promise<void> {
  const session = await page.page.context().newCDPSession(page.frame!);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const field = nodes.filter(({ role }) => role?.value === 'textbox')[index]!;
  const { model } = await session.send('DOM.getBoxModel', {
    backendNodeId: field.backendDOMNodeId!,
  });
  const box = (await (await page.frame!.frameElement()).boundingBox())!;
  const [left = 0, top = 0] = model.content;
  await page.page.mouse.click(box.x + left + model.width / 2, box.y + top + model.height / 2);
}
