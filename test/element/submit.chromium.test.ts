import { expect, fixture, html } from '@open-wc/testing';
import '../../src/index.js';
import type { SetCardPinElement, TokenExpiredEvent } from '../../src/index.js';
import type { SandboxBehaviour } from '../../src/node/sandbox/cards.js';
import { click, confirmation, enterPin, find, newPin } from '../support/browser/cardholder.js';
import {
  embed,
  failToSetPin,
  formShown,
  listen,
  next,
  submitPin,
  until,
  withoutJitter,
} from '../support/browser/page.js';
import { startService, type Service } from '../support/browser/service.js';

/** Resolves when the task that supplied a token is over: a change of the card then drops it. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

// `test/service` and `test/form/course.test.ts` have what needs no page, and
// `submit.browser.test.ts` what differs between engines.
describe('<set-card-pin> submit', () => {
  withoutJitter();

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
  const received = (pin: string) => until(() => service.has(cardId, pin));

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

  it('is busy during its request, sends it once and ends once, however often it is asked to', async () => {
    await start();
    const events = listen(element);
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    await click('button', 'Set PIN', 2);
    await received('4826');
    expect(await find('button', 'Setting your PIN')).to.include({ disabled: true });
    expect(element.matches(':state(submitting)')).to.equal(true);
    const ended = element.submit();
    await service.delay(cardId, 0);
    expect((await ended).kind).to.equal('set');
    expect(await service.requests(cardId)).to.have.length(1);
    expect(events.filter(({ type }) => type === 'pin-set')).to.have.length(1);
    await element.updateComplete;
    expect(element.matches(':state(set):not(:state(submitting))')).to.equal(true);
  });

  it('ends its request, wipes the PIN and raises no end when its fieldset is disabled', async () => {
    await start();
    const fieldset = document.createElement('fieldset');
    element.replaceWith(fieldset);
    fieldset.append(element);
    await formShown();
    await service.delay(cardId, 60_000);
    await enterPin(element, '4826');
    const ended = element.submit();
    await received('4826');
    const events = listen(element);
    fieldset.disabled = true;
    expect(await ended).to.deep.equal({ kind: 'aborted' });
    // The log has a request without an answer once the client has closed the connection.
    await until(async () => (await service.requests(cardId))[0]?.response === null);
    fieldset.disabled = false;
    await formShown();
    for (const field of [await newPin(), await confirmation()])
      expect(field).to.include({ value: '', readonly: false });
    expect(events.filter(({ type }) => /^pin-(set|error)$/.test(type))).to.have.length(0);
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

  it('is the same for a listener of its token request, and ends if that resets the element', async () => {
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

    await start('accepted', false);
    element.addEventListener('token-expired', () => element.reset());
    expect(await submitPin(element)).to.deep.equal({ kind: 'aborted' });
    expect((await find('button', 'Set PIN')).disabled).to.equal(false);
  });

  for (const route of ['property', 'attribute'])
    it(`has its client token as ${route} before and after the settings and the connection`, async () => {
      const { endpoint, frameSrc } = service;
      cardId = await service.card('accepted');
      const stage = await fixture(html`<div></div>`);
      for (const isEarly of [true, false]) {
        element = document.createElement('set-card-pin');
        // As a framework sets what it doesn't know yet.
        Object.assign(element, { frameSrc, endpoint: undefined, cardId: null });
        const token = await service.token(cardId);
        const supply = () => {
          if (route === 'property') element.clientToken = token;
          else element.setAttribute('client-token', token.value);
        };
        const ready = next(element, 'pin-ready');
        if (isEarly) supply();
        await nextTask();
        stage.append(element);
        await nextTask();
        Object.assign(element, { endpoint, cardId });
        await nextTask();
        if (!isEarly) supply();
        expect(element.hasAttribute('client-token')).to.equal(false);
        expect(element.clientToken).to.equal(undefined);
        await ready;
        expect((await submitPin(element)).kind).to.equal('set');
        element.remove();
      }
    });

  it('has its client token by the attribute’s name, as a Vue template sets it', async () => {
    await start('accepted', false);
    Object.assign(element, {
      'denied-pins': ['4826'],
      'client-token': 'stale',
      'get-client-token': () => service.token(cardId),
    });
    expect(await submitPin(element)).to.include({ kind: 'invalid', problem: 'personal' });
    element.reset();
    expect((await submitPin(element, '7391')).kind).to.equal('set');
    expect(requests.map(({ reason }) => reason)).to.deep.equal(['refused']);
  });

  it('drops its client token when the page removes the element', async () => {
    await start();
    const parent = element.parentElement!;
    element.remove();
    // Until the end of this task, a removal could be a move.
    await Promise.resolve();
    parent.append(element);
    await formShown();
    const ended = submitPin(element);
    await waiting();
    element.clientToken = await service.token(cardId);
    expect((await ended).kind).to.equal('set');
    expect(requests.map(({ reason }) => reason)).to.deep.equal(['missing']);
  });
});
