import { expect, fixture, html } from '@open-wc/testing';
import { SetCardPinElement, type ClientToken } from '../../src/index.js';
import {
  createElement,
  embed,
  formShown,
  mount,
  next,
  submitPin,
} from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';
import { recordTokenRequests } from '../support/browser/tokens.js';

describe('<set-card-pin> client token supply', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  it('by attribute removes the attribute from the DOM at once', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const { value } = await service.token(cardId);
    element.setAttribute('client-token', value);
    expect(element.hasAttribute('client-token')).to.equal(false);
    expect(element.clientToken).to.equal(undefined);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  for (const [route, supply] of [
    ['property', (element, token) => (element.clientToken = token)],
    ['attribute', (element, { value }) => element.setAttribute('client-token', value)],
    ['provider', (element, token) => (element.getClientToken = () => Promise.resolve(token))],
  ] as [string, (element: SetCardPinElement, token: ClientToken) => void][]) {
    it(`by ${route} works before and after the settings and the connection`, async () => {
      const cardId = await service.card('accepted');
      const { endpoint, frameSrc } = service;
      const stage = await fixture(html`<div></div>`);
      // Each letter is a step: token, settings, connection.
      for (const order of ['tsc', 'tcs', 'stc', 'sct', 'cts', 'cst']) {
        const element = document.createElement('set-card-pin');
        const ready = next(element, 'pin-ready');
        const requests = recordTokenRequests(element);
        const token = await service.token(cardId);
        for (const step of order) {
          if (step === 't') supply(element, token);
          else if (step === 's') Object.assign(element, { endpoint, frameSrc, cardId });
          else stage.append(element);
        }
        await ready;
        expect((await submitPin(element)).kind, order).to.equal('set');
        expect(requests).to.deep.equal([]);
        element.remove();
      }
    });
  }

  it('by property before the definition takes precedence over the attribute of the markup', async () => {
    for (const [tag, early] of [
      ['early-property', (value) => ({ attribute: 'stale', clientToken: value })],
      ['early-nothing', (value) => ({ attribute: value, clientToken: undefined })],
      ['early-provider', (value) => ({ getClientToken: () => Promise.resolve(value) })],
    ] as [string, (value: string) => { attribute?: string }][]) {
      const cardId = await service.card('accepted');
      const { attribute = '', ...properties } = early((await service.token(cardId)).value);
      const element = createElement(service, cardId, tag);
      element.setAttribute('client-token', attribute);
      Object.assign(element, properties);
      const ready = next(element, 'pin-ready');
      (await fixture(html`<div></div>`)).append(element);
      customElements.define(tag, class extends SetCardPinElement {});
      expect(element.hasAttribute('client-token')).to.equal(false);
      await ready;
      expect((await submitPin(element)).kind, tag).to.equal('set');
      expect(await service.requests(cardId)).to.have.length(1);
    }
  });

  it('by the markup of the page removes the token from the markup', async () => {
    const cardId = await service.card('accepted');
    const { value } = await service.token(cardId);
    const element = await mount<SetCardPinElement>(
      html`<set-card-pin
        .frameSrc=${service.frameSrc}
        client-token=${value}
        card-id=${cardId}
        endpoint=${service.endpoint}
      ></set-card-pin>`,
    );
    expect(element.outerHTML).not.to.contain(value);
    expect((await submitPin(element)).kind).to.equal('set');
  });

  it('by the attribute name works as a property, which is how a Vue template sets token, provider and denied PINs', async () => {
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    Object.assign(element, {
      'denied-pins': ['4826'],
      'client-token': await service.token(cardId),
    });
    expect(await submitPin(element)).to.include({ kind: 'invalid', problem: 'personal' });
    element.reset();
    expect((await submitPin(element, '7391')).kind).to.equal('set');

    const other = await embed(service, 'accepted', { token: false });
    Object.assign(other.element, { 'get-client-token': () => service.token(other.cardId) });
    expect((await submitPin(other.element)).kind).to.equal('set');
  });

  it('survives a reset and a move, and ends with the removal of the element', async () => {
    const { element } = await embed(service, 'accepted');
    element.reset();
    const other = document.createElement('div');
    element.after(other);
    other.append(element);
    await formShown();
    expect((await submitPin(element)).kind).to.equal('set');

    const parent = element.parentElement;
    element.remove();
    await Promise.resolve();
    parent?.append(element);
    // The element still reports that the PIN is set.
    element.reset();
    await formShown();
    element.tokenTimeout = 0.05;
    const requests = recordTokenRequests(element);
    expect((await submitPin(element)).kind).to.equal('token-expired');
    expect(requests).to.deep.equal(['missing pending']);
  });

  it('of an invalid token is reported as a misconfigured page, even while a submit waits', async () => {
    const { element } = await embed(service, 'accepted', { token: false });
    element.addEventListener('token-expired', (event) =>
      event.respondWith(Promise.resolve({ token: 'x' } as unknown as ClientToken)),
    );
    expect(await submitPin(element)).to.include({
      kind: 'misconfigured',
      attribute: 'client-token',
    });
  });
});
