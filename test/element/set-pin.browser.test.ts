import { expect } from '@open-wc/testing';
import '../../src/index.js';
import { find, setPin } from '../support/browser/cardholder.js';
import { embed, next } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

describe('<set-card-pin>', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('sets the PIN that the cardholder types twice, and confirms it', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const done = next(element, 'pin-set');
    await setPin(element, '4826');
    const { card, requestId } = await done;
    expect(card).to.include({ id: cardId });
    expect(card.last4).to.match(/^\d{4}$/);
    expect(requestId).to.be.a('string');
    expect(await service.has(cardId, '4826')).to.equal(true);
    const panel = await find('group', 'Your new PIN');
    expect(panel.name).to.equal(
      `Your new PIN is set. For the card ending in ${card.last4}. Use it next time you pay or withdraw cash.`,
    );
    expect(panel.focused).to.equal(true);
    element.disabled = true;
    await element.updateComplete;
    expect((await find('group', 'Your new PIN')).name).to.equal(panel.name);
    expect(element.matches(':state(set)')).to.equal(true);
  });
});
