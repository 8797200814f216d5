import { expect, fixture, html } from '@open-wc/testing';
import { alert, click, press, status, type } from '../support/browser/cardholder.js';
import {
  createElement,
  embed,
  failToSetPin,
  next,
  runInFormPage,
  submitPin,
} from '../support/browser/page.js';
import { service } from '../support/browser/started-service.js';

/** Resolves after the task that supplied a token. From then on, a change of the card drops it. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// `test/service` tests what doesn't need a page, `life.ts` what ends a submit, and
// `submit.browser.test.ts` what differs between engines.
describe('<set-card-pin> submit', () => {
  // Password managers would offer to save the PIN, and to overwrite the portal's login.
  it('doesn’t let its button’s clicks or its submit events leave the element', async () => {
    const { element } = await embed(service, 'accepted');
    const heard: string[] = [];
    for (const type of ['click', 'submit']) element.addEventListener(type, () => heard.push(type));
    await failToSetPin(element, '48');
    const ended = next(element, 'pin-error');
    await click('button', 'Set PIN');
    await ended;
    expect(heard).to.deep.equal([]);
  });

  it('announces before a submit that the cardholder is offline, and removes the message once they are online', async () => {
    const { element } = await embed(service, 'accepted');
    element.focus();
    await runInFormPage(() => {
      Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
      window.dispatchEvent(new Event('offline'));
    });
    const notice = 'You seem to be offline. Check your connection and try again.';
    expect(await status()).to.equal(notice);
    await type('7777');
    expect(await status(), 'with a hint').to.match(/^You seem to be offline\. .+ easy to guess\./);
    await press('Control+a', 'Backspace');
    expect(await status()).to.equal(notice);
    expect((await failToSetPin(element)).retryable).to.equal(true);
    expect([await alert(), await status()], 'only once').to.deep.equal([notice, '']);
    await runInFormPage(() => {
      Reflect.deleteProperty(navigator, 'onLine');
      window.dispatchEvent(new Event('online'));
    });
    expect(await status()).to.equal('');
  });

  for (const route of ['property', 'attribute'])
    it(`accepts the client token ${route} before the element is connected or configured`, async () => {
      const { endpoint } = service;
      const cardId = await service.card('accepted');
      const element = createElement(service, cardId);
      // Frameworks set these values for properties that they don't know yet.
      Object.assign(element, { endpoint: undefined, cardId: null });
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
    const { element, cardId } = await embed(service, 'accepted', { token: false });
    const reasons: string[] = [];
    element.addEventListener('token-expired', ({ reason }) => reasons.push(reason));
    Object.assign(element, {
      'no-confirm': true,
      'client-token': 'stale',
      'get-client-token': () => service.token(cardId),
    });
    expect(element.noConfirm).to.equal(true);
    expect((await submitPin(element)).kind).to.equal('set');
    expect(reasons).to.deep.equal(['rejected']);
  });

  it('forgets its client token when the page removes the element', async () => {
    const { element, cardId } = await embed(service, 'accepted');
    const parent = element.parentElement!;
    element.remove();
    // Until the end of this task, a removal could be a move.
    await Promise.resolve();
    const ready = next(element, 'pin-ready');
    parent.append(element);
    await ready;
    const requested = next(element, 'token-expired');
    const ended = submitPin(element);
    expect((await requested).reason).to.equal('missing');
    element.clientToken = await service.token(cardId);
    expect((await ended).kind).to.equal('set');
  });
});
