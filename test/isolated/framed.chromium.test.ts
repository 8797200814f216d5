import { expect } from '@open-wc/testing';
import { newPin, press, protocol, type } from '../support/browser/cardholder.js';
import {
  attributesOf,
  documentNode,
  frameFits,
  frameNode,
  isElement,
  styleOf,
  withDescendants,
} from '../support/browser/frame-content.js';
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

/** Waits until a part of the form has computed styles. */
function has(what: string, expected: Readonly<Record<string, string>>): Promise<void> {
  return until(async () => {
    const now = await styleOf(what, Object.keys(expected));
    return Object.entries(expected).every(([name, value]) => now[name] === value);
  });
}

/** Only Chromium's protocol reads what is in a frame. */
describeFramed('<set-card-pin> in a frame', (framed) => {
  afterEach(() => {
    document.documentElement.removeAttribute('style');
    document.documentElement.removeAttribute('dir');
  });

  it('adds no field, button or text of the form to the host page', async () => {
    const nodes = withDescendants(await documentNode());
    expect(nodes.map(({ nodeName }) => nodeName)).to.include('INPUT');
    const inFrame = withDescendants((await frameNode()).contentDocument!).map(
      ({ backendNodeId }) => backendNodeId,
    );
    const inHost = withDescendants(nodes.find(({ nodeName }) => nodeName === 'SET-CARD-PIN')!)
      .filter((node) => isElement(node) && !inFrame.includes(node.backendNodeId))
      .map(({ nodeName }) => nodeName);
    expect(inHost).to.deep.equal(['SET-CARD-PIN', 'DIV', 'IFRAME', 'DIV', 'P']);
  });

  it('has a frame with a sandbox, no permissions, a title, and only the origin as its referrer', async () => {
    const { src, sandbox, referrerpolicy, allow, title } = attributesOf(await frameNode());
    expect({ src, sandbox, referrerpolicy, allow, title }).to.deep.equal({
      src: framed.frameSrc,
      sandbox: 'allow-scripts allow-same-origin',
      referrerpolicy: 'origin',
      allow: '',
      title: 'Set PIN',
    });
  });

  it('follows the page’s styles of the element', async () => {
    const { page, element } = framed;
    const style = document.createElement('style');
    // From a value to another one: 147, unlike 156, starts no transition where there was none.
    style.textContent = `
      :root { --set-card-pin-accent: rgb(31, 94, 255); --set-card-pin-radius: 10px }
      #themed { --set-card-pin-accent: rgb(1, 2, 3) }
      #themed .warm { --set-card-pin-accent: rgb(200, 60, 0) }`;
    page.append(style);
    await has('submit', { backgroundColor: 'rgb(31, 94, 255)', borderTopLeftRadius: '10px' });
    // None of these changes notifies the element: an ancestor's id, its own class, its own style.
    page.id = 'themed';
    await has('submit', { backgroundColor: 'rgb(1, 2, 3)' });
    element.classList.add('warm');
    await has('submit', { backgroundColor: 'rgb(200, 60, 0)' });
    element.style.setProperty('--set-card-pin-radius', '0.5rem');
    await has('submit', { borderTopLeftRadius: '8px' });
    // While it is not displayed, nothing has a transition.
    page.style.display = 'none';
    await new Promise(requestAnimationFrame);
    element.style.setProperty('--set-card-pin-radius', '6px');
    await new Promise(requestAnimationFrame);
    page.style.display = '';
    await has('submit', { borderTopLeftRadius: '6px' });
  });

  it('follows the colour scheme, the text size, the direction and the appearance', async () => {
    const { style } = document.documentElement;
    const { color } = await styleOf('INPUT', ['color']);
    await has('field', { fontSize: '22px', borderTopWidth: '1px' });
    style.colorScheme = 'dark';
    await until(async () => (await styleOf('INPUT', ['color'])).color !== color);
    framed.element.style.colorScheme = 'light';
    await has('INPUT', { color });
    style.fontSize = '32px';
    await has('field', { fontSize: '44px' });
    document.documentElement.dir = 'rtl';
    await has('form', { direction: 'rtl' });
    framed.element.appearance = 'line';
    await has('field', { borderTopWidth: '0px' });
  });

  it('has the same screenshot as an inline form, dark, themed and right-to-left', async () => {
    const { element, frameSrc } = framed;
    document.documentElement.style.cssText = `color-scheme: dark; background: #0d1118;
      --set-card-pin-accent: #a3230f; --set-card-pin-gap: 20px; font-size: 18px`;
    document.documentElement.dir = 'rtl';
    const become = async (mode: typeof element.frameSrc) => {
      const ready = next(element, 'pin-ready');
      element.frameSrc = mode;
      await ready;
      element.focus();
      await until(async () => (await newPin()).focused);
      await type('7777');
      await element.submit();
      // Removes the blinking caret. The key explains why the entry is left, so that no frame page
      // of this origin counts a loss if this one lives on for half a second.
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

  for (const [name, around, own] of [
    ['in a flex row', 'display: flex; width: 700px', 'flex: 1'],
    ['at fractions of pixels', 'padding: 3.3px; width: 300.7px', ''],
  ] as const)
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

  it('is as high as its content, without a scroll bar', async () => {
    const { page, element } = framed;
    page.style.width = '304px';
    const heightAfter = async (change: () => unknown) => {
      await until(frameFits);
      const before = element.offsetHeight;
      await change();
      await until(async () => element.offsetHeight !== before && (await frameFits()));
      return element.offsetHeight - before;
    };
    const hint = 'A long sentence. '.repeat(20);
    expect(await heightAfter(() => (element.messages = { hint }))).to.be.greaterThan(0);
    const { style } = document.documentElement;
    expect(await heightAfter(() => (style.fontSize = '200%'))).to.be.greaterThan(0);
    expect(await heightAfter(() => (style.fontSize = '100%'))).to.be.lessThan(0);
  });
});
