import { all, one } from '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import '../../src/locales/ar.js';
import '../../src/locales/de.js';
import { type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';

/** Returns the left edge of the first and the last letter of a sentence. */
function ends(sentence: HTMLElement): { readonly first: number; readonly last: number } {
  const walker = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  const text = [];
  while (walker.nextNode() !== null)
    if (walker.currentNode.textContent!.trim() !== '') text.push(walker.currentNode);
  const leftOf = (node: Node, at: number): number => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  const [node] = text;
  const { length } = node!.textContent!.trimEnd();
  return {
    first: leftOf(node!, node!.textContent!.search(/\S/)),
    last: leftOf(node!, length - 1),
  };
}

const DIRECTIONS = ['ltr', 'rtl'] as const;
/** Each label begins with letters of the other direction. */
const LANGUAGES = [
  { lang: 'en', direction: 'ltr', newPin: 'ר PIN' },
  { lang: 'ar', direction: 'rtl', newPin: 'PIN جديد' },
] as const;

inModes(
  ['inline'],
  'measurements in the element’s opened root, because a frame’s root can’t be opened',
  () => {
    describe('<set-card-pin> reading direction', () => {
      afterEach(() => {
        document.documentElement.removeAttribute('dir');
      });

      /** Submits without settings, so that the form shows a message. */
      const embedWithMessage = async (
        lang: string,
        newPin?: string,
      ): Promise<SetCardPinElement> => {
        const element = await fixture<SetCardPinElement>(
          html`<set-card-pin lang=${lang} .messages=${{ newPin }}></set-card-pin>`,
        );
        await element.submit();
        await element.updateComplete;
        return element;
      };

      for (const page of DIRECTIONS) {
        for (const { lang, direction, newPin } of LANGUAGES) {
          it(`lays out sentences of ${lang} in their own direction, and the form in the direction of the page: ${page}`, async () => {
            document.documentElement.dir = page;
            const element = await embedWithMessage(lang, newPin);
            expect(one(element, 'div')).to.include({ lang, dir: direction });
            for (const selector of ['label', '.hint', '.submit', '[role=alert]']) {
              const { first, last } = ends(one(element, selector));
              expect(first < last ? 'ltr' : 'rtl', selector).to.equal(direction);
            }

            const edge = (selector: string) => one(element, selector).getBoundingClientRect();
            const label = one(element, 'label');
            const text = document.createRange();
            text.selectNodeContents(label);
            const field = edge('.field');
            if (page === 'ltr') {
              expect(text.getBoundingClientRect().left).to.be.closeTo(field.left, 2);
            } else {
              expect(text.getBoundingClientRect().right).to.be.closeTo(field.right, 2);
            }
            for (const input of all(element, 'input'))
              expect(getComputedStyle(input).direction).to.equal('ltr');
          });
        }
      }

      it('excludes its fields from translation', async () => {
        const element = await embedWithMessage('en');
        for (const input of all(element, 'input')) expect(input.translate).to.equal(false);
        expect(one(element, '.hint').translate).to.equal(true);
      });

      it('does not announce a message again when its language changes', async () => {
        const element = await embedWithMessage('en');
        const politeness = () =>
          all(element, '[role=status], [role=alert]').map((region) => region.ariaLive);
        expect(politeness()).to.deep.equal([null, 'assertive']);
        expect(one(element, '[role=alert]').textContent).to.contain('Something’s wrong');
        element.lang = 'de';
        await new Promise(requestAnimationFrame);
        expect(one(element, '[role=alert]').textContent).to.contain('Es liegt an dieser Seite');
        expect(politeness()).to.deep.equal(['off', 'off']);
        element.focus();
        await type('12345');
        expect(one(element, '[role=status]').textContent).to.contain(
          'Sie haben schon alle 4 Ziffern',
        );
        expect(politeness()).to.deep.equal([null, 'assertive']);
        // A framework may set the same words again, which changes nothing.
        element.messages = {};
        await new Promise(requestAnimationFrame);
        expect(politeness()).to.deep.equal([null, 'assertive']);
      });

      it('announces a message that appears while its words change', async () => {
        const element = await fixture<SetCardPinElement>(html`<set-card-pin></set-card-pin>`);
        element.addEventListener('pin-error', () => {
          element.messages = { outcomes: { misconfigured: 'Ask us.' } };
        });
        await element.submit();
        await element.updateComplete;
        const region = one(element, '[role=alert]');
        expect(region.textContent).to.contain('Ask us.');
        expect(region.ariaLive).to.equal('assertive');
      });
    });
  },
);
