import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { enterPin, find, perceive, press, type } from '../support/browser/cardholder.js';
import { embed, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

const newPin = () => find('textbox', 'New PIN');

describe('<set-card-pin> entry', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  before(async () => {
    service = await startService();
  });
  beforeEach(async () => {
    ({ element, cardId } = await embed(service, 'accepted'));
    element.focus();
  });

  const isSet = async (pin: string) => {
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
    return service.has(cardId, pin);
  };

  it('has two masked fields, a reveal button and a submit button, in the order of the Tab key (transport C.3)', async () => {
    const names: string[] = [];
    for (let stop = 0; stop < 4; stop++) {
      const focused = (await perceive()).find(
        (thing) => thing.focused && thing.role !== 'RootWebArea',
      );
      names.push(`${focused?.role} ${focused?.name}`);
      await press('Tab');
    }
    expect(names).to.deep.equal([
      'textbox New PIN',
      'button Show PIN in both fields',
      'textbox Confirm new PIN',
      'button Set PIN',
    ]);
  });

  it('raises pin-change when complete or valid changes, and for no other key (entry 10)', async () => {
    const heard: string[] = [];
    element.addEventListener('pin-change', ({ complete, valid }) =>
      heard.push(`${complete} ${valid}`),
    );
    await enterPin(element, '4826', '4827');
    await press('Backspace');
    await type('6');
    expect(heard).to.deep.equal(['true false', 'false false', 'true true']);
  });

  it('takes PINs of another length and other rules, and empties the fields when these change', async () => {
    element.pinLength = 6;
    element.pinRules = 'none';
    await enterPin(element, '123456');
    element.pinRules = 'repeated';
    await element.updateComplete;
    expect((await newPin()).value).to.equal('');
    element.pinRules = 'none';
    await enterPin(element, '123456');
    expect((await newPin()).description).to.contain('6 digits');
    expect(await isSet('123456')).to.equal(true);
  });

  it('does not tell what was typed to a page that changes a rule and submits at once', async () => {
    await enterPin(element, '3456');
    element.pinRules = 'sequence';
    expect(await element.submit()).to.deep.equal({
      kind: 'invalid',
      field: 'new',
      problem: 'missing',
    });
  });

  it('does not take part in editing while it is disabled', async () => {
    await type('48');
    element.disabled = true;
    await element.updateComplete;
    expect(await newPin()).to.include({ value: '', disabled: true });
    expect(await find('button', 'Set PIN')).to.include({ disabled: true });
    expect(await element.submit()).to.deep.equal({ kind: 'aborted' });
  });
});
