import { expect, html } from '@open-wc/testing';
import { sendMouse } from '@web/test-runner-commands';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  confirmation,
  enterPin,
  find,
  newPin,
  press,
  readTree,
  type,
} from '../support/browser/cardholder.js';
import { mount } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Returns the names of the flags that are set. */
const flagsOf = (validity: ValidityState): readonly string[] => {
  const flags: string[] = [];
  for (const flag in validity) if (validity[flag as keyof ValidityState]) flags.push(flag);
  return flags;
};

describe('<set-card-pin> in a form', () => {
  let service: Service;
  let form: HTMLFormElement;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    cardId = await service.card('accepted');
    form = await mount<HTMLFormElement>(
      html`<form>
        <label for="pin">The PIN of your card</label>
        <fieldset>
          <set-card-pin
            id="pin"
            name="pin"
            endpoint=${service.endpoint}
            card-id=${cardId}
            .frameSrc=${service.frameSrc}
          ></set-card-pin>
        </fieldset>
        <button>Save</button>
      </form>`,
    );
    form.addEventListener('submit', (event) => event.preventDefault());
    element = form.querySelector('set-card-pin')!;
    element.clientToken = await service.token(cardId);
  });

  it('focuses its first field when its label is clicked', async () => {
    const { x, y, width, height } = form.querySelector('label')!.getBoundingClientRect();
    const position: [number, number] = [Math.round(x + width / 2), Math.round(y + height / 2)];
    await sendMouse({ type: 'click', position });
    expect((await newPin()).focused).to.equal(true);
  });

  it('focuses the first field with an error', async () => {
    await enterPin(element, '4826', '4827');
    await press('Tab');
    document.body.focus();
    (document.activeElement as HTMLElement).blur();
    element.focus();
    expect((await confirmation()).focused).to.equal(true);
  });

  describe('validity', () => {
    const cases = [
      { pin: '', confirm: '', flags: ['valueMissing'], field: 'New PIN', said: 'Enter 4 digits' },
      { pin: '48', confirm: '', flags: ['tooShort'], field: 'New PIN', said: 'Enter all 4' },
      { pin: '3333', confirm: '', flags: ['customError'], field: 'New PIN', said: 'repeated' },
      { pin: '4826', confirm: '', flags: ['valueMissing'], field: 'Confirm', said: 'again' },
      { pin: '4826', confirm: '4827', flags: ['customError'], field: 'Confirm', said: 'match' },
    ] as const;
    for (const { pin, confirm, flags, field, said } of cases) {
      it(`is ${flags.join()} for "${pin}" and "${confirm}", and is reported at the field`, async () => {
        await enterPin(element, pin, confirm);
        expect(flagsOf(element.validity)).to.deep.equal(flags);
        expect(element.reportValidity()).to.equal(false);
        const concerned = await find('textbox', field);
        expect(concerned).to.include({ invalid: true, focused: true });
        expect(concerned.description).to.contain(said);
      });
    }

    it('is valid once the entry is valid', async () => {
      await enterPin(element, '4826');
      expect(flagsOf(element.validity)).to.deep.equal(['valid']);
      expect(element.reportValidity()).to.equal(true);
      expect(form.checkValidity()).to.equal(true);
    });

    it('is valid after the PIN is set, until a reset', async () => {
      await enterPin(element, '4826');
      await element.submit();
      expect(element.checkValidity()).to.equal(true);
      element.reset();
      expect(flagsOf(element.validity)).to.deep.equal(['valueMissing']);
    });

    it('is valid while the element is disabled', () => {
      element.disabled = true;
      expect(element.reportValidity()).to.equal(true);
      expect(form.checkValidity()).to.equal(true);
    });
  });

  it('shows no error when checkValidity() is called', async () => {
    let invalidEvents = 0;
    element.addEventListener('invalid', () => invalidEvents++);
    element.addEventListener('pin-error', () => expect.fail('There was no submit.'));
    await type('48');
    expect(element.checkValidity()).to.equal(false);
    expect(invalidEvents).to.equal(1);
    await element.updateComplete;
    expect(await newPin()).to.include({ invalid: false, focused: false });
  });

  it('blocks the submit of its form until the entry is valid', async () => {
    let submitted = 0;
    form.addEventListener('submit', () => submitted++);
    form.requestSubmit();
    expect(submitted).to.equal(0);
    expect((await newPin()).focused).to.equal(true);
    await enterPin(element, '4826');
    form.requestSubmit();
    expect(submitted).to.equal(1);
  });

  it('has every control disabled by a disabled fieldset', async () => {
    form.querySelector('fieldset')!.disabled = true;
    await element.updateComplete;
    const inside = (await readTree()).filter(
      ({ role, name }) => ['textbox', 'button'].includes(role) && name !== 'Save',
    );
    expect(inside.map(({ name }) => name)).to.have.length(4);
    expect(inside.every(({ disabled }) => disabled)).to.equal(true);
    expect(element.disabled).to.equal(false);
    expect(await element.submit()).to.deep.equal({ kind: 'aborted' });
  });

  it('keeps its button enabled while the entry is incomplete', async () => {
    for (const pin of ['', '48']) {
      element.reset();
      element.focus();
      if (pin !== '') await type(pin);
      expect((await find('button', 'Set PIN')).disabled).to.equal(false);
    }
  });

  it('is emptied by a reset of its form, and adds nothing to the form data', async () => {
    await enterPin(element, '4826');
    expect([...new FormData(form)]).to.deep.equal([]);
    form.reset();
    await element.updateComplete;
    expect((await newPin()).value).to.equal('');
    expect((await confirmation()).value).to.equal('');
  });

  it('exposes no digit in its attributes, its text or its events', async () => {
    const events: Event[] = [];
    for (const name of ['input', 'change', 'pin-change', 'pin-set'])
      document.addEventListener(name, (event) => events.push(event), { once: true });
    await enterPin(element, '4826');
    expect(form.outerHTML).not.to.match(/4826/);
    expect(element.textContent).not.to.contain('4826');
    await element.submit();
    expect(events.map(({ type }) => type)).to.deep.equal(['pin-change', 'pin-set']);
    for (const event of events) {
      // A request id is random, so it may have these digits by chance.
      const names = Object.getOwnPropertyNames(event).filter((name) => name !== 'requestId');
      const fields = names.map((name) => Reflect.get(event, name));
      expect(JSON.stringify(fields)).not.to.contain('4826');
    }
  });
});
