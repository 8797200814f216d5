import { all, one } from '../support/browser/opened-root.js';
import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { enterPin, exists, press, protocol, type } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { addLocales, TAGS } from '../support/browser/locales.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const APPEARANCES = ['boxes', 'line', 'field'] as const;

/**
 * The bullets of a password field: the first in Chromium and WebKit, the second in some Firefoxes.
 */
const BULLETS = ['•', '●'];

/** A user style sheet with the text spacing of WCAG 1.4.12. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

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

/** Returns the middle of each digit of a full field, from the field's inner edge. */
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
    // The area to press of the button that reveals is higher than the button.
    const overflows =
      !part.matches('.field, .reveal') &&
      (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
    return overflows || left < edge.left - 1 || right > edge.right + 1;
  });
  const crowded = all<HTMLInputElement>(element, 'input').filter((input) => {
    const last = middles(input, length).at(-1)! + advance(input, '0') / 2;
    return (
      input.scrollWidth > input.clientWidth + 1 ||
      last - parseFloat(getComputedStyle(input).letterSpacing) / 2 >
        input.parentElement!.clientWidth ||
      parseFloat(getComputedStyle(input).letterSpacing) < 0
    );
  });
  return [...clipped, ...crowded].map(({ outerHTML }) => outerHTML);
}

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

