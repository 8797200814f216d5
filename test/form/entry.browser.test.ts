import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { enterPin, newPin, press, type } from '../support/browser/cardholder.js';
import { embed, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

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

  it('raises pin-change only when complete or valid changes', async () => {
    const changes: string[] = [];
    element.addEventListener('pin-change', ({ complete, valid }) =>
      changes.push(`${complete} ${valid}`),
    );
    await enterPin(element, '4826', '4827');
    await press('Backspace');
    await type('6');
    expect(changes).to.deep.equal(['true false', 'false false', 'true true']);
  });

  it('accepts another length and other rules, and empties the fields when these change', async () => {
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

  it('exposes nothing about the digits to a page that changes a rule and submits at once', async () => {
    await enterPin(element, '3456');
    element.pinRules = 'sequence';
    expect(await element.submit()).to.deep.equal({
      kind: 'invalid',
      field: 'new',
      problem: 'missing',
    });
  });
});
