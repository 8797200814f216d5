import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import {
  click,
  confirmation,
  exists,
  focusOn,
  newPin,
  press,
  readTree,
  type,
} from '../support/browser/cardholder.js';
import { embed, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Resolves once the only field is the one with this label. */
async function showsOnly(label: string): Promise<void> {
  await until(async () => {
    const fields = (await readTree()).filter(({ role }) => role === 'textbox');
    return String(fields.map(({ name }) => name)) === label;
  });
}

describe('<set-card-pin> with one field at a time', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  async function embedSteps(): Promise<{
    readonly element: SetCardPinElement;
    readonly cardId: string;
  }> {
    const embedded = await embed(service, 'accepted');
    embedded.element.flow = 'steps';
    await showsOnly('New PIN');
    await focusOn(await newPin());
    return embedded;
  }

  it('goes on to the confirmation by itself, and sets the PIN', async () => {
    const { element, cardId } = await embedSteps();
    await type('4826');
    await showsOnly('Confirm new PIN');
    expect((await confirmation()).focused).to.equal(true);
    const done = next(element, 'pin-set');
    await type('4826');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('takes every key of somebody who doesn’t wait for the confirmation', async () => {
    const { element, cardId } = await embedSteps();
    const done = next(element, 'pin-set');
    await press(...'48264826', 'Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('does not leave a new PIN that a rule refuses, or that is too short', async () => {
    await embedSteps();
    await type('1234');
    await showsOnly('New PIN');
    await click('button', 'Continue');
    await until(async () => (await newPin()).invalid);
    await showsOnly('New PIN');
    await type('48');
    await press('Enter');
    await until(async () => (await newPin()).invalid);
    await showsOnly('New PIN');
    await type('26');
    await showsOnly('Confirm new PIN');
  });

  it('has a way back from the confirmation, which begins again', async () => {
    const { element } = await embedSteps();
    expect(await exists('button', 'Choose another PIN')).to.equal(false);
    await type('4826');
    await showsOnly('Confirm new PIN');
    await click('button', 'Choose another PIN');
    await showsOnly('New PIN');
    await until(async () => (await newPin()).focused);
    expect(element.validity.valueMissing).to.equal(true);
  });

  it('stays at a confirmation that differs, so that typing replaces it', async () => {
    const { element, cardId } = await embedSteps();
    await type('48264827');
    await press('Enter');
    await until(async () => (await confirmation()).invalid);
    const done = next(element, 'pin-set');
    await type('4826');
    await press('Enter');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('begins again at the new PIN after a refusal', async () => {
    const { element } = await embedSteps();
    element.cardId = await service.card('denied');
    element.clientToken = await service.token(element.cardId);
    await focusOn(await newPin());
    const refused = next(element, 'pin-error');
    await type('48264826');
    await press('Enter');
    await refused;
    await showsOnly('New PIN');
  });
});