/** Sets a preference of the cardholder's system. */
async function prefer(name: string, value: string): Promise<void> {
  await protocol('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

inModes(
  ['inline'],
  'measurements in the element’s opened root, because a frame’s root can’t be opened',
  () => {
    describe('<set-card-pin> looks', () => {
      let service: Service;
      before(async () => {
        await addLocales();
        service = await startService();
      });
      afterEach(() => {
        document.documentElement.removeAttribute('style');
        document.documentElement.removeAttribute('dir');
      });

      /** Embeds an element as wide as in a page of 320 px. */
      const embedNarrow = async (length = 4) => {
        const { element } = await embed(service, 'accepted');
        element.parentElement!.style.width = '288px';
        element.pinLength = length;
        await element.updateComplete;
        return element;
      };
      for (const length of [4, 12]) {
        it(`center each of ${length} digits in its box, revealed or masked, in every language`, async () => {
          const element = await embedNarrow(length);
          const { clientWidth } = one(element, '.field');
          const box = clientWidth / length;
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
          expect(getComputedStyle(one(element, '.field'), '::before').content).not.to.equal('none');
          one(element, '.reveal').click();
          await element.updateComplete;
          expectCentered();
          expect(size, 'size of bullets').to.be.at.least(1.3 * sizeOf());
        });
      }

      for (const appearance of APPEARANCES) {
        it(`show all of 12 digits at 320 px (1280 px at 400 %) with text of 200%: ${appearance}`, async () => {
          document.documentElement.style.fontSize = '200%';
          const element = await embedNarrow(12);
          element.appearance = appearance;
          await enterPin(element, '482916305748');
          await press('Tab', 'Enter');
          expect(cutOff(element, 12)).to.deep.equal([]);
          expect(element.scrollWidth).to.equal(element.clientWidth);
        });

        it(`keep digits in their boxes and cut nothing off with the cardholder’s text spacing: ${appearance}`, async () => {
          const element = await embedNarrow();
          element.appearance = appearance;
          const spacing = document.createElement('style');
          spacing.textContent = TEXT_SPACING;
          element.shadowRoot!.append(spacing);
          await enterPin(element, '4826', '4827');
          await element.submit();
          await element.updateComplete;
          const input = one(element, 'input');
          expect(parseFloat(getComputedStyle(input).letterSpacing)).to.be.closeTo(
            0.12 * parseFloat(getComputedStyle(input).fontSize),
            0.1,
          );
          expect(cutOff(element, 4)).to.deep.equal([]);
        });
      }

      inEngines(['chromium'], 'preferences of the system, which only its driver can set', () => {
        describe('with a preference of the system', () => {
          afterEach(async () => {
            await protocol('Emulation.setEmulatedMedia', { media: '', features: [] });
          });

          it('have thicker borders and text, in one colour, if more contrast is preferred', async () => {
            await prefer('prefers-contrast', 'more');
            const element = await embedNarrow();
            const { color } = getComputedStyle(element);
            expect(getComputedStyle(one(element, '.field')).borderTopColor).to.equal(color);
            expect(getComputedStyle(one(element, '.hint'))).to.include({
              color,
              fontWeight: '500',
            });
            expect(getComputedStyle(one(element, '.field')).boxShadow).to.include('1px inset');
            await prefer('prefers-contrast', 'no-preference');
            expect(getComputedStyle(one(element, '.hint')).color).not.to.equal(color);
            expect(getComputedStyle(one(element, '.field')).boxShadow).to.equal('none');
          });

          it('draw no boxes, but visible borders, focus and errors, in forced colours', async () => {
            await prefer('forced-colors', 'active');
            const element = await embedNarrow();
            await enterPin(element, '4826', '4827');
            await element.submit();
            await element.updateComplete;
            const [valid, invalid] = all(element, '.field').map((field) => getComputedStyle(field));
            const page = getComputedStyle(document.body).getPropertyValue('color');
            expect(getComputedStyle(one(element, '.field'), '::before').content).to.equal('none');
            expect(valid).to.include({ borderTopStyle: 'solid', borderTopWidth: '1px' });
            expect(valid?.borderTopColor).to.equal(page);
            expect(invalid).to.include({ borderTopStyle: 'solid', borderTopWidth: '3px' });
            expect(invalid).to.include({ outlineStyle: 'solid', outlineWidth: '3px' });
            expect(getComputedStyle(one(element, '.error:not(:empty)')).color).to.equal(page);
            expect(getComputedStyle(one(element, '.submit')).borderTopStyle).to.equal('solid');
          });

          // Firefox prints before a script can mask the PIN.
          it('mask a revealed PIN on paper by the style sheet alone', async () => {
            const element = await embedNarrow();
            await enterPin(element, '4826');
            await press('Tab', 'Enter');
            const input = one<HTMLInputElement>(element, 'input');
            const look = () => [
              input.type,
              getComputedStyle(input).getPropertyValue('-webkit-text-security'),
            ];
            expect(look()).to.deep.equal(['text', 'none']);
            await protocol('Emulation.setEmulatedMedia', { media: 'print' });
            expect(look()).to.deep.equal(['text', 'disc']);
          });

          for (const [preference, whileSubmitting, whenSet] of [
            ['no-preference', ['turn, appear'], ['appear', 'draw']],
            // The animation that remains only shows the spinner after 300 ms. Nothing moves.
            ['reduce', ['appear'], []],
          ] as const) {
            it(`respect prefers-reduced-motion: ${preference}`, async () => {
              await prefer('prefers-reduced-motion', preference);
              const { element, cardId } = await embed(service, 'accepted');
              const animations = () =>
                all(element, '*')
                  .map((part) => getComputedStyle(part).animationName)
                  .filter((name) => name !== 'none');
              for (const part of ['.field', '.submit', '.reveal'])
                expect(getComputedStyle(one(element, part)).transitionDuration).to.equal(
                  preference === 'reduce' ? '0s' : '0.12s',
                );
              await service.delay(cardId, 60_000);
              await enterPin(element, '4826');
              expect(animations()).to.deep.equal([]);
              const submit = element.submit();
              await until(() => element.matches(':state(submitting)'));
              expect(animations()).to.deep.equal(whileSubmitting);
              await service.delay(cardId, 0);
              await submit;
              await element.updateComplete;
              expect(animations()).to.deep.equal(whenSet);
            });
          }
        });
      });

      for (const [scheme, page] of [
        ['light', 'rgb(255, 255, 255)'],
        ['dark', 'rgb(13, 17, 24)'],
      ] as const) {
        it(`have a complete focus ring and borders with enough contrast, in ${scheme} colours`, async () => {
          document.documentElement.style.cssText = `color-scheme: ${scheme}; background: ${page}`;
          const element = await embedNarrow();
          const [field] = all(element, '.field');
          const { borderTopColor, backgroundColor } = getComputedStyle(field!);
          for (const ground of [page, backgroundColor])
            expect(contrast(borderTopColor, ground), 'border').to.be.at.least(3);
          element.focus();
          for (let stop = 0; stop < 4; stop++) {
            const focused = element.shadowRoot!.activeElement!;
            const ringed = focused.closest('.field') ?? focused;
            const { outlineColor, outlineStyle, outlineWidth, outlineOffset } =
              getComputedStyle(ringed);
            // A field's ring is inside, where a frame doesn't clip it.
            expect({ outlineStyle, outlineWidth, outlineOffset }).to.deep.equal({
              outlineStyle: 'solid',
              ...(ringed === focused
                ? { outlineWidth: '2px', outlineOffset: '2px' }
                : { outlineWidth: '3px', outlineOffset: '-3px' }),
            });
            expect(contrast(outlineColor, page), focused.outerHTML).to.be.at.least(3);
            for (let above = ringed.parentElement; above !== null; above = above.parentElement)
              expect(getComputedStyle(above).overflow).to.equal('visible');
            // In Firefox, Tab leaves the page after the last control, and later keys would be lost.
            if (stop === 3) break;
            await press('Tab');
            await until(() => element.shadowRoot!.activeElement !== focused);
          }
        });
      }

      for (const [page, lang, direction] of [
        ['rtl', 'en', 'ltr'],
        ['ltr', 'ar', 'rtl'],
      ] as const)
        it(`have sentences of ${lang} in their own direction, and the form in that of the page, except for the digits: ${page}`, async () => {
          document.documentElement.dir = page;
          const element = await embedNarrow();
          element.lang = lang;
          element.focus();
          await type('48');
          await press('Tab');
          await until(() => all(element, '.error:not(:empty)').length === 1);
          expect(one(element, 'div')).to.include({ lang, dir: direction });
          for (const selector of ['label', '.error', '.submit', '.reveal'])
            expect(getComputedStyle(one(element, selector)).direction, selector).to.equal(
              direction,
            );

          const field = one(element, '.field').getBoundingClientRect();
          const side = page === 'ltr' ? 'left' : 'right';
          const range = document.createRange();
          range.selectNodeContents(one(element, 'label'));
          expect(range.getBoundingClientRect()[side]).to.be.closeTo(field[side], 2);
          for (const input of all(element, 'input')) {
            expect(getComputedStyle(input).direction).to.equal('ltr');
            expect(input.getBoundingClientRect().left).to.be.closeTo(field.left + 1, 0.5);
          }
        });

      it('keep their height when the panel replaces the form', async () => {
        const element = await embedNarrow();
        await enterPin(element, '4826');
        const { height } = element.getBoundingClientRect();
        await element.submit();
        await until(() => exists('group'));
        expect(element.getBoundingClientRect().height).to.be.closeTo(height, 1);
      });
    });
  },
);
