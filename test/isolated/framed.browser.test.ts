import { expect } from '@open-wc/testing';
import { press, type } from '../support/browser/cardholder.js';
import { describeFramed } from '../support/browser/framed.js';
import { next, until } from '../support/browser/page.js';

describeFramed('<set-card-pin> in a frame', (framed) => {
  const focusReaches = (name: string) => until(() => framed.focused() === name);

  it('is between its neighbours in the tab order, and focuses its invalid field when submit() is called', async () => {
    const { element, service, cardId } = framed;
    framed.focus('after');
    const ended = next(element, 'pin-error');
    await press('Shift+Tab');
    await focusReaches('set-card-pin');
    // Presses the submit button, which focuses the first field because it is empty.
    await press('Enter');
    const { outcome, retryable } = await ended;
    expect(outcome).to.deep.include({ kind: 'invalid', problem: 'missing' });
    expect(retryable).to.equal(false);
    await press('Shift+Tab');
    await focusReaches('before');
    expect((await element.submit()).kind).to.equal('invalid');
    await focusReaches('set-card-pin');
    await type('4826');
    await press('Tab');
    await type('4826');
    await press('Tab', 'Tab', 'Tab');
    await focusReaches('after');
    expect((await element.submit()).kind).to.equal('set');
    expect(await service.has(cardId, '4826')).to.equal(true);
  });
});
