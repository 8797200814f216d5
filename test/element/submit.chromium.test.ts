import { expect, fixture, html } from '@open-wc/testing';
import type { SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { click, enterPin, exists } from '../support/browser/cardholder.js';
import { embed, failToSetPin, next, submitPin, until } from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** Resolves when the task that supplied a token is over: a change of the card then drops it. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// `test/service` and `course.test.ts` have what needs no page, `life.ts` what ends a submit, and
// `submit.browser.test.ts` what differs between engines.
describe('<set-card-pin> submit', () => {
  let element: SetCardPinElement;
  let cardId: string;
  /** The token requests of the element. */
  let requests: TokenExpiredEvent[];
  const start = async (behaviour: SandboxBehaviour = 'accepted', token = true) => {
    ({ element, cardId } = await embed(service, behaviour, { token }));
    requests = [];
    element.addEventListener('token-expired', (event) => requests.push(event));
  };

  const waiting = () => until(() => element.matches(':state(waiting)'));

  // Password managers would offer to save the PIN, and to overwrite the login of the portal.
  it('doesn’t let a click on its button or a submit event leave the element', async () => {
    await start();
    const heard: string[] = [];
    for (const type of ['click', 'submit']) element.addEventListener(type, () => heard.push(type));
    await failToSetPin(element, '48');
    const ended = next(element, 'pin-error');
    await click('button', 'Set PIN');
    await ended;
    expect(heard).to.deep.equal([]);
  });

  it('asks getClientToken for a missing client token, and reports its error in pin-error', async () => {
    await start('accepted', false);
    const thrown = new Error('502');
    element.getClientToken = () => Promise.reject(thrown);
    const { outcome, error } = await failToSetPin(element);
    expect(outcome.kind).to.equal('token-unavailable');
    expect(error).to.equal(thrown);
    element.getClientToken = (need) => service.token(need.cardId);
    expect((await element.submit()).kind).to.equal('set');
  });

  it('returns the same promise if a token-expired listener calls submit()', async () => {
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
    it(`accepts the client token ${route} before it is connected or configured`, async () => {
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

  it('accepts kebab-case property names, as Vue templates set them', async () => {
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

  it('forgets its client token when the page removes the element', async () => {
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
