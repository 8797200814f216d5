import { all } from '../support/browser/opened-root.js';
import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import style from '../../src/form/form.css?inline';
import { press } from '../support/browser/cardholder.js';

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

describe('<set-card-pin> markup', () => {
  let element: SetCardPinElement;
  beforeEach(async () => {
    element = await fixture<SetCardPinElement>(html`<set-card-pin></set-card-pin>`);
  });
  const inputs = () => all<HTMLInputElement>(element, 'input');

  it('opts every field out of password managers and checkers, and labels the Enter key', async () => {
    const expectOptOuts = (type: string) =>
      inputs().forEach((input, index) => {
        const attributes = [...input.attributes].map(({ name, value }) => [name, value]);
        expect(Object.fromEntries(attributes)).to.include({
          ...ATTRIBUTES,
          type,
          id: ['card-pin-new', 'card-pin-confirm'][index],
          enterkeyhint: ['next', 'done'][index],
        });
      });
    expectOptOuts('password');
    element.focus();
    await press('Tab', 'Tab', 'Enter');
    await element.updateComplete;
    expectOptOuts('text');
  });

  it('has digits of at least 16 pixels, even if the page sets less', () => {
    const sizes = () => inputs().map((input) => getComputedStyle(input).fontSize);
    expect(Math.min(...sizes().map(parseFloat))).to.be.at.least(16);
    element.style.setProperty('--set-card-pin-digit-size', '9px');
    expect(sizes()).to.deep.equal(['16px', '16px']);
  });

  it('hides Edge’s reveal button, which has no name and works for one field', () => {
    // Other engines drop this rule, so only the source has it.
    expect(style).to.match(/input::-ms-reveal \{\s*display: none;\s*\}/);
  });
});
