import { expect } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement } from '../../src/index.js';
import { confirmation, focusOn, newPin, press } from '../support/browser/cardholder.js';
import { embed, listen, next, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin auto-submit>', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  async function embedAutomatic(
    settings: Partial<SetCardPinElement> = {},
  ): Promise<{ readonly element: SetCardPinElement; readonly cardId: string }> {
    const embedded = await embed(service, 'accepted');
    Object.assign(embedded.element, { autoSubmit: true }, settings);
    await until(async () => (await newPin()).description.includes('The last digit sets your PIN.'));
    await focusOn(await newPin());
    return embedded;
  }

  it('submits with the last digit of a confirmation that matches', async () => {
    const { element, cardId } = await embedAutomatic();
    await press(...'4826', 'Enter', ...'482');
    expect(await service.requests(cardId)).to.have.length(0);
    const done = next(element, 'pin-set');
    await press('6');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('shows at once that a confirmation differs, and submits it when it is typed again', async () => {
    const { element, cardId } = await embedAutomatic();
    const failed = next(element, 'pin-error');
    await press(...'4826', 'Enter', ...'4827');
    expect((await failed).outcome.kind).to.equal('invalid');
    await until(async () => (await confirmation()).invalid);
    const done = next(element, 'pin-set');
    await press(...'4826');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('waits for a change of the last field: a corrected new PIN is not sent', async () => {
    const { element, cardId } = await embedAutomatic();
    await press(...'4826', 'Enter', ...'4827');
    await until(async () => (await confirmation()).invalid);
    await focusOn(await newPin());
    await press('End', 'Backspace', '7');
    await until(() => element.matches(':state(complete)'));
    expect(await service.requests(cardId)).to.have.length(0);
    const done = next(element, 'pin-set');
    await press('Enter');
    await done;
  });

  it('submits with the last digit of the new PIN if there is no confirmation', async () => {
    const { element, cardId } = await embedAutomatic({ noConfirm: true });
    const done = next(element, 'pin-set');
    await press(...'4826');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('sets a PIN with nothing but its digits, typed twice, one field at a time', async () => {
    const { element, cardId } = await embedAutomatic({ flow: 'steps' });
    const done = next(element, 'pin-set');
    await press(...'48264826');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });

  it('is off by default, and the hint says nothing of it', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    expect((await newPin()).description).not.to.contain('The last digit');
    const events = listen(element);
    await focusOn(await newPin());
    await press(...'4826', 'Enter', ...'4826');
    await until(() => element.matches(':state(complete)'));
    expect(events.map(({ type }) => type)).to.deep.equal(['pin-change']);
    expect(await service.requests(cardId)).to.have.length(0);
  });
});
