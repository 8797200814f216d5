import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import type { SetCardPinElement } from '../../src/index.js';
import { enterPin, press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';
import { addLocales, TAGS } from '../support/browser/locales.js';
import { embed } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/**
 * A password field's bullets: the first in Chromium and WebKit, the second in some versions of
 * Firefox.
 */
const BULLETS = ['•', '●'];

/** A user style sheet with the text spacing of WCAG 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-block-end: 2em !important }';

/** Returns the width of a character in a field, with its letter spacing. */
function advance(input: HTMLElement, character: string): number {
  const text = document.createElement('span');
  const { font, letterSpacing } = getComputedStyle(input);
  Object.assign(text.style, { font, letterSpacing, position: 'absolute', whiteSpace: 'pre' });
  text.textContent = character.repeat(100);
  input.after(text);
  const { width } = text.getBoundingClientRect();
  text.remove();
  return width / 100;
}

/** Returns the middle of each digit in a full field, from the field's inner edge. */
function middles(input: HTMLElement, length: number): number[] {
  const { paddingLeft, letterSpacing } = getComputedStyle(input);
  const step = advance(input, '0');
  const glyph = step - parseFloat(letterSpacing);
  return Array.from({ length }, (_, index) => parseFloat(paddingLeft) + index * step + glyph / 2);
}

/**
 * Returns the HTML of elements that are cut off or need scrolling, and of fields without room for
 * their digits.
 */
function cutOff(element: SetCardPinElement, length: number): string[] {
  const edge = element.getBoundingClientRect();
  const clipped = all(element, 'p:not(.unseen), label, button, .field').filter((part) => {
    const { left, right } = part.getBoundingClientRect();
    // The reveal button's hit area is taller than the button.
    const overflows =
      !part.matches('.field, .reveal') &&
      (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    return overflows || left < edge.left - 1 || right > edge.right + 1;
  });
  const crowded = all<HTMLInputElement>(element, 'input').filter((input) => {
    const style = getComputedStyle(input);
    const [padding, spacing] = [parseFloat(style.paddingLeft), parseFloat(style.letterSpacing)];
    const end = padding + length * advance(input, '0') - spacing;
    const isWide = end > input.parentElement!.clientWidth;
    return isWide || spacing < 0 || input.scrollWidth > input.clientWidth + 1;
  });
  return [...clipped, ...crowded].map(({ outerHTML }) => outerHTML);
}

inModes(
  ['inline'],
  'measurements in the element’s opened root, because a frame’s root can’t be opened',
  () => {
    describe('<set-card-pin> layout', () => {
      before(addLocales);
      afterEach(() => document.documentElement.removeAttribute('style'));

      /** Embeds an element as wide as in a 320 px page. */
      const embedNarrow = async (length = 4) => {
        const { element } = await embed(service, 'accepted');
        element.parentElement!.style.width = '288px';
        element.pinLength = length;
        await element.updateComplete;
        return element;
      };

      for (const length of [4, 12]) {
        it(`centres each of the ${length} digits in its box, revealed or masked, in every language`, async () => {
          const element = await embedNarrow(length);
          const box = one(element, '.field').clientWidth / length;
          const expectCentered = () => {
            middles(one(element, 'input'), length).forEach((middle, index) => {
              expect(middle, `digit ${index}`).to.be.closeTo((index + 0.5) * box, 1);
            });
          };
          const sizeOf = () => parseFloat(getComputedStyle(one(element, 'input')).fontSize);
          expectCentered();
          const size = sizeOf();
          // The language decides which font is the generic monospace font.
          for (const tag of TAGS) {
            element.lang = tag;
            await element.updateComplete;
            expect(one(element, 'div').lang).to.equal(tag);
            for (const bullet of BULLETS)
              expect(advance(one(element, 'input'), bullet), tag).to.be.closeTo(box, 0.1);
          }
          one(element, '.reveal').click();
          await element.updateComplete;
          expectCentered();
          expect(size, 'size of bullets').to.be.at.least(1.3 * sizeOf());
        });
      }

      const zoomText = () => (document.documentElement.style.fontSize = '200%');
      const spaceText = (element: SetCardPinElement) => {
        const style = document.createElement('style');
        style.textContent = TEXT_SPACING;
        element.shadowRoot!.append(style);
      };
      for (const [what, length, change] of [
        ['12 digits at 320 px (1280 px at 400% zoom) with 200% text', 12, zoomText],
        ['the cardholder’s own text spacing', 4, spaceText],
      ] as const)
        it(`doesn’t cut anything off with ${what}, in every appearance`, async () => {
          const element = await embedNarrow(length);
          change(element);
          await enterPin(element, '482916305748'.slice(0, length), '4827');
          await element.submit();
          await press('Tab', 'Enter');
          for (const appearance of ['boxes', 'line', 'field'] as const) {
            element.appearance = appearance;
            await element.updateComplete;
            expect(cutOff(element, length), appearance).to.deep.equal([]);
            expect(element.scrollWidth).to.equal(element.clientWidth);
          }
        });
    });
  },
);
