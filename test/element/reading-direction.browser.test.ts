import '../../demo/stories/open-roots.js';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import '../../src/locales/ar.js';
import '../../src/locales/de.js';
import { type } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';

/** Everything of a selector in the element's root, which this file's import has opened. */
const all = (element: SetCardPinElement, selector: string): HTMLElement[] => [
  ...element.shadowRoot!.querySelectorAll<HTMLElement>(selector),
];

const one = (element: SetCardPinElement, selector: string): HTMLElement =>
  all(element, selector)[0]!;

/** Where the first and the last letter of a sentence stand. */
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
/** A sentence of each that begins with letters of the other direction, or ends with a sign of none. */
const LANGUAGES = [
  { lang: 'en', direction: 'ltr', newPin: 'ר PIN' },
  { lang: 'ar', direction: 'rtl', newPin: 'PIN جديد' },
] as const;

inModes(
  ['inline'],
  'what is measured in the element’s opened root: a frame’s can’t be opened',
  () => {
    describe('<set-card-pin> reading direction', () => {
      afterEach(() => {
        document.documentElement.removeAttribute('dir');
      });

      const put = async (lang: string, newPin?: string): Promise<SetCardPinElement> => {
        const element = await fixture<SetCardPinElement>(
          html`<set-card-pin lang=${lang} .messages=${{ newPin }}></set-card-pin>`,
        );
        // Nothing is to be sent: it ends with a message of the form.
        await element.submit();
        await element.updateComplete;
        return element;
      };

      for (const page of DIRECTIONS) {
        for (const { lang, direction, newPin } of LANGUAGES) {
          it(`has sentences of ${lang} in their own direction on a page that is ${page}, and the layout in the page’s (entry 60)`, async () => {
            document.documentElement.dir = page;
            const element = await put(lang, newPin);
            expect(one(element, 'div')).to.include({ lang, dir: direction });
            for (const selector of ['label', '.hint', '.submit', '[role=alert]']) {
              const { first, last } = ends(one(element, selector));
              expect(first < last ? 'ltr' : 'rtl', selector).to.equal(direction);
            }

            const edge = (selector: string) => one(element, selector).getBoundingClientRect();
            const label = one(element, 'label');
            const text = document.createRange();
            text.selectNodeContents(label);
            const reveal = edge('.reveal');
            const field = edge('.field');
            if (page === 'ltr') {
              expect(text.getBoundingClientRect().left).to.be.closeTo(field.left, 2);
              expect(reveal.left).to.be.greaterThan(text.getBoundingClientRect().right);
            } else {
              expect(text.getBoundingClientRect().right).to.be.closeTo(field.right, 2);
              expect(reveal.right).to.be.lessThan(text.getBoundingClientRect().left);
            }
            for (const input of all(element, 'input'))
              expect(getComputedStyle(input).direction).to.equal('ltr');
          });
        }
      }

      it('keeps what may be digits from translation (entry 61)', async () => {
        const element = await put('en');
        for (const input of all(element, 'input')) expect(input.translate).to.equal(false);
        expect(one(element, '.hint').translate).to.equal(true);
      });

      it('does not announce again, in another language, what was said', async () => {
        const element = await put('en');
        const live = () =>
          all(element, '[role=status], [role=alert]').map((region) => region.ariaLive);
        expect(live()).to.deep.equal([null, null]);
        expect(one(element, '[role=alert]').textContent).to.contain('Something is wrong');
        element.lang = 'de';
        await new Promise(requestAnimationFrame);
        expect(one(element, '[role=alert]').textContent).to.contain('Mit dieser Seite');
        expect(live()).to.deep.equal(['off', 'off']);
        element.focus();
        await type('12345');
        expect(one(element, '[role=status]').textContent).to.contain('Es sind schon 4 Ziffern.');
        expect(live()).to.deep.equal([null, null]);
        // The same words once more, as frameworks set them, are no other words.
        element.messages = {};
        await new Promise(requestAnimationFrame);
        expect(live()).to.deep.equal([null, null]);
      });

      it('announces what is said in the very moment in which its words change', async () => {
        const element = await fixture<SetCardPinElement>(html`<set-card-pin></set-card-pin>`);
        element.addEventListener('pin-error', () => {
          element.messages = { outcomes: { misconfigured: 'Ask us.' } };
        });
        await element.submit();
        await element.updateComplete;
        const region = one(element, '[role=alert]');
        expect(region.textContent).to.contain('Ask us.');
        expect(region.ariaLive).to.equal(null);
      });
    });
  },
);
