import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
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

      // `pictures.slow.test.ts` shows 4 digits with large and with spaced text.
      it('has room for 12 digits at 320 px (1280 px at 400% zoom) with 200% text, in every appearance', async () => {
        const element = await embedNarrow(12);
        document.documentElement.style.fontSize = '200%';
        await enterPin(element, '482916305748');
        await press('Tab', 'Enter');
        for (const appearance of ['boxes', 'line', 'field'] as const) {
          element.appearance = appearance;
          await element.updateComplete;
          expect(element.scrollWidth).to.equal(element.clientWidth);
          for (const input of all<HTMLInputElement>(element, 'input')) {
            const style = getComputedStyle(input);
            const [padding, spacing] = [style.paddingLeft, style.letterSpacing].map(parseFloat);
            expect(spacing, appearance).to.be.at.least(0);
            const end = padding! + 12 * advance(input, '0') - spacing!;
            expect(end, appearance).to.be.at.most(input.parentElement!.clientWidth);
          }
        }
      });
    });
  },
);
