import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import { enterPin, exists, press, type } from '../support/browser/cardholder.js';
import { addLocales } from '../support/browser/locales.js';
import { element } from '../support/browser/new-element.js';
import { until } from '../support/browser/page.js';

/** Returns WCAG's contrast ratio of two computed colours. */
function contrast(first: string, second: string): number {
  const luminance = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe('<set-card-pin> layout', () => {
  const { documentElement: page } = document;
  before(addLocales);
  afterEach(() => {
    page.removeAttribute('style');
    page.removeAttribute('dir');
  });

  for (const [scheme, background] of [
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(13, 17, 24)'],
  ] as const) {
    it(`has a complete focus ring and borders with enough contrast, in ${scheme} colours`, async () => {
      page.style.cssText = `color-scheme: ${scheme}; background: ${background}`;
      for (let stop = 0; stop < 4; stop++) {
        const focused = element.shadowRoot!.activeElement!;
        const ringed = focused.closest('.field') ?? focused;
        const { outlineColor, outlineStyle, outlineWidth, outlineOffset } =
          getComputedStyle(ringed);
        // A field's ring is inside, where a frame doesn't clip it.
        expect([outlineStyle, outlineWidth, outlineOffset]).to.deep.equal(
          ringed === focused ? ['solid', '2px', '2px'] : ['solid', '3px', '-3px'],
        );
        expect(contrast(outlineColor, background), focused.outerHTML).to.be.at.least(3);
        for (let above = ringed.parentElement; above !== null; above = above.parentElement)
          expect(getComputedStyle(above).overflow).to.equal('visible');
        await press('Tab');
      }
      element.blur();
      const { borderTopColor, backgroundColor } = getComputedStyle(one(element, '.field'));
      for (const ground of [background, backgroundColor])
        expect(contrast(borderTopColor, ground), 'border').to.be.at.least(3);
    });
  }

  for (const [dir, lang, direction] of [
    ['rtl', 'en', 'ltr'],
    ['ltr', 'ar', 'rtl'],
  ] as const)
    it(`has sentences of ${lang} in their own direction, and the form in that of the page, except for the digits: ${dir}`, async () => {
      page.dir = dir;
      element.lang = lang;
      await type('48');
      await press('Tab');
      await until(() => all(element, '.error:not(:empty)').length === 1);
      expect(one(element, 'div')).to.include({ lang, dir: direction });
      for (const selector of ['label', '.error', '.submit', '.reveal'])
        expect(getComputedStyle(one(element, selector)).direction, selector).to.equal(direction);

      const field = one(element, '.field').getBoundingClientRect();
      const side = dir === 'ltr' ? 'left' : 'right';
      const range = document.createRange();
      range.selectNodeContents(one(element, 'label'));
      expect(range.getBoundingClientRect()[side]).to.be.closeTo(field[side], 2);
      for (const input of all(element, 'input')) {
        expect(getComputedStyle(input).direction).to.equal('ltr');
        expect(input.getBoundingClientRect().left).to.be.closeTo(field.left + 1, 0.5);
      }
    });

  it('keeps its height when the panel replaces the form', async () => {
    await enterPin(element, '4826');
    const { height } = element.getBoundingClientRect();
    await element.submit();
    await until(() => exists('group'));
    expect(element.getBoundingClientRect().height).to.be.closeTo(height, 1);
  });
});
