import { expect, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import type { SetCardPinElement } from '../../src/index.js';
import { enterPin, newPin, readTree } from '../support/browser/cardholder.js';
import { mount, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

describe('<set-card-pin> in a form', () => {
  let form: HTMLFormElement;
  let element: SetCardPinElement;
  beforeEach(async () => {
    form = await mount<HTMLFormElement>(
      html`<form>
        <label for="pin">The PIN of your card</label>
        <fieldset>
          <set-card-pin
            id="pin"
            name="pin"
            endpoint=${service.endpoint}
            card-id="card_1"
            .frameSrc=${service.frameSrc}
          ></set-card-pin>
        </fieldset>
        <button>Save</button>
      </form>`,
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    element = form.querySelector('set-card-pin')!;
  });

  it('focuses its first field when its label is clicked', async () => {
    const { x, y, width, height } = form.querySelector('label')!.getBoundingClientRect();
    const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
    await sendMouse({ type: 'click', position });
    expect((await newPin()).focused).to.equal(true);
  });

  it('blocks its form’s submit until the PIN is valid, and adds nothing to the form data', async () => {
    let submitted = 0;
    form.addEventListener('submit', () => submitted++);
    form.requestSubmit();
    expect(submitted).to.equal(0);
    expect((await newPin()).focused).to.equal(true);
    await enterPin(element, '4826');
    form.requestSubmit();
    expect(submitted).to.equal(1);
    expect([...new FormData(form)]).to.deep.equal([]);
  });

  it('disables its controls in a disabled fieldset, and counts as valid', async () => {
    form.querySelector('fieldset')!.disabled = true;
    await element.updateComplete;
    const inside = (await readTree()).filter(
      ({ role, name }) => ['textbox', 'button'].includes(role) && name !== 'Save',
    );
    expect(inside.map(({ name }) => name)).to.have.length(4);
    expect(inside.every(({ disabled }) => disabled)).to.equal(true);
    expect(element.disabled).to.equal(false);
    expect(element.reportValidity() && form.checkValidity()).to.equal(true);
    expect(await element.submit()).to.deep.equal({ kind: 'aborted' });
  });

  it('has a form control’s members, and doesn’t show an error when checkValidity() is called', async () => {
    expect(element.form).to.equal(form);
    expect([...element.labels]).to.deep.equal([form.querySelector('label')]);
    expect(element.willValidate).to.equal(true);
    expect(element.validity.valueMissing).to.equal(true);
    expect(element.checkValidity()).to.equal(false);
    await element.updateComplete;
    expect(await newPin()).to.include({ invalid: false, focused: false });
    expect(element.validationMessage).to.contain('Enter 4 digits');
    await enterPin(element, '4826');
    expect(element.validationMessage).to.equal('');
    element.disabled = true;
    expect(element.willValidate).to.equal(false);
  });

  it('applies new settings when its validity is checked or it’s focused', async () => {
    element.disabled = true;
    expect(element.checkValidity(), 'of a disabled element').to.equal(true);
    element.disabled = false;
    element.focus();
    await until(async () => (await newPin()).focused);
    element.pinLength = 6;
    // In isolated mode, the validity changes with the frame page's next message.
    if (service.frameSrc) await until(() => element.validationMessage.includes('6 digits'));
    expect(element.validationMessage).to.contain('6 digits');
  });
});
