import { all } from '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { stub } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import style from '../../src/form/form.css?inline';
import { press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';

/** Opts out of what managers, keyboards and spell checkers do with a field. */
const ATTRIBUTES = {
  inputmode: 'numeric',
  translate: 'no',
  autocomplete: 'off',
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
  'data-form-type': 'other',
  'data-protonpass-ignore': '',
  spellcheck: 'false',
  autocorrect: 'off',
  autocapitalize: 'off',
};

inModes(
  ['inline'],
  'markup in the element’s opened root, because a frame’s root can’t be opened',
  () => {
    describe('<set-card-pin> markup', () => {
      const inputsOf = (element: SetCardPinElement) => all<HTMLInputElement>(element, 'input');
      const attributesOf = (input: Element) =>
        Object.fromEntries([...input.attributes].map(({ name, value }) => [name, value]));

      const embedded = () => fixture<SetCardPinElement>(html`<set-card-pin></set-card-pin>`);

      it('labels the Enter key “next”, and then “done”', async () => {
        const hints = inputsOf(await embedded()).map((input) => input.getAttribute('enterkeyhint'));
        expect(hints).to.deep.equal(['next', 'done']);
      });

      it('has digits of at least 16 pixels, even if the page sets less', async () => {
        const element = await embedded();
        const sizes = () => inputsOf(element).map((input) => getComputedStyle(input).fontSize);
        expect(Math.min(...sizes().map(parseFloat))).to.be.at.least(16);
        element.style.setProperty('--set-card-pin-digit-size', '9px');
        expect(sizes()).to.deep.equal(['16px', '16px']);
      });

      it('opts out of password managers and checkers in every field before the field is inserted, and while the PIN is revealed', async () => {
        const element = document.createElement('set-card-pin');
        const inserted: Record<string, string>[] = [];
        const spy = stub(Node.prototype, 'insertBefore').callsFake(function (
          this: Node,
          node,
          child,
        ) {
          if (node instanceof DocumentFragment)
            inserted.push(...[...node.querySelectorAll('input')].map(attributesOf));
          return spy.wrappedMethod.call(this, node, child);
        });
        try {
          document.body.append(element);
          await element.updateComplete;
          element.reset();
          await element.updateComplete;
        } finally {
          spy.restore();
        }
        // Two fields, and two new ones after the reset.
        expect(inserted.length).to.be.at.least(4);
        for (const attributes of inserted) {
          expect(attributes).to.include({ ...ATTRIBUTES, type: 'password' });
          expect(attributes.id).to.contain('card-pin');
        }
        element.focus();
        await press('Tab', 'Tab', 'Enter');
        await element.updateComplete;
        for (const input of inputsOf(element))
          expect(attributesOf(input)).to.include({ ...ATTRIBUTES, type: 'text' });
        element.remove();
      });

      it('hides Edge’s reveal button, which has no name and works for one field', () => {
        // Other engines drop this rule, so only the source has it.
        expect(style).to.match(/input::-ms-reveal \{\s*display: none;\s*\}/);
      });
    });
  },
);
