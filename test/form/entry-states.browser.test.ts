import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { confirmation, enterPin, focusOn, newPin, press } from '../support/browser/cardholder.js';
import { embed, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Returns the element's states that tell of its entry. */
function statesOf(element: SetCardPinElement): string[] {
  return ['empty', 'complete'].filter((state) => element.matches(`:state(${state})`));
}

/** Resolves once the element has exactly these states of its entry. */
function has(element: SetCardPinElement, ...states: readonly string[]): Promise<void> {
  return until(() => String(statesOf(element)) === String(states));
}

describe('<set-card-pin> states of the entry', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('are empty, neither, and complete, until the PIN is set', async () => {
    const { element } = await embed(service, 'accepted');
    await has(element, 'empty');
    await focusOn(await newPin());
    await press('4');
    await has(element);
    await press('8', '2', '6');
    await focusOn(await confirmation());
    await press('4', '8', '2');
    expect(statesOf(element)).to.deep.equal([]);
    await press('6');
    await has(element, 'complete');
    expect((await element.submit()).kind).to.equal('set');
    await has(element);
    element.reset();
    await has(element, 'empty');
  });

  it('are neither for a PIN that differs or that a rule refuses', async () => {
    const { element } = await embed(service, 'accepted');
    await enterPin(element, '1234');
    await until(() => !element.matches(':state(empty)'));
    expect(element.validity.customError).to.equal(true);
    expect(statesOf(element)).to.deep.equal([]);
    element.reset();
    await has(element, 'empty');
    await enterPin(element, '4826', '4827');
    await until(() => element.validity.customError);
    expect(statesOf(element)).to.deep.equal([]);
  });

  it('tell no more than the validity: digits in the confirmation alone count as empty', async () => {
    const { element } = await embed(service, 'accepted');
    await focusOn(await confirmation());
    await press('4', '8', '2', '6');
    expect((await confirmation()).value).to.have.length(4);
    expect(element.validity.valueMissing).to.equal(true);
    expect(statesOf(element)).to.deep.equal(['empty']);
  });

  it('are those of an empty entry once the page changes a rule', async () => {
    const { element } = await embed(service, 'accepted');
    await enterPin(element, '4826');
    await has(element, 'complete');
    element.pinRules = 'none';
    await has(element, 'empty');
  });
});
