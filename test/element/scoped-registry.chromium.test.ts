import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement } from '../../src/index.js';
import { next, submitPin } from '../support/browser/page.js';
import { startService } from '../support/browser/service.js';

describe('<set-card-pin> in a scoped registry', () => {
  it('sets a PIN as the class that was defined there', async () => {
    class Scoped extends SetCardPinElement {}
    const customElementRegistry = new CustomElementRegistry();
    Scoped.define('set-card-pin', customElementRegistry);
    const service = await startService();
    const cardId = await service.card('accepted');
    const host = await fixture(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open', customElementRegistry });
    const ready = next(root, 'pin-ready');
    root.innerHTML = `<set-card-pin endpoint="${service.endpoint}" card-id="${cardId}"></set-card-pin>`;
    const element = root.querySelector('set-card-pin')!;
    expect(element).to.be.instanceOf(Scoped);
    element.frameSrc = service.frameSrc;
    await ready;
    element.clientToken = await service.token(cardId);
    // The event crosses the root.
    const done = next(document, 'pin-set');
    expect((await submitPin(element)).kind).to.equal('set');
    await done;
    expect(await service.has(cardId, '4826')).to.equal(true);
  });
});
