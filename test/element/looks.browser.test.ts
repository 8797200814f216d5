import '../../demo/stories/open-roots.js';
import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { SetCardPinElement } from '../../src/index.js';
import { ar } from '../../src/locales/ar.js';
import { enterPin, perceive, press, protocol, sees, type } from '../support/browser/cardholder.js';
import { inEngines, inModes } from '../support/browser/engine.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const APPEARANCES = ['boxes', 'line', 'field'] as const;

/** What a browser draws for a digit of a password: Chromium and WebKit the first, Firefox on some systems the second. */
const BULLETS = ['•', '●'];

/** The spacing of WCAG 1.4.12, as a cardholder's own style sheet sets it. */
const TEXT_SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** Everything of a selector in the element's root, which this file's import has opened. */
function all<T extends HTMLElement>(element: SetCardPinElement, selector: string): T[] {
  return [...element.shadowRoot!.querySelectorAll<T>(selector)];
}

function one<T extends HTMLElement>(element: SetCardPinElement, selector: string): T {
  const [found] = all<T>(element, selector);
  if (found === undefined) throw new Error(`There is no ${selector} in the element.`);
  return found;
}

/** How far the browser goes on for one of these characters in a field, its spacing included. */
function advance(input: HTMLElement, character: string): number {
  const text = document.createElement('span');
  const { font, letterSpacing } = getComputedStyle(input);
  Object.assign(text.style, { font, letterSpacing, position: 'absolute', whiteSpace: 'pre' });
  text.textContent = character.repeat(100);
  document.body.append(text);
  const { width } = text.getBoundingClientRect();
  text.remove();
  return width / 100;
}

/** Where the digits of a full field stand, from the field's inner edge: the middle of each. */
function middles(input: HTMLElement, length: number): number[] {
  const { paddingLeft, letterSpacing } = getComputedStyle(input);
  const step = advance(input, '0');
  const glyph = step - parseFloat(letterSpacing);
  return Array.from({ length }, (_, index) => parseFloat(paddingLeft) + index * step + glyph / 2);
}

