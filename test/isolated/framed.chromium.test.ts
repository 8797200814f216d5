import { expect } from '@open-wc/testing';
import '../../src/locales/de.js';
import { evaluateInFrames, frames, protocol } from '../support/browser/accessibility-tree.js';
import { attributesOf, frameFits } from '../support/browser/frame-content.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, runInFrames, until } from '../support/browser/page.js';
import { SetCardPinElement as InlineElement } from '../../src/element.js';

InlineElement.define('inline-set-card-pin');

/** Keeps the frame page's closed root in a variable. */
const KEEP_ROOT = `var root;
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) { return (root = attach.call(this, init)); };`;

/** Returns a computed style of a part of the form. */
async function styleOf(selector: string, name: string): Promise<string> {
  const [style] = await evaluateInFrames<string>(
    `getComputedStyle(root.querySelector('${selector}')).${name}`,
  );
  return style!;
}

/** Waits until a part of the form has computed styles. */
async function has(selector: string, expected: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(expected))
    await until(async () => (await styleOf(selector, name)) === value);
}

/** Only Chromium's protocol can read a frame's content. */
describeFramed('<set-card-pin> in a frame', (framed) => {
  before(() => runInFrames(KEEP_ROOT));
  afterEach(() => {
    for (const name of ['style', 'dir']) document.documentElement.removeAttribute(name);
  });

  it('has a frame with a sandbox and no permissions, and titles in the element’s language', async () => {
    const sandbox = 'allow-scripts allow-same-origin';
    const attributes = { sandbox, referrerpolicy: 'origin', allow: '', title: 'Set PIN' };
    const [frameId] = await frames();
    const owner = await protocol('DOM.getFrameOwner', { frameId });
    const { node } = await protocol('DOM.describeNode', { backendNodeId: owner.backendNodeId });
    expect(attributesOf(node)).to.include(attributes);
    framed.element.lang = 'de';
    const titles = '[document.documentElement.lang, document.title].join()';
    await until(async () => (await evaluateInFrames<string>(titles))[0] === 'de,PIN festlegen');
  });

  it('follows the styles that the page sets on the element', async () => {
    const { page, element } = framed;
    const style = document.createElement('style');
    // Starts from a value, because Chromium 147, unlike 156, needs one to start a transition.
    style.textContent = `
      :root { --set-card-pin-accent: rgb(31, 94, 255); --set-card-pin-radius: 10px }
      #themed { --set-card-pin-accent: rgb(1, 2, 3) }
      #themed .warm { --set-card-pin-accent: rgb(200, 60, 0) }`;
    page.append(style);
    await has('.submit', { backgroundColor: 'rgb(31, 94, 255)', borderTopLeftRadius: '10px' });
    // None of these changes notifies the element: an ancestor's id, its own class, its own style.
    page.id = 'themed';
    await has('.submit', { backgroundColor: 'rgb(1, 2, 3)' });
    element.classList.add('warm');
    await has('.submit', { backgroundColor: 'rgb(200, 60, 0)' });
    element.style.setProperty('--set-card-pin-radius', '0.5rem');
    await has('.submit', { borderTopLeftRadius: '8px' });
    // While the element is not displayed, it has no transitions.
    page.style.display = 'none';
    await new Promise(requestAnimationFrame);
    element.style.setProperty('--set-card-pin-radius', '6px');
    await new Promise(requestAnimationFrame);
    page.style.display = '';
    await has('.submit', { borderTopLeftRadius: '6px' });
  });

  it('follows the colour scheme, the text size, the direction and the appearance', async () => {
    const { style } = document.documentElement;
    const color = await styleOf('input', 'color');
    await has('.field', { fontSize: '22px', borderTopWidth: '1px' });
    style.colorScheme = 'dark';
    await until(async () => (await styleOf('input', 'color')) !== color);
    framed.element.style.colorScheme = 'light';
    await has('input', { color });
    style.fontSize = '32px';
    await has('.field', { fontSize: '44px' });
    document.documentElement.dir = 'rtl';
    await has('#form', { direction: 'rtl' });
    framed.element.appearance = 'line';
    await has('.field', { borderTopWidth: '0px' });
  });

  it('has the same position and size as an inline form, even at fractions of a pixel', async () => {
    const { page, element } = framed;
    page.style.cssText = 'padding: 3.3px; width: 300.7px';
    await until(frameFits);
    const withFrame = element.getBoundingClientRect();
    const inline = document.createElement('inline-set-card-pin');
    const ready = next(inline, 'pin-ready');
    element.replaceWith(inline);
    await ready;
    const without = inline.getBoundingClientRect();
    for (const side of ['left', 'top', 'width', 'height'] as const)
      expect(withFrame[side], side).to.be.closeTo(without[side], 1);
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
