import { expect, fixture, html } from '@open-wc/testing';
import '../support/browser/registered.js';
import type { SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { click, enterPin, exists } from '../support/browser/cardholder.js';
import { embed, failToSetPin, next, submitPin, until } from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Resolves when the task that supplied a token is over: a change of the card then drops it. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// `test/service` and `course.test.ts` have what needs no page, `life.ts` what ends a submit, and
// `submit.browser.test.ts` what differs between engines.
describe('<set-card-pin> submit', () => {
  let service: Service;
  let element: SetCardPinElement;
  let cardId: string;
  /** The token requests of the element. */
  let requests: TokenExpiredEvent[];
  before(async () => {
    service = await startService();
  });
  const start = async (behaviour: SandboxBehaviour = 'accepted', token = true) => {
    ({ element, cardId } = await embed(service, behaviour, { token }));
    requests = [];
    element.addEventListener('token-expired', (event) => requests.push(event));
  };

  const waiting = () => until(() => element.matches(':state(waiting)'));

  // Password managers would offer to save the PIN, and to overwrite the login of the portal.
  it('lets no click on its button and no submit event out of the element', async () => {
    await start();
    const heard: string[] = [];
    for (const type of ['click', 'submit']) element.addEventListener(type, () => heard.push(type));
    await failToSetPin(element, '48');
    const ended = next(element, 'pin-error');
    await click('button', 'Set PIN');
    await ended;
    expect(heard).to.deep.equal([]);
  });

  it('without a client token takes it from getClientToken, and pin-error has what that throws', async () => {
    await start('accepted', false);
    const thrown = new Error('502');
    element.getClientToken = () => Promise.reject(thrown);
    const { outcome, error } = await failToSetPin(element);
    expect(outcome.kind).to.equal('token-unavailable');
    expect(error).to.equal(thrown);
    element.getClientToken = (need) => service.token(need.cardId);
    expect((await element.submit()).kind).to.equal('set');
  });

  it('is the same for a listener of its token request', async () => {
    await start('accepted', false);
    let inner: Promise<unknown> | undefined;
    const again = (event: TokenExpiredEvent) => {
      inner = element.submit();
      event.respondWith(service.token(cardId));
    };
    element.addEventListener('token-expired', again, { once: true });
    await enterPin(element, '4826');
    const outer = element.submit();
    expect((await outer).kind).to.equal('set');
    expect(inner).to.equal(outer);
  });

  for (const route of ['property', 'attribute'])
    it(`has its client token as ${route} before the settings and the connection`, async () => {
      const { endpoint, frameSrc } = service;
      cardId = await service.card('accepted');
      element = document.createElement('set-card-pin');
      // As a framework sets what it doesn't know yet.
      Object.assign(element, { frameSrc, endpoint: undefined, cardId: null });
      const token = await service.token(cardId);
      const ready = next(element, 'pin-ready');
      if (route === 'property') element.clientToken = token;
      else element.setAttribute('client-token', token.value);
      await nextTask();
      (await fixture(html`<div></div>`)).append(element);
      await nextTask();
      Object.assign(element, { endpoint, cardId });
      expect(element.hasAttribute('client-token')).to.equal(false);
      expect(element.clientToken).to.equal(undefined);
      await ready;
      expect((await submitPin(element)).kind).to.equal('set');
    });

  it('has its client token by the attribute’s name, as a Vue template sets it', async () => {
    await start('accepted', false);
    Object.assign(element, {
      'no-confirm': true,
      'client-token': 'stale',
      'get-client-token': () => service.token(cardId),
    });
    expect(element.noConfirm).to.equal(true);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(requests.map(({ reason }) => reason)).to.deep.equal(['rejected']);
  });

  it('drops its client token when the page removes the element', async () => {
    await start();
    const parent = element.parentElement!;
    element.remove();
    // Until the end of this task, a removal could be a move.
    await Promise.resolve();
    parent.append(element);
    await until(() => exists('textbox', 'New PIN'));
    const ended = submitPin(element);
    await waiting();
    element.clientToken = await service.token(cardId);
    expect((await ended).kind).to.equal('set');
    expect(requests.map(({ reason }) => reason)).to.deep.equal(['missing']);
  });
});
