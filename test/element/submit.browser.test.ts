import { expect } from '@open-wc/testing';
import { find, setPin } from '../support/browser/cardholder.js';
import { embed, next } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

// `submit.chromium.test.ts` has what is the same in every engine, `moves.browser.test.ts` a move
// during the request.
describe('<set-card-pin> submit', () => {
  it('sets the PIN with one POST after the cardholder types it twice, and shows that it is set', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const done = next(element, 'pin-set');
    await setPin(element, '0482');
    const { card, requestId } = await done;
    expect(card).to.include({ id: cardId });
    expect(card.last4).to.match(/^\d{4}$/);
    expect(requestId).to.be.a('string');
    expect(await service.has(cardId, '0482')).to.equal(true);
    const requests = await service.requests(cardId);
    expect(requests).to.have.length(1);
    const { method, credential, variables } = requests[0]!;
    expect([method, credential]).to.deep.equal(['POST', 'client token']);
    expect(variables).to.have.members(['input.paymentCardId', 'input.newPin', 'IdempotencyKey']);
    const panel = await find('group', 'Your new PIN');
    expect(panel).to.include({
      name: 'Your new PIN is set.',
      description: `For the card ending in ${card.last4}. Use it next time you pay or withdraw cash.`,
      focused: true,
    });
    element.disabled = true;
    await element.updateComplete;
    expect((await find('group', 'Your new PIN')).name).to.equal(panel.name);
    expect(element.matches(':state(set)')).to.equal(true);
  });
});
