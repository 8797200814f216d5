import { expect } from '@open-wc/testing';
import {
  alert,
  confirmation,
  newPin,
  press,
  protocol,
  type,
} from '../support/browser/cardholder.js';
import { attributesOf, fields } from '../support/browser/frame-content.js';
import { cardId, element, service } from '../support/browser/new-element.js';
import { next, until } from '../support/browser/page.js';

const NOT_DIGITS = 'A PIN can only contain digits. Enter 4 digits.';

/** Attributes that opt a field out of password managers, keyboard features and spell checkers. */
const OPT_OUTS =
  'translate autocomplete data-1p-ignore data-lpignore data-bwignore data-form-type data-protonpass-ignore spellcheck autocorrect autocapitalize';

/** Fires the event that Firefox's password manager fires. */
const FILLED = `this.dispatchEvent(new InputEvent('input', {
  inputType: 'insertReplacementText', bubbles: true, composed: true }));`;

/** Extensions and password managers reach into closed roots and into frames. */
describe('<set-card-pin> with fields that a password manager or an extension fills', () => {
  /** Assigns a text to a field, by default without any event. */
  const assign = async (field: 'new' | 'confirm', text: string, then = '') => {
    const [first, second] = await fields();
    const { backendNodeId } = field === 'new' ? first! : second!;
    const { object } = await protocol('DOM.resolveNode', { backendNodeId });
    await protocol('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: `function () { this.value = '${text}'; ${then} }`,
    });
  };

  it('opts its fields out of password managers and spell checkers, whether they are masked or revealed', async () => {
    for (const type of ['password', 'text']) {
      const both = (await fields()).map(attributesOf);
      expect(both).to.have.length(2);
      both.forEach((attributes, index) => {
        expect(attributes).to.include.keys(OPT_OUTS.split(' '));
        const id = ['card-pin-new', 'card-pin-confirm'][index];
        const enterkeyhint = ['next', 'done'][index];
        expect(attributes).to.include({ type, inputmode: 'numeric', id, enterkeyhint });
      });
      await press('Tab', 'Tab', 'Enter');
      await element.updateComplete;
    }
  });

  it('rejects letters with an error message that typing clears', async () => {
    await assign('new', 'a4b8c2d6');
    await assign('confirm', 'a4b8c2d6');
    const refused = { kind: 'invalid', problem: 'not-digits' };
    expect(await element.submit()).to.deep.equal({ ...refused, field: 'new' });
    await until(async () => (await newPin()).invalid);
    const { description, focused, value } = await newPin();
    expect(description).to.contain(NOT_DIGITS);
    expect({ focused, value }).to.deep.equal({ focused: true, value: '••••••••' });
    await type('4826');
    expect(await newPin()).to.include({ invalid: false, value: '••••' });

    expect(await element.submit()).to.deep.equal({ ...refused, field: 'confirm' });
    await until(async () => (await confirmation()).focused);
    await type('4826');
    expect(await service.requests(cardId)).to.have.length(0);
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('rejects a generated password in both fields, and empties the focused field', async () => {
    element.focus();
    await until(async () => (await newPin()).focused);
    await assign('new', 'kT7vWq2ZrX9mB4u', FILLED);
    await assign('confirm', 'kT7vWq2ZrX9mB4u', FILLED);
    await until(async () => (await confirmation()).invalid);
    expect(await newPin()).to.include({ invalid: true, value: '', description: NOT_DIGITS });
    expect((await confirmation()).description).to.equal(NOT_DIGITS);
    expect(await alert()).to.equal(NOT_DIGITS);
  });
});
