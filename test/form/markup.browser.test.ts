import { all } from '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import { stub } from 'sinon';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import style from '../../src/form/form.css?inline';
import { press } from '../support/browser/cardholder.js';
import { inModes } from '../support/browser/engine.js';

/**
 * Reads the attributes for password managers and keyboards, which no accessibility tree exposes,
 * from an opened root.
 */
inModes(
  ['inline'],
  'markup in the element’s opened root, because a frame’s root can’t be opened',
  () => {
    describe('<set-card-pin> markup', () => {
      const inputsOf = (element: SetCardPinElement) => all<HTMLInputElement>(element, 'input');
      const attributesOf = (input: Element) =>
        Object.fromEntries([...input.attributes].map(({ name, value }) => [name, value]));

      const embedded = () => fixture<SetCardPinElement>(html`<set-card-pin></set-card-pin>`);

      const FOR_KEYBOARDS = { inputmode: 'numeric' };
      const FOR_MANAGERS = {
        autocomplete: 'off',
        'data-1p-ignore': '',
        'data-lpignore': 'true',
        'data-bwignore': '',
        'data-form-type': 'other',
        'data-protonpass-ignore': '',
      };
      const FOR_CHECKERS = { spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' };

      it('requests the numeric keyboard in both fields, and no translation', async () => {
        const inputs = inputsOf(await embedded());
        expect(inputs).to.have.length(2);
        for (const input of inputs) {
          expect(attributesOf(input)).to.include(FOR_KEYBOARDS);
          expect(input.translate).to.equal(false);
        }
      });

      it('labels the Enter key “next”, and then “done”', async () => {
        const hints = inputsOf(await embedded()).map((input) => input.getAttribute('enterkeyhint'));
        expect(hints).to.deep.equal(['next', 'done']);
      });

      it('has digits of at least 16 pixels, even if the page sets less', async () => {
        const element = await embedded();
        const sizes = () =>
          inputsOf(element).map((input) => Number.parseFloat(getComputedStyle(input).fontSize));
        expect(Math.min(...sizes())).to.be.at.least(16);
        element.style.setProperty('--set-card-pin-digit-size', '9px');
        expect(sizes()).to.deep.equal([16, 16]);
      });

      it('opts out of password managers in every field before the field is inserted', async () => {
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
          element.remove();
        }
        // Two fields, and two new ones after the reset.
        expect(inserted.length).to.be.at.least(4);
        for (const attributes of inserted) {
          expect(attributes).to.include(FOR_MANAGERS);
          expect(attributes.id).to.contain('card-pin');
          expect(attributes.type).to.equal('password');
        }
      });

      it('turns spell checking off, even while the PIN is revealed', async () => {
        const element = await embedded();
        const expectUnchecked = (inputType: string) => {
          for (const input of inputsOf(element)) {
            expect(attributesOf(input)).to.include({ ...FOR_CHECKERS, type: inputType });
            expect(input.spellcheck).to.equal(false);
          }
        };
        expectUnchecked('password');
        element.focus();
        await press('Tab', 'Tab', 'Enter');
        await element.updateComplete;
        expectUnchecked('text');
      });

      it('hides Edge’s reveal button, which has no name and works for one field', () => {
        // Other engines drop this rule, so only the source has it.
        expect(style).to.match(/input::-ms-reveal \{\s*display: none;\s*\}/);
      });
    });
  },
);
