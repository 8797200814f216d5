import { expect } from '@open-wc/testing';
import { newPin, press, protocol, type } from '../support/browser/cardholder.js';
import { inEngines } from '../support/browser/engine.js';
import { frameFits, styleOf } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

/**
 * Returns the pixels of a part of the page that is as large as a form, from a distance to the top.
 */
async function screenshot(y: number): Promise<Uint8ClampedArray> {
  const clip = { x: 0, y, width: 420, height: 380, scale: 1 };
  const { data } = await protocol<{ data: string }>('Page.captureScreenshot', { clip });
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const context = new OffscreenCanvas(clip.width, clip.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, clip.width, clip.height).data;
}

/** Compares screenshots. A frame is drawn separately, so curves differ a little. */
function isSame(first: Uint8ClampedArray, second: Uint8ClampedArray): boolean {
  return first.every((value, index) => Math.abs(value - second[index]!) <= 16);
}

inEngines(['chromium'], 'the content of a frame, which only its protocol exposes', () => {
  describeFramed('<set-card-pin> in a frame', (framed) => {
    afterEach(async () => {
      document.documentElement.removeAttribute('style');
      document.documentElement.removeAttribute('dir');
      await protocol('Emulation.setEmulatedMedia', { features: [] });
    });

    it('follows the page’s styles of the element', async () => {
      const { page, element } = framed;
      const style = document.createElement('style');
      // From a value to another one: 147, unlike 156, starts no transition where there was none.
      style.textContent = `
        :root { --set-card-pin-accent: rgb(31, 94, 255); --set-card-pin-radius: 10px }
        #themed { --set-card-pin-accent: rgb(1, 2, 3); --set-card-pin-radius: 3px }
        #themed .warm { --set-card-pin-accent: rgb(200, 60, 0) }`;
      document.head.append(style);
      const buttonHas = (backgroundColor: string, borderTopLeftRadius: string) =>
        until(async () => {
          const button = await styleOf('submit', ['backgroundColor', 'borderTopLeftRadius']);
          return (
            button.backgroundColor === backgroundColor &&
            button.borderTopLeftRadius === borderTopLeftRadius
          );
        });
      await buttonHas('rgb(31, 94, 255)', '10px');
      // None of these changes notifies the element: an ancestor's id, its own class, its own style.
      page.id = 'themed';
      await buttonHas('rgb(1, 2, 3)', '3px');
      element.classList.add('warm');
      await buttonHas('rgb(200, 60, 0)', '3px');
      element.style.setProperty('--set-card-pin-radius', '0.5rem');
      await buttonHas('rgb(200, 60, 0)', '8px');
      element.classList.remove('warm');
      page.id = '';
      await buttonHas('rgb(31, 94, 255)', '8px');
      // While it is not displayed, nothing has a transition.
      page.style.display = 'none';
      await new Promise(requestAnimationFrame);
      element.style.setProperty('--set-card-pin-radius', '6px');
      await new Promise(requestAnimationFrame);
      page.style.display = '';
      await buttonHas('rgb(31, 94, 255)', '6px');
      style.remove();
    });

    it('follows the colour scheme, the text size, the direction and the appearance', async () => {
      const { style } = document.documentElement;
      const has = (expected: Readonly<Record<string, string>>, what = 'field') =>
        until(async () => {
          const now = await styleOf(what, Object.keys(expected));
          return Object.entries(expected).every(([name, value]) => now[name] === value);
        });
      const { color } = await styleOf('INPUT', ['color']);
      await has({ fontSize: '22px', borderTopWidth: '1px' });
      style.colorScheme = 'dark';
      await until(async () => (await styleOf('INPUT', ['color'])).color !== color);
      framed.element.style.colorScheme = 'light';
      await has({ color }, 'INPUT');
      style.fontSize = '32px';
      await has({ fontSize: '44px' });
      document.documentElement.dir = 'rtl';
      await has({ direction: 'rtl' }, 'form');
      framed.element.appearance = 'line';
      await has({ borderTopWidth: '0px' });
    });

    for (const [name, style, dir] of [
      ['light', '', 'ltr'],
      [
        'dark, themed, right-to-left',
        `color-scheme: dark; background: #0d1118; --set-card-pin-accent: #a3230f;
          --set-card-pin-gap: 20px; font-size: 18px`,
        'rtl',
      ],
    ] as const) {
      it(`has the same screenshot as an inline form: ${name}`, async () => {
        const { element } = framed;
        const { frameSrc } = element;
        document.documentElement.style.cssText = style;
        document.documentElement.dir = dir;
        const become = async (mode: typeof frameSrc) => {
          const ready = next(element, 'pin-ready');
          element.frameSrc = mode;
          await ready;
          element.focus();
          await until(async () => (await newPin()).focused);
          await type('7777');
          await element.submit();
          // Removes the blinking caret. The key explains why the entry is left, so that no frame
          // page of this origin counts a loss if this one lives on for half a second.
          await press('Control');
          framed.focus('before');
        };
        await become(undefined);
        const { top } = element.getBoundingClientRect();
        let inline = await screenshot(top);
        await until(async () => isSame(inline, (inline = await screenshot(top))));
        await become(frameSrc);
        // A frame is drawn a moment after its page.
        await until(async () => isSame(inline, await screenshot(top)));
      });
    }

    for (const [name, around, own] of [
      ['as an inline block', '', 'display: inline-block; width: 300px'],
      ['in a flex row', 'display: flex; width: 700px', 'flex: 1'],
      ['at fractions of pixels', 'padding: 3.3px; width: 300.7px', ''],
    ] as const) {
      it(`has the same position and size as an inline form: ${name}`, async () => {
        const { page, element } = framed;
        page.style.cssText = around;
        element.style.cssText = own;
        const rect = () => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left, top, width, height];
        };
        await until(frameFits);
        const withFrame = rect();
        element.frameSrc = undefined;
        await element.updateComplete;
        rect().forEach((value, index) => expect(withFrame[index]).to.be.closeTo(value, 1));
      });
    }

    it('is as high as its content, without a scroll bar', async () => {
      const { page, element } = framed;
      page.style.width = '304px';
      const height = () => element.getBoundingClientRect().height;
      const expectGrowth = async (change: () => unknown) => {
        await until(frameFits);
        const before = height();
        await change();
        await until(async () => height() > before && (await frameFits()));
      };
      const hint = 'A long sentence. '.repeat(20);
      await expectGrowth(() => (element.messages = { hint }));
      await expectGrowth(() => {
        element.messages = { hint, outcomes: { misconfigured: hint } };
        element.cardId = '';
        return element.submit();
      });
      await expectGrowth(() => (document.documentElement.style.fontSize = '200%'));
      const before = height();
      document.documentElement.style.fontSize = '100%';
      await until(async () => height() < before && (await frameFits()));
    });
  });
});