/** What can't be read without scrolling, or at all. A field shows so much of itself that its digits have room. */
function cutOff(element: SetCardPinElement, length: number): string[] {
  const edge = element.getBoundingClientRect();
  const lost = all(element, 'p:not(.unseen), label, button, .field').filter((thing) => {
    const { left, right } = thing.getBoundingClientRect();
    const overflows =
      !thing.matches('.field') &&
      (thing.scrollWidth > thing.clientWidth + 1 || thing.scrollHeight > thing.clientHeight + 1);
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
  return [...lost, ...crowded].map(({ outerHTML }) => outerHTML);
}

/** WCAG's contrast of two colours as computed styles have them. */
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

/** Has the page see a cardholder who asked their system for this. */
async function prefer(name: string, value: string): Promise<void> {
  await protocol('Emulation.setEmulatedMedia', { features: [{ name, value }] });
}

inModes(
  ['inline'],
  'what is measured in the element’s opened root: a frame’s can’t be opened',
  () => {
    describe('<set-card-pin> looks', () => {
      let service: Service;
      before(async () => {
        SetCardPinElement.addMessages('ar', ar);
        service = await startService();
      });
      afterEach(() => {
        document.documentElement.removeAttribute('style');
        document.documentElement.removeAttribute('dir');
      });

      /** An element as wide as a page of 320 px leaves it. */
      const narrow = async (behaviour: SandboxBehaviour = 'accepted', length = 4) => {
        const { element } = await embed(service, behaviour);
        element.parentElement!.style.width = '288px';
        element.pinLength = length;
        await element.updateComplete;
        return element;
      };
      const tryingAgain = async () => {
        const element = await narrow('rate-limited-always');
        await enterPin(element, '4826');
        void element.submit();
        await until(() => sees('button', 'Cancel'));
        return element;
      };
      const unconfirmed = async () => {
        const element = await narrow('unknown-member');
        await enterPin(element, '4826');
        await element.submit();
        await element.updateComplete;
        return element;
      };

      for (const length of [4, 6, 12]) {
        it(`has each of ${length} digits, shown or masked, in the middle of its box`, async () => {
          const element = await narrow('accepted', length);
          const input = one(element, 'input');
          const { clientWidth } = one(element, '.field');
          const box = clientWidth / length;
          middles(input, length).forEach((middle, index) => {
            expect(middle, `digit ${index}`).to.be.closeTo((index + 0.5) * box, 1);
          });
          for (const bullet of BULLETS)
            expect(advance(input, bullet)).to.be.closeTo(advance(input, '0'), 0.1);
          expect(getComputedStyle(one(element, '.field'), '::before').content).not.to.equal('none');
        });
      }

      it('has no boxes as a line or a plain field, and boxes for any other word', async () => {
        const element = await narrow();
        const boxes = () => getComputedStyle(one(element, '.field'), '::before').content !== 'none';
        expect(element.hasAttribute('appearance')).to.equal(false);
        for (const [word, has] of [
          ['line', false],
          ['field', false],
          ['tiles', true],
          ['boxes', true],
        ] as const) {
          element.setAttribute('appearance', word);
          expect(boxes(), word).to.equal(has);
        }
        element.appearance = 'line';
        await element.updateComplete;
        expect(boxes()).to.equal(false);
      });

      for (const appearance of APPEARANCES) {
        for (const textSize of ['100%', '200%']) {
          it(`shows all of 12 digits at 320 px, which is 1280 px at 400 %, with text of ${textSize}, as ${appearance} (entry 57)`, async () => {
            document.documentElement.style.fontSize = textSize;
            const element = await narrow('accepted', 12);
            element.appearance = appearance;
            await enterPin(element, '482916305748');
            await press('Shift+Tab', 'Enter');
            expect(cutOff(element, 12)).to.deep.equal([]);
            expect(element.scrollWidth).to.equal(element.clientWidth);
          });
        }

        it(`keeps digits and boxes together under a cardholder's own text spacing, and cuts nothing off, as ${appearance} (entry 58)`, async () => {
          const element = await narrow();
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
          const lines = getComputedStyle(one(element, '.field'), '::before');
          if (appearance === 'boxes')
            expect(parseFloat(lines.width)).to.be.closeTo(3 * advance(input, '0'), 0.5);
          else expect(lines.content).to.equal('none');
        });
      }

      inEngines(
        ['chromium'],
        'what a cardholder asked their system for, as it can be had only there',
        () => {
          describe('where the cardholder asked their system for it', () => {
            afterEach(async () => {
              await protocol('Emulation.setEmulatedMedia', { features: [] });
            });

            it('has no boxes, and visible borders, focus and errors, in forced colours (entry 55)', async () => {
              await prefer('forced-colors', 'active');
              const element = await narrow();
              await enterPin(element, '4826', '4827');
              await element.submit();
              await element.updateComplete;
              const [sound, wrong] = all(element, '.field').map((field) => getComputedStyle(field));
              const page = getComputedStyle(document.body).getPropertyValue('color');
              expect(getComputedStyle(one(element, '.field'), '::before').content).to.equal('none');
              expect(sound).to.include({ borderTopStyle: 'solid', borderTopWidth: '1px' });
              expect(sound?.borderTopColor).to.equal(page);
              expect(wrong).to.include({ borderTopStyle: 'solid', borderTopWidth: '3px' });
              expect(wrong).to.include({ outlineStyle: 'solid', outlineWidth: '2px' });
              expect(wrong?.outlineColor).to.equal(page);
              expect(getComputedStyle(one(element, '.error:not(:empty)')).color).to.equal(page);
              expect(getComputedStyle(one(element, '.submit')).borderTopStyle).to.equal('solid');
            });

            for (const [preference, whileSending, whenSet] of [
              ['no-preference', ['turn, appear'], ['draw']],
              // What stays is shown after 300 ms, and stands still.
              ['reduce', ['appear'], []],
            ] as const) {
              it(`moves as little as it is asked to: prefers-reduced-motion is ${preference} (entry 56)`, async () => {
                await prefer('prefers-reduced-motion', preference);
                const { element, cardId } = await embed(service, 'accepted');
                const moving = () =>
                  all(element, '*').flatMap((thing) => {
                    const { animationName, transitionDuration } = getComputedStyle(thing);
                    expect(transitionDuration).to.equal('0s');
                    return animationName === 'none' ? [] : [animationName];
                  });
                await service.delay(cardId, 60_000);
                await enterPin(element, '4826');
                expect(moving()).to.deep.equal([]);
                const submit = element.submit();
                await until(() => element.matches(':state(submitting)'));
                expect(moving()).to.deep.equal(whileSending);
                await service.delay(cardId, 0);
                await submit;
                await element.updateComplete;
                expect(moving()).to.deep.equal(whenSet);
              });
            }
          });
        },
      );

      for (const [scheme, page] of [
        ['light', 'rgb(255, 255, 255)'],
        ['dark', 'rgb(13, 17, 24)'],
      ] as const) {
        it(`has a ring around what has the focus that stands out and is whole, in ${scheme} colours (entry 59)`, async () => {
          document.documentElement.style.cssText = `color-scheme: ${scheme}; background: ${page}`;
          const element = await narrow();
          element.focus();
          for (let stop = 0; stop < 4; stop++) {
            const focused = element.shadowRoot!.activeElement!;
            const ringed = focused.closest('.field') ?? focused;
            const { outlineColor, outlineStyle, outlineWidth, outlineOffset } =
              getComputedStyle(ringed);
            expect({ outlineStyle, outlineWidth, outlineOffset }).to.deep.equal({
              outlineStyle: 'solid',
              outlineWidth: '2px',
              outlineOffset: '2px',
            });
            expect(contrast(outlineColor, page), focused.outerHTML).to.be.at.least(3);
            for (let above = ringed.parentElement; above !== null; above = above.parentElement)
              expect(getComputedStyle(above).overflow).to.equal('visible');
            // Behind the last one Firefox leaves the page, and every key with it.
            if (stop === 3) break;
            await press('Tab');
            await until(() => element.shadowRoot!.activeElement !== focused);
          }
        });
      }

      it('can be pressed with a thumb wherever it can be pressed (entry 59)', async () => {
        for (const element of [await tryingAgain(), await unconfirmed()]) {
          const targets = all(element, 'input, button');
          expect(targets).to.have.length(5);
          for (const target of targets) {
            const { width, height } = target.getBoundingClientRect();
            expect(Math.min(width, height), target.outerHTML).to.be.at.least(44);
          }
        }
      });

      for (const language of ['Arabic', 'English']) {
        it(`is mirrored on a page from right to left, but for the digits, with words in ${language} (entry 60)`, async () => {
          document.documentElement.dir = 'rtl';
          const element = await narrow();
          element.lang = language === 'Arabic' ? 'ar' : 'en';
          element.focus();
          await type('48');
          await press('Tab');
          await until(() => all(element, '.error:not(:empty)').length === 1);
          const place = (selector: string) => one(element, selector).getBoundingClientRect();
          const words = (selector: string) => {
            const range = document.createRange();
            range.selectNodeContents(one(element, selector));
            return range.getBoundingClientRect();
          };
          const field = place('.field');
          expect(getComputedStyle(one(element, 'input')).direction).to.equal('ltr');
          expect(place('input').left).to.be.closeTo(field.left + 1, 0.5);
          expect(words('.reveal').left).to.be.closeTo(field.left, 2);
          expect(words('label').right).to.be.closeTo(field.right, 2);
          // The sign begins the sentence, on the side where its language does.
          const sentence = words('.error');
          if (language === 'Arabic') expect(field.right - sentence.right).to.be.closeTo(21, 2);
          else expect(sentence.left - field.left).to.be.closeTo(21, 2);
        });
      }

      it('is called by what is seen of it, whatever it does (entry 62)', async () => {
        for (const element of [await narrow(), await tryingAgain(), await unconfirmed()]) {
          const seen = [
            ...all(element, 'label').map(({ innerText }) => ['textbox', innerText]),
            ...all(element, 'button').map(({ innerText }) => ['button', innerText]),
          ].map(([role = '', text = '']) => ({ role, text: text.trim() }));
          expect(seen.length).to.be.at.least(4);
          const things = await perceive();
          for (const { role, text } of seen) {
            expect(text).not.to.equal('');
            expect(
              things.some((thing) => thing.role === role && thing.name.includes(text)),
              text,
            ).to.equal(true);
          }
          element.remove();
        }
      });

      describe('when something is said', () => {
        const places = (element: SetCardPinElement) => {
          const top = element.getBoundingClientRect().top;
          return [
            element.offsetHeight,
            ...all(element, 'label, .field, .submit').map((thing) =>
              Math.round(thing.getBoundingClientRect().top - top),
            ),
          ];
        };

        it('moves nothing for an error of two lines', async () => {
          const element = await narrow('weak-pin');
          const before = places(element);
          await enterPin(element, '4826');
          await element.submit();
          await element.updateComplete;
          const words = document.createRange();
          words.selectNodeContents(one(element, '.error:not(:empty)'));
          expect(words.getBoundingClientRect().height).to.be.greaterThan(30);
          expect(places(element)).to.deep.equal(before);
        });

        it('moves nothing for a wait and the button to cancel it', async () => {
          const before = places(await narrow());
          expect(places(await tryingAgain())).to.deep.equal(before);
        });

        it('has the button to choose another PIN nowhere near the one to cancel', async () => {
          const bottom = (element: SetCardPinElement) =>
            one(element, '.submit').getBoundingClientRect().bottom;
          const waiting = await tryingAgain();
          const cancelEnds =
            one(waiting, '.way-out').getBoundingClientRect().bottom - bottom(waiting);
          const open = await unconfirmed();
          const otherBegins = one(open, '.way-out').getBoundingClientRect().top - bottom(open);
          expect(otherBegins).to.be.greaterThan(cancelEnds);
        });
      });
    });
  },
);
